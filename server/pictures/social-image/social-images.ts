import type { MirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { ApiError } from '../../errors.ts'
import type { SentBytes, SentFile } from '../../http/send-file.ts'
import { unlessLate } from '../../process/time-limit.ts'
import type { PublishedMirror } from '../../publication/mirror-source.ts'
import type { SharedCache } from '../../publication/redis/shared-cache.ts'
import { differenceFrom, markOf } from '../../responses/publication-mark.ts'
import type { CardFacts } from './card-facts.ts'
import { RecentFailures } from '../recent-failures.ts'
import { CardFolder } from './card-folder.ts'
import type { CardFailure } from './card-thread.ts'
import { CardWorkers } from './card-workers.ts'
import { type PageCard, plainCard } from './page-card.ts'
import { SharedCards } from './shared-cards.ts'

/** Far more than a card needs, even with a cover of 50 million pixels. */
const CPU_LIMIT_MS = 10_000
/** How long a visitor waits for a card before another one is sent. */
const PATIENCE_MS = 8000
const DEFAULT_MAX_BYTES = 200_000_000

/** Limits of social images; each has a default. */
export interface CardLimits {
  /** Total bytes of all cards. */
  maxBytes?: number | undefined
  /** CPU time of one card. */
  cpuLimitMs?: number | undefined
  /** How long a visitor waits for a card before another one is sent. */
  patienceMs?: number | undefined
}

interface SocialImageSettings extends CardLimits {
  /** Cards that other servers have drawn. */
  shared?: SharedCache | undefined
  /** Receives the error of a card that could not be drawn or stored. */
  onFailure: (error: unknown) => void
}

/** A card to send, and whether it is the one that was asked for. */
export interface FoundCard {
  sent: SentFile | SentBytes
  isExact: boolean
}

/**
 * Cards: the pictures of pages in link previews. Each is drawn at the first request, in a child process,
 * and stored in a cache folder by its page and the hash of its facts.
 */
export class SocialImages {
  /** The stored cards. */
  readonly folder: CardFolder
  readonly #shared: SharedCards
  readonly #workers: CardWorkers
  readonly #patienceMs: number
  readonly #onFailure: (error: unknown) => void
  /** Cards that are drawn or queued, by hash: concurrent requests share one result. */
  readonly #making = new Map<string, { card: CardFacts; png: Promise<Uint8Array> }>()
  /** Cards that are being written to the folder, by hash. */
  readonly #storing = new Map<string, { png: Uint8Array; stored: Promise<void> }>()
  /**
   * The last stored card of each page with the facts that this server shows. One with other rules of
   * spoilers may use the folder too.
   */
  readonly #last = new Map<string, string>()
  /** By hash. */
  readonly #failed = new RecentFailures()
  /** The publication that is served; see `markOf`. */
  #mark: string | undefined
  #withdrawals = 0
  #mayShowWithdrawn = false
  /** Number of cards drawn since the start. */
  drawn = 0

  constructor(paths: MirrorPaths, settings: SocialImageSettings) {
    const { maxBytes = DEFAULT_MAX_BYTES, cpuLimitMs = CPU_LIMIT_MS, onFailure } = settings
    this.folder = new CardFolder(paths, maxBytes)
    this.#shared = new SharedCards(settings.shared)
    this.#patienceMs = settings.patienceMs ?? PATIENCE_MS
    this.#onFailure = onFailure
    this.#workers = new CardWorkers({ assets: paths.assets, cpuLimitMs, onFailure })
  }

  /** Called with each publication before it is served. */
  enter(published: PublishedMirror, excludedPageIds: string[]): void {
    const mark = markOf(published, excludedPageIds)
    const { kind } = differenceFrom(this.#mark, published, mark)
    this.#mark = mark
    if (kind !== 'withdrawn') return
    this.#last.clear()
    this.#withdrawals += 1
    this.#mayShowWithdrawn = true
  }

  /** Number of publications since the start that have withdrawn content. */
  get withdrawals(): number {
    return this.#withdrawals
  }

  /** Whether earlier cards of pages may show withdrawn content. They are not sent then. */
  get mayShowWithdrawn(): boolean {
    return this.#mayShowWithdrawn
  }

  /** Called when the earlier cards have been removed. */
  allowEarlier(): void {
    this.#mayShowWithdrawn = false
  }

  /**
   * The card of a page, drawn if it is not stored. If that takes long, an earlier card of the page, or
   * the plain card of the site. Throws `ApiError` picture_failed, or busy if there is none of them.
   */
  async find(page: PageCard): Promise<FoundCard> {
    const file = await this.#findStored(page)
    if (file !== undefined) return { sent: sentOf(page.hash, { file }), isExact: true }
    await this.#preparePlain(page)
    const png = await this.#drawInTime(page)
    if (png) return { sent: sentOf(page.hash, { bytes: png }), isExact: true }
    const other = await this.#substitute(page)
    if (other) return { sent: other, isExact: false }
    throw new ApiError('busy')
  }

  /** Called with a stored card of the publication that is served. */
  noteStored({ pageId, hash }: Pick<PageCard, 'pageId' | 'hash'>): void {
    this.#last.set(undashId(pageId), hash)
  }

  /** Draws a card ahead of its first request, after those that visitors wait for. */
  async drawAhead(page: PageCard): Promise<void> {
    if ((await this.#findStored(page)) === undefined) await this.#make(page, { isAsked: false })
    await this.untilStored()
  }

  /** Resolves when no card is being written to the folder. */
  async untilStored(): Promise<void> {
    await Promise.all([...this.#storing.values()].map(({ stored }) => stored))
  }

  /** Draws no more cards. */
  async stop(): Promise<void> {
    await this.#workers.close()
    await Promise.allSettled([...this.#making.values()].map(({ png }) => png))
    await this.untilStored()
  }

  async close(): Promise<void> {
    await this.stop()
    await this.folder.close()
  }

  /** Notes the card, unless content was withdrawn while it was looked for. */
  async #findStored(page: PageCard): Promise<string | undefined> {
    const withdrawals = this.#withdrawals
    const file = await this.folder.find(page)
    if (file !== undefined && withdrawals === this.#withdrawals) this.noteStored(page)
    return file
  }

  /** Draws the plain card, a substitute for those that take too long, once other cards are being drawn. */
  async #preparePlain({ card, hash }: PageCard): Promise<void> {
    const isOnly = this.#making.size === (this.#making.has(hash) ? 1 : 0)
    if (isOnly) return
    const plain = plainCard(card)
    if ((await this.folder.find(plain)) !== undefined) return
    this.#make(plain, { isAsked: true }).catch(ignoreReported)
  }

  /** Undefined if it takes longer than visitors wait, or too many cards are queued. */
  async #drawInTime(page: PageCard): Promise<Uint8Array | undefined> {
    const making = this.#make(page, { isAsked: true }).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'busy') return undefined
      throw error
    })
    // A late failure is in the log already.
    return unlessLate(making, { ms: this.#patienceMs, late: () => undefined })
  }

  async #substitute({ pageId, card }: PageCard): Promise<SentFile | undefined> {
    const last = this.#mayShowWithdrawn ? undefined : this.#last.get(undashId(pageId))
    const earlier = last && (await this.folder.find({ pageId, hash: last }))
    if (earlier) return sentOf(last, { file: earlier })
    const plain = plainCard(card)
    const file = await this.folder.find(plain)
    return file === undefined ? undefined : sentOf(plain.hash, { file })
  }

  #make(page: PageCard, { isAsked }: { isAsked: boolean }): Promise<Uint8Array> {
    const { hash } = page
    const known = this.#making.get(hash)
    if (known && isAsked) this.#workers.promote(known.card)
    if (known) return known.png
    const drawn = this.#storing.get(hash)
    if (drawn) return Promise.resolve(drawn.png)
    const png = this.#takeOrDraw(page, isAsked).finally(() => this.#making.delete(hash))
    this.#making.set(hash, { card: page.card, png })
    return png
  }

  async #takeOrDraw(page: PageCard, isAsked: boolean): Promise<Uint8Array> {
    if (this.#failed.has(page.hash)) throw new ApiError('picture_failed')
    const withdrawals = this.#withdrawals
    const shared = await this.#shared.get(page.hash)
    if (shared) {
      this.#store(page, shared, withdrawals)
      return shared
    }
    const result = await this.#workers.draw(page.card, { isAsked })
    if ('busy' in result) throw new ApiError('busy')
    if ('error' in result) return this.#fail(page, result)
    this.drawn += 1
    this.#store(page, result.png, withdrawals)
    void this.#shared.set(page.hash, result.png)
    return result.png
  }

  /**
   * Not awaited by visitors. A full disk must not fail their requests either. A card is not stored if
   * content was withdrawn while it was drawn.
   */
  #store(page: PageCard, png: Uint8Array, withdrawals: number): void {
    if (withdrawals !== this.#withdrawals) return
    const stored = this.#write(page, png, withdrawals)
      .catch(this.#onFailure)
      .finally(() => this.#storing.delete(page.hash))
    this.#storing.set(page.hash, { png, stored })
  }

  async #write(page: PageCard, png: Uint8Array, withdrawals: number): Promise<void> {
    await this.folder.add(page, png)
    if (withdrawals === this.#withdrawals) this.noteStored(page)
  }

  #fail({ card, hash }: PageCard, { error, ...cause }: CardFailure): never {
    this.#failed.add(hash, cause)
    this.#onFailure(new Error(`the picture of "${card.title}" cannot be drawn: ${error}`))
    throw new ApiError('picture_failed')
  }
}

/** The error is in the log already. */
function ignoreReported(): void {}

function sentOf<Content extends { file: string } | { bytes: Uint8Array }>(
  hash: string,
  content: Content
) {
  return { ...content, mediaType: 'image/png', etag: `"${hash}"` }
}
