import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'
import { mirrorVersion } from '../../site/browse/mirror-file.ts'
import { CacheFolder } from '../publication/cache-folder.ts'
import type { PublishedMirror } from '../publication/mirror-source.ts'
import { isOffered } from './earlier-copy.ts'
import { type DownloadFacts, readDownload } from './facts.ts'
import { ifExists } from '../http/missing-file.ts'
import { type RunningCopy, startCopy } from './start-copy.ts'

/** How long a request waits for a copy; shorter than the timeout of common proxies. */
const PATIENCE_MS = 25_000
/** Pause after a failed copy. */
const RETRY_MS = 60_000
/** Copies that one request waits for. A sync may publish while a copy is made, which is outdated then. */
const MAX_COPIES = 2
/** An unfinished copy of this age was left behind by a process that was killed. */
const STALE_MS = 3_600_000

/** A finished copy and its folder. */
export interface Download {
  facts: DownloadFacts
  folder: string
}

/**
 * Copies of the mirror that visitors download, one per publication, made at the first request. They
 * are stored in a cache folder. Of the earlier ones only the last is kept, as long as it may be sent.
 */
export class Downloads {
  /** What the metrics show; see `MetricSources`. */
  readonly numbers = { copies: 0, failures: 0 }
  readonly #paths: MirrorPaths
  readonly #cache: CacheFolder
  readonly #onFailure: (error: unknown) => void
  #making: Promise<void> | undefined
  #copy: RunningCopy | undefined
  #failedAt = -Infinity
  #isClosed = false

  /** `onFailure` receives the error of a copy that could not be made. */
  constructor(paths: MirrorPaths, onFailure: (error: unknown) => void) {
    this.#paths = paths
    this.#cache = new CacheFolder(paths, 'download')
    this.#onFailure = onFailure
  }

  /**
   * The copy of the current publication, made if there is none; undefined if it is not ready in time.
   * `published` is called again after each copy, because a sync may have published in the meantime.
   */
  async find(published: () => PublishedMirror): Promise<Download | undefined> {
    const found = await this.#find(published())
    if (found) return found
    const deadline = AbortSignal.timeout(PATIENCE_MS)
    const late = once(deadline, 'abort')
    for (let count = 0; count < MAX_COPIES && this.#mayTry(); count++) {
      this.#making ??= this.#make(published)
      await Promise.race([this.#making, late])
      const made = await this.#find(published())
      if (made || deadline.aborted) return made
    }
    // The file has another publication than the served one; for example, an older one that is not allowed.
    if (this.#mayTry()) this.#failedAt = performance.now()
    return undefined
  }

  /** The copy with this version (see `mirrorVersion`) of an earlier publication; undefined if it is gone. */
  async findEarlier(version: string, published: PublishedMirror): Promise<Download | undefined> {
    const earlier = await findOffered(await this.#cache.path(), published)
    return earlier.find(({ folder }) => path.basename(folder) === version)
  }

  /** Removes the copies of earlier publications that may not be sent any more. */
  async removeGone(published: PublishedMirror): Promise<void> {
    try {
      const root = await this.#cache.existing()
      if (root !== undefined) await removeOthers(root, { published, made: undefined })
    } catch (error) {
      this.#onFailure(error)
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#copy?.stop()
    await this.#making
    await this.#cache.close()
  }

  async #find({ publication }: PublishedMirror): Promise<Download | undefined> {
    const folder = path.join(await this.#cache.path(), mirrorVersion(publication))
    const facts = await readDownload(folder)
    return facts && { facts, folder }
  }

  #mayTry(): boolean {
    return (
      !this.#isClosed &&
      (this.#making !== undefined || performance.now() - this.#failedAt > RETRY_MS)
    )
  }

  /** Copies the served file only: a file that has replaced it may not have been verified. */
  async #make(published: () => PublishedMirror): Promise<void> {
    try {
      const root = await this.#cache.restored()
      const part = path.join(root, `${randomUUID()}.part`)
      try {
        await mkdir(part)
        if (this.#isClosed) return
        this.#copy = startCopy({ file: this.#paths.file, fileId: published().fileId }, part)
        const name = mirrorVersion(await this.#copy.done)
        await putInPlace(part, path.join(root, name))
        await removeOthers(root, { published: published(), made: name })
        this.numbers.copies += 1
      } finally {
        await rm(part, { recursive: true, force: true })
      }
    } catch (error) {
      this.#failedAt = performance.now()
      if (this.#isClosed) return
      this.numbers.failures += 1
      this.#onFailure(error)
    } finally {
      this.#copy = undefined
      this.#making = undefined
    }
  }
}

/** Keeps the copy of another server on the same data folder, which is equivalent. */
async function putInPlace(part: string, folder: string): Promise<void> {
  if (await readDownload(folder)) return
  await rm(folder, { recursive: true, force: true })
  await rename(part, folder)
}

/**
 * The copies in a cache folder that may be sent, the current one included; the last publication comes
 * first.
 */
async function findOffered(root: string, published: PublishedMirror): Promise<Download[]> {
  const found: Download[] = []
  for (const name of await namesIn(root)) {
    const folder = path.join(root, name)
    const facts = name.endsWith('.part') ? undefined : await readDownload(folder)
    if (facts && isOffered(facts, published)) found.push({ facts, folder })
  }
  return found.toSorted((one, other) => other.facts.generation - one.facts.generation)
}

/**
 * Removes copies of other publications, except for the last one that may still be sent. A download in
 * progress keeps its file open and completes.
 */
async function removeOthers(
  root: string,
  { published, made }: { published: PublishedMirror; made: string | undefined }
): Promise<void> {
  const current = new Set([made, mirrorVersion(published.publication)])
  const offered = (await findOffered(root, published)).map(({ folder }) => path.basename(folder))
  const before = offered.find((name) => !current.has(name))
  for (const name of await namesIn(root)) {
    if (current.has(name) || name === before) continue
    const folder = path.join(root, name)
    if (!name.endsWith('.part') || (await ageOf(folder)) > STALE_MS) {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** The folder is gone if the data directory was replaced. */
async function namesIn(root: string): Promise<string[]> {
  return (await ifExists(readdir(root))) ?? []
}

/** Milliseconds; 0 if another server has finished it in the meantime. */
async function ageOf(folder: string): Promise<number> {
  const stats = await ifExists(stat(folder))
  return stats ? Date.now() - stats.mtimeMs : 0
}
