import path from 'node:path'
import { setTimeout } from 'node:timers/promises'

import PQueue from 'p-queue'

import type { StoredAsset } from '../../../db/assets/find-asset.ts'
import type { MirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { assetPath } from '../../../site/addresses/asset-path.ts'
import { CacheFolder } from '../../publication/cache-folder.ts'
import { type VariantOptions, drawVariant } from './draw-variant.ts'
import { VariantFolder } from './variant-folder.ts'

/** Pictures drawn at once; each keeps a core busy. */
const DRAWN_AT_ONCE = 2
/** With more waiting, visitors get the originals. */
const MAX_WAITING = 200
/** How long a visitor waits for a copy before the original is sent. */
const PATIENCE_MS = 4000
/** A picture that could not be drawn is not tried again for so long, nor for every visitor. */
const RETRY_MS = 600_000
/** Failures that are remembered. */
const MAX_FAILURES = 10_000
const DEFAULT_MAX_BYTES = 1_000_000_000

/** A copy that can be sent; or why the picture itself is: it is as good for ever, or only for now. */
export type FoundVariant = { file: string; size: number } | 'original' | 'failed'

export interface VariantSettings {
  /** Bytes that all copies together may take; a gigabyte unless told otherwise. */
  maxBytes?: number | undefined
  /** Hears why a copy could not be made. */
  onFailure: (error: unknown) => void
}

/**
 * Smaller copies of the mirror's pictures, each made when it is first asked for and kept by the hash
 * of the original in a private folder. A copy that would be no smaller is kept as an empty file.
 */
export class Variants {
  readonly #assets: string
  readonly #privateFolder: CacheFolder
  readonly #folder: VariantFolder
  readonly #onFailure: (error: unknown) => void
  readonly #queue = new PQueue({ concurrency: DRAWN_AT_ONCE })
  readonly #making = new Map<string, Promise<FoundVariant>>()
  /** When copies failed, by name. */
  readonly #failed = new Map<string, number>()
  /** Copies drawn since the start. */
  drawn = 0

  constructor(place: MirrorPaths, { maxBytes = DEFAULT_MAX_BYTES, onFailure }: VariantSettings) {
    this.#assets = place.assets
    this.#privateFolder = new CacheFolder(place, 'variants')
    this.#folder = new VariantFolder(() => this.#privateFolder.path(), maxBytes)
    this.#onFailure = onFailure
  }

  /** The copy of a picture, made when there is none. */
  async find(asset: StoredAsset, options: VariantOptions): Promise<FoundVariant> {
    const name = nameOf(asset, options)
    const failedAt = this.#failed.get(name) ?? -Infinity
    if (performance.now() - failedAt < RETRY_MS) return 'failed'
    const making = this.#making.get(name) ?? this.#start(asset, { name, options })
    const late = new AbortController()
    try {
      return await Promise.race([
        making,
        setTimeout(PATIENCE_MS, 'failed' as const, { signal: late.signal })
      ])
    } finally {
      late.abort()
    }
  }

  async close(): Promise<void> {
    this.#queue.clear()
    await this.#queue.onIdle()
    await this.#privateFolder.close()
  }

  #start(asset: StoredAsset, job: Job): Promise<FoundVariant> {
    const making = this.#findOrMake(asset, job)
    this.#making.set(job.name, making)
    return making
  }

  async #findOrMake(asset: StoredAsset, job: Job): Promise<FoundVariant> {
    try {
      const held = await this.#held(job.name)
      if (held || this.#queue.size >= MAX_WAITING) return held ?? 'failed'
      return await this.#queue.add(() => this.#make(asset, job))
    } catch (error) {
      this.#remember(job.name)
      this.#onFailure(error)
      return 'failed'
    } finally {
      this.#making.delete(job.name)
    }
  }

  async #held(name: string): Promise<FoundVariant | undefined> {
    const held = await this.#folder.find(name)
    return held?.size === 0 ? 'original' : held
  }

  async #make(asset: StoredAsset, { name, options }: Job): Promise<FoundVariant> {
    const bytes = await drawVariant(path.join(this.#assets, assetPath(asset.hash)), options)
    this.drawn += 1
    await this.#folder.add(name, bytes ?? new Uint8Array())
    return (await this.#held(name)) ?? 'failed'
  }

  #remember(name: string): void {
    const [oldest] = this.#failed.keys()
    if (this.#failed.size >= MAX_FAILURES && oldest !== undefined) this.#failed.delete(oldest)
    this.#failed.set(name, performance.now())
  }
}

interface Job {
  name: string
  options: VariantOptions
}

function nameOf({ hash }: StoredAsset, { width, format }: VariantOptions): string {
  return `${hash.slice(0, 2)}/${hash}-${width}.${format}`
}
