import PQueue from 'p-queue'

import type { MirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { ApiError } from '../../errors.ts'
import { JobWorker } from '../../process/job-worker.ts'
import { CacheFolder } from '../../publication/cache-folder.ts'
import type { SentFile } from '../../http/send-file.ts'
import { VariantFolder } from '../variants/variant-folder.ts'
import type { CardAnswer, CardJob } from './card-thread.ts'
import { type CardFacts, cardHash } from './card-facts.ts'

/** Far more than a card needs, even with a cover of 50 million pixels. */
const CPU_LIMIT_MS = 10_000
/** Cards that may wait for the process. Further requests are answered with `busy`. */
const MAX_WAITING = 50
/** Pause before a card that could not be drawn is tried again. */
const RETRY_MS = 600_000
const MAX_FAILURES = 1000
const DEFAULT_MAX_BYTES = 200_000_000

interface SocialImageSettings {
  /** Total bytes of all cards. */
  maxBytes?: number | undefined
  cpuLimitMs?: number | undefined
  /** Receives the error of a card that could not be drawn. */
  onFailure: (error: unknown) => void
}

/**
 * Cards: the pictures of pages in link previews. Each is drawn at the first request, in a child process,
 * and stored in a cache folder by the hash of its facts.
 */
export class SocialImages {
  readonly #assets: string
  readonly #cache: CacheFolder
  readonly #folder: VariantFolder
  readonly #onFailure: (error: unknown) => void
  readonly #worker: JobWorker<CardJob, CardAnswer>
  /** Cards that are drawn or queued, by hash: concurrent requests share one result. */
  readonly #making = new Map<string, Promise<SentFile>>()
  /** Times of failures, by hash; monotonic milliseconds. */
  readonly #failed = new Map<string, number>()
  readonly #queue = new PQueue({ concurrency: 1 })
  /** Number of cards drawn since the start. */
  drawn = 0

  constructor(paths: MirrorPaths, settings: SocialImageSettings) {
    const { maxBytes = DEFAULT_MAX_BYTES, cpuLimitMs = CPU_LIMIT_MS, onFailure } = settings
    this.#assets = paths.assets
    this.#cache = new CacheFolder(paths, 'social-images')
    this.#folder = new VariantFolder(() => this.#cache.path(), maxBytes)
    this.#onFailure = onFailure
    const thread = new URL('./card-thread.ts', import.meta.url)
    this.#worker = new JobWorker({ thread, cpuLimitMs, onFailure })
  }

  /** The file of a card, drawn if there is none. Throws `ApiError` picture_failed, or busy if too many wait. */
  async find(card: CardFacts): Promise<SentFile> {
    const hash = cardHash(card)
    const making = this.#making.get(hash) ?? this.#findOrDraw(card, hash)
    this.#making.set(hash, making)
    return making.finally(() => this.#making.delete(hash))
  }

  async close(): Promise<void> {
    this.#worker.close()
    await this.#cache.close()
  }

  async #findOrDraw(card: CardFacts, hash: string): Promise<SentFile> {
    const stored = await this.#stored(hash)
    if (stored) return stored
    if (performance.now() - (this.#failed.get(hash) ?? -Infinity) < RETRY_MS) {
      throw new ApiError('picture_failed')
    }
    if (this.#making.size > MAX_WAITING) throw new ApiError('busy')
    return this.#queue.add(() => this.#draw(card, hash))
  }

  async #draw(card: CardFacts, hash: string): Promise<SentFile> {
    const result = await this.#worker.run({ card, assets: this.#assets })
    if (result.kind === 'drawn') {
      this.drawn += 1
      await this.#folder.add(nameOf(hash), result.png)
      const stored = await this.#stored(hash)
      if (stored) return stored
    }
    if (result.kind === 'stalled' || result.kind === 'closed') throw new ApiError('busy')
    this.#recordFailure(hash)
    const cause = result.kind === 'failed' ? result.message : result.kind
    this.#onFailure(new Error(`the picture of "${card.title}" cannot be drawn: ${cause}`))
    throw new ApiError('picture_failed')
  }

  async #stored(hash: string): Promise<SentFile | undefined> {
    const stored = await this.#folder.find(nameOf(hash))
    return stored && { file: stored.file, mediaType: 'image/png', etag: `"${hash}"` }
  }

  #recordFailure(hash: string): void {
    const [oldest] = this.#failed.keys()
    if (this.#failed.size >= MAX_FAILURES && oldest !== undefined) this.#failed.delete(oldest)
    this.#failed.set(hash, performance.now())
  }
}

function nameOf(hash: string): string {
  return `${hash.slice(0, 2)}/${hash}.png`
}
