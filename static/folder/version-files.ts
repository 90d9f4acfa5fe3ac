import { existsSync, readdirSync, rmSync, rmdirSync } from 'node:fs'
import path from 'node:path'

import { type FilledFolder, sizeOf } from './filled-folder.ts'
import { codeOf, placeCopy } from './write-file.ts'

/**
 * The files of the version that is being filled. It begins as a copy of the version before, made by the
 * last build, or empty. What it has in common with that is linked.
 */
export class VersionFiles implements FilledFolder {
  readonly folder: string
  /** The folder that visitors read; undefined before the first build. */
  readonly earlier: string | undefined
  readonly isCopy: boolean
  /** The files of the version before; undefined if they are not known. */
  readonly #earlierFiles: string[] | undefined
  /** Files that the folder may have: from the start, and those that an earlier round has placed. */
  #known: Set<string> | undefined
  /** Bytes of the files that belong to the version. */
  #placed = new Map<string, number>()
  /** Files whose content may differ from the version before. */
  readonly #changed = new Set<string>()
  /** Whether a file had to be copied, because the file system has no links. */
  #hasCopies = false

  /** `isCopy`: the folder is a copy of the version before, without the files that had changed in it. */
  constructor(
    folder: string,
    earlier: { folder: string | undefined; files: string[] | undefined; isCopy: boolean }
  ) {
    this.folder = folder
    this.earlier = earlier.folder
    this.isCopy = earlier.isCopy
    this.#earlierFiles = earlier.files
  }

  /** For a copy, the stored list of its files: listing a folder takes longer. */
  get #present(): Set<string> {
    const copied = this.isCopy ? this.#earlierFiles : undefined
    this.#known ??= new Set(copied ?? filesBelow(this.folder))
    return this.#known
  }

  /** Begins again, because the mirror has changed. */
  restart(): void {
    for (const file of this.#placed.keys()) this.#present.add(file)
    this.#placed = new Map()
  }

  has(file: string): boolean {
    return this.#placed.has(file)
  }

  /** Adds a file to the version; it may not be written yet. */
  add(file: string, size = 0): void {
    this.#placed.set(file, size)
  }

  remove(file: string): void {
    this.#placed.delete(file)
  }

  /** Notes that a file was written. */
  noteChange(file: string): void {
    this.#changed.add(file)
  }

  /** Takes a file from the version before. False if it is not there. */
  take(file: string): boolean {
    // The cheapest call of the system, because it is made for each file of the version.
    if (this.#present.has(file) && existsSync(`${this.folder}/${file}`)) return true
    if (this.earlier === undefined) return false
    const placed = placeCopy(path.join(this.earlier, file), this.folder, file)
    if (placed === 'copied') this.#hasCopies = true
    return placed !== false
  }

  /** Whether an interrupted build has written a file completely: the machine may have crashed. */
  isComplete(file: string, size: number): boolean {
    return sizeOf(path.join(this.folder, file)) === size
  }

  /** The files of the version. */
  names(): string[] {
    return [...this.#placed.keys()]
  }

  /** Removes what is no part of the version, and returns the number of files and their bytes. */
  complete(): { files: number; bytes: number } {
    for (const file of this.#present) if (!this.#placed.has(file)) removeFile(this.folder, file)
    const sizes = [...this.#placed.values()]
    return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
  }

  /**
   * Makes a folder a copy of this version that the next build changes into its own, so that it need not
   * link every file. The version before only loses what has changed: it must not keep what is withdrawn.
   * False if there would be a second copy of each file.
   */
  copyTo(folder: string): boolean {
    if (this.#hasCopies) return false
    const isEarlier = folder === this.earlier
    for (const file of isEarlier ? (this.#earlierFiles ?? filesBelow(folder)) : []) {
      if (!this.#placed.has(file) || this.#changed.has(file)) removeFile(folder, file)
    }
    return isEarlier || [...this.#placed.keys()].every((file) => this.#linkTo(folder, file))
  }

  #linkTo(folder: string, file: string): boolean {
    return placeCopy(path.join(this.folder, file), folder, file) === 'linked'
  }
}

/** Names of all files of a folder, relative to it. */
function* filesBelow(root: string, below = ''): Generator<string> {
  for (const entry of readdirSync(path.join(root, below), { withFileTypes: true })) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) yield* filesBelow(root, name)
    else yield name
  }
}

/** Removes a file, and the folders that it leaves empty. */
function removeFile(root: string, name: string): void {
  rmSync(path.join(root, name), { force: true })
  for (let folder = path.dirname(name); folder !== '.'; folder = path.dirname(folder)) {
    if (!removeIfEmpty(path.join(root, folder))) return
  }
}

function removeIfEmpty(folder: string): boolean {
  try {
    rmdirSync(folder)
    return true
  } catch (error) {
    if (/^(ENOTEMPTY|EEXIST|ENOENT)$/.test(codeOf(error))) return false
    throw error
  }
}
