import PQueue from 'p-queue'

import type { MirrorPlace } from '../../../db/mirror/mirror-paths.ts'
import { ApiError } from '../../errors.ts'
import { JobWorker } from '../../process/job-worker.ts'
import { PrivateFolder } from '../../publication/cache-folder.ts'
import type { SentFile } from '../../http/send-file.ts'
import { VariantFolder } from '../variants/variant-folder.ts'
import type { CardAnswer, CardJob } from './card-thread.ts'
import { type CardFacts, cardHash } from './card-facts.ts'

/** Much more than a picture takes; pictures of 50 million pixels are made smaller for it. */
const CPU_LIMIT_MS = 10_000
/** Pictures that may wait for the process; who comes then is asked to come again. */
const MAX_WAITING = 50
/** A picture that could not be drawn is not tried again for so long. */
const RETRY_MS = 600_000
const MAX_FAILURES = 1000
const DEFAULT_MAX_BYTES = 200_000_000

interface SocialImageSettings {
  /** Bytes that all pictures together may take. */
  maxBytes?: number | undefined
  cpuLimitMs?: number | undefined
  /** Hears why a picture could not be drawn. */
  onFailure: (error: unknown) => void
}

/**
 * Pictures of pages for previews, each drawn when it is first asked for, in a process of its own, and
 * kept by the hash of what it shows in a private folder.
 */
export class SocialImages {
  readonly #assets: string
  readonly #privateFolder: PrivateFolder
  readonly #folder: VariantFolder
  readonly #onFailure: (error: unknown) => void
  readonly #worker: JobWorker<CardJob, CardAnswer>
  /** Pictures being drawn or waiting, by hash: many may ask for one. */
  readonly #making = new Map<string, Promise<SentFile>>()
  /** When pictures failed, by hash. */
  readonly #failed = new Map<string, number>()
  readonly #queue = new PQueue({ concurrency: 1 })
  /** Pictures drawn since the start. */
  drawn = 0

  constructor(place: MirrorPlace, settings: SocialImageSettings) {
    const { maxBytes = DEFAULT_MAX_BYTES, cpuLimitMs = CPU_LIMIT_MS, onFailure } = settings
    this.#assets = place.assets
    this.#privateFolder = new PrivateFolder(place, 'social-images')
    this.#folder = new VariantFolder(() => this.#privateFolder.path(), maxBytes)
    this.#onFailure = onFailure
    const thread = new URL('./card-thread.ts', import.meta.url)
    this.#worker = new JobWorker({ thread, cpuLimitMs, onFailure })
  }

  /** The picture, drawn when there is none. Throws `ApiError` picture_failed, and busy when too many wait. */
  async find(card: CardFacts): Promise<SentFile> {
    const hash = cardHash(card)
    const making = this.#making.get(hash) ?? this.#findOrDraw(card, hash)
    this.#making.set(hash, making)
    return making.finally(() => this.#making.delete(hash))
  }

  async close(): Promise<void> {
    this.#worker.close()
    await this.#privateFolder.close()
  }

  async #findOrDraw(card: CardFacts, hash: string): Promise<SentFile> {
    const held = await this.#held(hash)
    if (held) return held
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
      const held = await this.#held(hash)
      if (held) return held
    }
    if (result.kind === 'stalled' || result.kind === 'closed') throw new ApiError('busy')
    this.#remember(hash)
    const cause = result.kind === 'failed' ? result.message : result.kind
    this.#onFailure(new Error(`the picture of "${card.title}" cannot be drawn: ${cause}`))
    throw new ApiError('picture_failed')
  }

  async #held(hash: string): Promise<SentFile | undefined> {
    const held = await this.#folder.find(nameOf(hash))
    return held && { file: held.file, mediaType: 'image/png', etag: `"${hash}"` }
  }

  #remember(hash: string): void {
    const [oldest] = this.#failed.keys()
    if (this.#failed.size >= MAX_FAILURES && oldest !== undefined) this.#failed.delete(oldest)
    this.#failed.set(hash, performance.now())
  }
}

function nameOf(hash: string): string {
  return `${hash.slice(0, 2)}/${hash}.png`
}
