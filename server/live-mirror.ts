import { type Stats, statSync } from 'node:fs'

import { type Mirror, openMirrorForReading } from '../db/open-mirror.ts'
import { type PublicationFacts, readIdentity } from '../db/read-identity.ts'

/** A mirror with a publication in it, ready to be read. */
export interface PublishedMirror {
  mirror: Mirror
  publication: PublicationFacts
}

/**
 * The mirror as it is now. The file may appear after the server has started, be written to by a
 * sync, or be replaced by another one; what was readable stays readable when the file goes away.
 */
export class LiveMirror {
  readonly #file: string
  readonly #onFailure: (error: unknown) => void
  #open: { mirror: Mirror; inode: number } | undefined
  #failedInode: number | undefined

  /** `onFailure` hears of a file that cannot be used, once for each file. */
  constructor(file: string, onFailure: (error: unknown) => void) {
    this.#file = file
    this.#onFailure = onFailure
  }

  /** The publication to answer from; undefined before the first one. */
  current(): PublishedMirror | undefined {
    this.#follow(statSync(this.#file, { throwIfNoEntry: false }))
    if (!this.#open) return undefined
    const { mirror } = this.#open
    const publication = readIdentity(mirror)
    return publication && { mirror, publication }
  }

  close(): void {
    this.#open?.mirror.$client.close()
    this.#open = undefined
  }

  #follow(stats: Stats | undefined): void {
    if (!stats || stats.ino === this.#open?.inode || stats.ino === this.#failedInode) return
    try {
      const mirror = openMirrorForReading(this.#file)
      this.close()
      this.#open = { mirror, inode: stats.ino }
      this.#failedInode = undefined
    } catch (error) {
      // A file that a first sync is just setting up is not readable yet; it is tried again.
      const isBeingMade = this.#open === undefined
      if (!isBeingMade) this.#failedInode = stats.ino
      this.#onFailure(error)
    }
  }
}
