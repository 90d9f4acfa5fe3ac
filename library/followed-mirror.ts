import { fileIdOf } from '../db/mirror/files/file-id.ts'
import { findStats } from '../db/mirror/files/find-stats.ts'
import { EmptyMirrorError, MirrorError } from '../db/mirror/mirror-error.ts'
import { type Mirror, openMirrorForReading } from '../db/mirror/open-mirror.ts'
import { readIdentity } from '../db/mirror/read-identity.ts'
import type { MirrorSource, PublishedMirror } from '../server/publication/mirror-source.ts'
import { contentState, isSamePublication } from '../server/publication/open-mirror.ts'
import { RetiredMirrors } from '../server/publication/retired-mirrors.ts'

/** The mirror that a tool reads: the file of a path, as it was at the last `look`. */
export class FollowedMirror implements MirrorSource {
  readonly file: string
  readonly #retired = new RetiredMirrors()
  #open: PublishedMirror & { state: string }

  /** Throws `MirrorError` for a file that is missing or cannot be read. */
  constructor(file: string) {
    this.file = file
    const found = findFile(file)
    if (!found) throw new MirrorError(`there is no mirror at ${file}; run a sync`)
    this.#open = openFile(file, found)
  }

  /**
   * Reads the last publication. A sync publishes into the open file; a clone, a snapshot or a rebuilt
   * mirror takes its place and is opened. If the file is missing, the open one is read further. Throws
   * `MirrorError` for a new file that cannot be read.
   */
  look(): void {
    const found = findFile(this.file)
    const { mirror, state } = this.#open
    if (found && found.state !== state) {
      this.#open = openFile(this.file, found)
      this.#retired.retire(mirror)
      return
    }
    const publication = readPublication(mirror, this.file)
    if (!isSamePublication(publication, this.#open.publication))
      this.#open = { ...this.#open, publication }
  }

  current(): PublishedMirror {
    return this.#open
  }

  isUnreadable(): boolean {
    return false
  }

  /** Keeps the mirror that is read now open until the returned function is called. */
  hold(): () => void {
    return this.#retired.hold()
  }

  close(): void {
    this.#retired.close()
    this.#open.mirror.$client.close()
  }
}

/** Identifies the file and its content; undefined if it is missing. */
function findFile(file: string): { fileId: string; state: string } | undefined {
  const stats = findStats(file)
  return stats && { fileId: fileIdOf(stats), state: contentState(file, stats) }
}

function openFile(file: string, found: { fileId: string; state: string }) {
  const mirror = openMirrorForReading(file)
  try {
    return { mirror, publication: readPublication(mirror, file), ...found }
  } catch (error) {
    mirror.$client.close()
    throw error
  }
}

function readPublication(mirror: Mirror, file: string) {
  const publication = readIdentity(mirror)
  if (publication) return publication
  throw new EmptyMirrorError(`${file} has no publication yet; run a sync`)
}
