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
  #lastFailure: string | undefined

  /** `onFailure` hears of a file that cannot be used, once for each reason. */
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
    if (!stats || stats.ino === this.#open?.inode) return
    try {
      const mirror = openMirrorForReading(this.#file)
      this.close()
      this.#open = { mirror, inode: stats.ino }
      this.#lastFailure = undefined
    } catch (error) {
      // Tried again at the next request: a first sync may be just setting the file up.
      const reason = String(error)
      if (reason !== this.#lastFailure) this.#onFailure(error)
      this.#lastFailure = reason
    }
  }
}
