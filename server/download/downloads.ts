import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import type { MirrorPlace } from '../../db/mirror/mirror-paths.ts'
import type { PublicationFacts } from '../../db/mirror/read-identity.ts'
import { PrivateFolder } from '../publication/cache-folder.ts'
import { type DownloadFacts, folderName, readDownload } from './facts.ts'
import { isMissing } from '../http/missing-file.ts'
import { type RunningCopy, startCopy } from './start-copy.ts'

/** How long a visitor waits for a copy before being asked to come again: less than proxies wait. */
const PATIENCE_MS = 25_000
/** After a failure, a copy is not tried again for so long. */
const RETRY_MS = 60_000
/** Copies that one request waits for: each may be of the publication before. */
const MAX_COPIES = 2
/** A copy that was begun so long ago and is not there belongs to a process that was killed. */
const STALE_MS = 3_600_000

/** A copy that can be sent, and the folder it stands in. */
export interface Download {
  facts: DownloadFacts
  folder: string
}

/**
 * Copies of the mirror for visitors, one for each publication, made when first asked for. They stand
 * in a private folder.
 */
export class Downloads {
  readonly #place: MirrorPlace
  readonly #folder: PrivateFolder
  readonly #onFailure: (error: unknown) => void
  #making: Promise<void> | undefined
  #copy: RunningCopy | undefined
  #failedAt = -Infinity
  #isClosed = false

  /** `onFailure` hears why a copy could not be made. */
  constructor(place: MirrorPlace, onFailure: (error: unknown) => void) {
    this.#place = place
    this.#folder = new PrivateFolder(place, 'download')
    this.#onFailure = onFailure
  }

  /**
   * The copy of what is published now, made when there is none; undefined when it is not there in
   * time. `published` is asked again after a copy was made: a sync may have published meanwhile.
   */
  async find(published: () => PublicationFacts): Promise<Download | undefined> {
    const held = await this.#held(published())
    if (held) return held
    const deadline = AbortSignal.timeout(PATIENCE_MS)
    const late = once(deadline, 'abort')
    for (let count = 0; count < MAX_COPIES && this.#mayTry(); count++) {
      this.#making ??= this.#make()
      await Promise.race([this.#making, late])
      const made = await this.#held(published())
      if (made || deadline.aborted) return made
    }
    // The file is not what is served: an older one, say, that waits to be allowed.
    if (this.#mayTry()) this.#failedAt = performance.now()
    return undefined
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#copy?.stop()
    await this.#making
    await this.#folder.close()
  }

  async #held(publication: PublicationFacts): Promise<Download | undefined> {
    const folder = path.join(await this.#folder.path(), folderName(publication))
    const facts = await readDownload(folder)
    return facts && { facts, folder }
  }

  #mayTry(): boolean {
    return (
      !this.#isClosed &&
      (this.#making !== undefined || performance.now() - this.#failedAt > RETRY_MS)
    )
  }

  async #make(): Promise<void> {
    try {
      const root = await this.#folder.path()
      const part = path.join(root, `${randomUUID()}.part`)
      try {
        await mkdir(part, { recursive: true })
        if (this.#isClosed) return
        this.#copy = startCopy(this.#place.file, part)
        const name = folderName(await this.#copy.done)
        await putInPlace(part, path.join(root, name))
        await removeOthers(root, name)
      } finally {
        await rm(part, { recursive: true, force: true })
      }
    } catch (error) {
      this.#failedAt = performance.now()
      if (!this.#isClosed) this.#onFailure(error)
    } finally {
      this.#copy = undefined
      this.#making = undefined
    }
  }
}

/** Another server may have put its own there, which is as good. */
async function putInPlace(part: string, folder: string): Promise<void> {
  if (await readDownload(folder)) return
  await rm(folder, { recursive: true, force: true })
  await rename(part, folder)
}

/** Copies of other publications; who is downloading one has it open and gets all of it. */
async function removeOthers(root: string, kept: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (name === kept) continue
    const folder = path.join(root, name)
    if (!name.endsWith('.part') || (await ageOf(folder)) > STALE_MS) {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

async function ageOf(folder: string): Promise<number> {
  try {
    return Date.now() - (await stat(folder)).mtimeMs
  } catch (error) {
    // Another server has finished it meanwhile.
    if (isMissing(error)) return 0
    throw error
  }
}
