import path from 'node:path'

import PQueue from 'p-queue'

import type { StoredAsset } from '../../../db/assets/find-asset.ts'
import type { MirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { assetPath } from '../../../site/addresses/asset-path.ts'
import type { VariantOptions } from './draw-variant.ts'
import { unlessLate } from '../../process/time-limit.ts'
import { BoundedFolder } from '../bounded-folder.ts'
import { RecentFailures, failureCause } from '../recent-failures.ts'

/** Pictures drawn at once; each uses one core. */
const DRAWN_AT_ONCE = 2
/** If more are waiting, visitors get the originals. */
const MAX_WAITING = 200
const DEFAULT_PATIENCE_MS = 4000
const DEFAULT_MAX_BYTES = 1_000_000_000

/** A variant; or `original` if the original is always to be sent, `failed` if it is sent for now. */
export type FoundVariant = { file: string; size: number } | 'original' | 'failed'

export interface VariantSettings {
  /** Total bytes of all variants; 1 GB by default. */
  maxBytes?: number | undefined
  /** How long a visitor waits for a variant before the original is sent; 4,000 by default. */
  patienceMs?: number | undefined
  /** Receives the error of a variant that could not be made. */
  onFailure: (error: unknown) => void
}

/**
 * Smaller variants of the mirror's pictures. Each is made at the first request and stored in a cache
 * folder by the hash of the original. An empty file records that the original is to be served.
 */
export class Variants {
  readonly #assets: string
  readonly #folder: BoundedFolder
  readonly #onFailure: (error: unknown) => void
  readonly #patienceMs: number
  readonly #queue = new PQueue({ concurrency: DRAWN_AT_ONCE })
  readonly #making = new Map<string, Promise<FoundVariant>>()
  readonly #failed = new RecentFailures()
  /** Number of variants drawn since the start. */
  drawn = 0

  constructor(paths: MirrorPaths, settings: VariantSettings) {
    const { maxBytes = DEFAULT_MAX_BYTES, onFailure } = settings
    this.#patienceMs = settings.patienceMs ?? DEFAULT_PATIENCE_MS
    this.#assets = paths.assets
    this.#folder = new BoundedFolder(paths, { name: 'variants', maxBytes })
    this.#onFailure = onFailure
  }

  /** The variant of a picture, made if there is none. */
  async find(asset: StoredAsset, options: VariantOptions): Promise<FoundVariant> {
    const name = nameOf(asset, options)
    if (this.#failed.has(name)) return 'failed'
    const making = this.#making.get(name) ?? this.#start(asset, { name, options })
    return unlessLate(making, { ms: this.#patienceMs, late: () => 'failed' as const })
  }

  async close(): Promise<void> {
    this.#queue.clear()
    await this.#queue.onIdle()
    await this.#folder.close()
  }

  #start(asset: StoredAsset, job: Job): Promise<FoundVariant> {
    const making = this.#findOrMake(asset, job)
    this.#making.set(job.name, making)
    return making
  }

  async #findOrMake(asset: StoredAsset, job: Job): Promise<FoundVariant> {
    try {
      const stored = await this.#stored(job.name)
      if (stored || this.#queue.size >= MAX_WAITING) return stored ?? 'failed'
      return await this.#queue.add(() => this.#make(asset, job))
    } catch (error) {
      this.#failed.add(job.name, failureCause(error))
      this.#onFailure(error)
      return 'failed'
    } finally {
      this.#making.delete(job.name)
    }
  }

  async #stored(name: string): Promise<FoundVariant | undefined> {
    const stored = await this.#folder.find(name)
    return stored?.size === 0 ? 'original' : stored
  }

  async #make(asset: StoredAsset, { name, options }: Job): Promise<FoundVariant> {
    // On demand, since a server is ready earlier without the modules that draw.
    const { drawVariant } = await import('./draw-variant.ts')
    const bytes = await drawVariant(path.join(this.#assets, assetPath(asset.hash)), options)
    this.drawn += 1
    await this.#folder.add(name, bytes ?? new Uint8Array())
    return (await this.#stored(name)) ?? 'failed'
  }
}

interface Job {
  name: string
  options: VariantOptions
}

function nameOf({ hash }: StoredAsset, { width, format }: VariantOptions): string {
  return `${hash.slice(0, 2)}/${hash}-${width}.${format}`
}
