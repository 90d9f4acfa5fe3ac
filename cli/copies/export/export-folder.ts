import {
  appendFileSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import { findStats } from '../../../db/mirror/files/find-stats.ts'
import { lockFile } from '../../../db/mirror/files/lock-file.ts'
import { makeFolder } from '../../../db/mirror/files/make-folder.ts'
import { MirrorError, explained, folderAdvice } from '../../../db/mirror/mirror-error.ts'
import { LockError } from '../../sync/sync-error.ts'
import { hasContent, hasHash, isRealFile, writeContent } from './file-content.ts'

const MANIFEST = '.fansite-export.json'
/** Names that this run has added and that are not in the manifest yet; left behind by a killed run. */
const JOURNAL = '.fansite-export.added'
const PART = '.fansite-export.part'
/** Only there while an export runs, or left behind by a killed one. */
const LOCK = '.fansite-export.lock'
const ownNames = new Set([MANIFEST, JOURNAL, PART, LOCK])

const manifestShape = z.object({ files: z.array(z.string()) })

/** Counts of the files that a run wrote, left unchanged and removed. */
export interface FolderChanges {
  written: number
  unchanged: number
  removed: number
}

/**
 * Runs an export to a folder while no other export can change it. Throws `MirrorError` when the folder
 * contains anything but an export, and `LockError` while another export to it is running.
 */
export function inExportFolder<T>(folder: string, action: (folder: ExportFolder) => T): T {
  refuseForeign(folder)
  makeFolder(folder)
  const file = path.join(folder, LOCK)
  // SQLite does not say why it cannot create a file.
  writeFileSync(file, '', { flag: 'a' })
  const lock = explained(file, () => lockFile(file, (cause) => busy(folder, cause)), folderAdvice)
  try {
    return action(new ExportFolder(folder))
  } finally {
    rmSync(file, { force: true })
    lock.close()
  }
}

function busy(folder: string, cause: Error): LockError {
  return new LockError(
    `another export to "${folder}" is running; wait until it ends, or name another folder`,
    { cause }
  )
}

/**
 * A folder that contains an export and nothing else. Only changed files are written, each atomically;
 * only files that an earlier export has listed are removed. Names are relative to the folder, with
 * slashes.
 */
export class ExportFolder {
  readonly #folder: string
  readonly #earlier: Set<string>
  readonly #names = new Set<string>()
  readonly #changes: FolderChanges = { written: 0, unchanged: 0, removed: 0 }

  constructor(folder: string) {
    this.#folder = folder
    this.#earlier = new Set([...listed(folder), ...journalled(folder)].filter(isExportName))
  }

  /** Whether this run has written the file already. */
  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** The number of files of this run whose names begin with `start`. */
  count(start: string): number {
    return [...this.#names].filter((name) => name.startsWith(start)).length
  }

  /** Writes a text, which may come in parts; `parts` is called twice when the file differs. */
  write(name: string, parts: () => Iterable<string>): void {
    const file = this.#claim(name)
    const isSame = hasContent(file, parts())
    if (!isSame) this.#replace(file, (part) => writeContent(part, parts()))
    this.#count(isSame)
  }

  /**
   * Copies a stored file, unless the copy has its hash: comparing name and size is not enough, since the
   * copy may have been edited or corrupted. Returns false when neither the copy nor the stored file has
   * it; a file that is there under this name then stays a part of the export.
   */
  copy(name: string, { source, hash }: { source: string; hash: string }): boolean {
    const file = path.join(this.#folder, name)
    const isSame = hasHash(file, hash)
    const isCopied = !isSame && hasHash(source, hash)
    if (!isSame && !isCopied && !isRealFile(file)) return false
    this.#claim(name)
    // Not a hard link: an edit of the exported file must not change the stored one.
    const copyTo = (part: string) =>
      copyFileSync(source, part, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    if (isCopied) this.#replace(file, copyTo)
    this.#count(!isCopied)
    return isSame || isCopied
  }

  /** Removes files of earlier exports that this one did not write, and writes the manifest. */
  finish(): FolderChanges {
    for (const name of this.#earlier) if (!this.#names.has(name)) this.#remove(name)
    const manifest = path.join(this.#folder, MANIFEST)
    const text = `${JSON.stringify({ files: [...this.#names].toSorted() }, null, 1)}\n`
    if (!hasContent(manifest, [text])) this.#replace(manifest, (part) => writeContent(part, [text]))
    for (const name of [JOURNAL, PART]) rmSync(path.join(this.#folder, name), { force: true })
    return this.#changes
  }

  /** Registers a name as part of this export, creates its folders and returns its path. */
  #claim(name: string): string {
    if (!isExportName(name)) throw new Error(`"${name}" is not a valid name of an exported file`)
    if (!this.#earlier.has(name)) appendFileSync(path.join(this.#folder, JOURNAL), `${name}\n`)
    this.#names.add(name)
    for (const above of foldersOf(name)) {
      const folder = path.join(this.#folder, above)
      const stats = lstatSync(folder, { throwIfNoEntry: false })
      if (!stats) mkdirSync(folder)
      else if (!stats.isDirectory())
        throw new MirrorError(`${folder} is not a folder; remove it and export again`)
    }
    return path.join(this.#folder, name)
  }

  #replace(file: string, write: (part: string) => void): void {
    const part = path.join(this.#folder, PART)
    rmSync(part, { force: true })
    write(part)
    renameSync(part, file)
  }

  #count(isSame: boolean): void {
    this.#changes[isSame ? 'unchanged' : 'written']++
  }

  #remove(name: string): void {
    const folders = foldersOf(name).map((above) => path.join(this.#folder, above))
    // The target of a symbolic link is not part of the export.
    if (!folders.every((folder) => isRealFolder(folder))) return
    const file = path.join(this.#folder, name)
    if (!isRealFile(file)) return
    rmSync(file)
    this.#changes.removed++
    for (const folder of folders.toReversed()) {
      if (readdirSync(folder).length === 0) rmdirSync(folder)
    }
  }
}

function refuseForeign(folder: string): void {
  const stats = findStats(folder)
  if (!stats) return
  if (!stats.isDirectory())
    throw new MirrorError(`${folder} is not a folder; choose a folder for the export`)
  const names = readdirSync(folder).filter((name) => name !== '.git')
  const ours = names.filter((name) => ownNames.has(name))
  // A symbolic link could redirect the writes out of the folder.
  const areFiles = ours.every((name) => lstatSync(path.join(folder, name)).isFile())
  if (names.length === 0 || (ours.length > 0 && areFiles)) return
  throw new MirrorError(
    `${folder} contains files that are not part of an export; choose a new or empty folder`
  )
}

function listed(folder: string): string[] {
  const file = path.join(folder, MANIFEST)
  if (!existsSync(file)) return []
  try {
    return manifestShape.parse(JSON.parse(readFileSync(file, 'utf8'))).files
  } catch (cause) {
    throw new Error(
      `${file} cannot be read, so the files of the earlier export are unknown; export to another folder`,
      { cause }
    )
  }
}

function journalled(folder: string): string[] {
  const file = path.join(folder, JOURNAL)
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}

/** A manifest may come from a foreign folder: its names must not lead out of the folder. */
function isExportName(name: string): boolean {
  if (name === 'mirror.json') return true
  const parts = name.split('/')
  const isPlain = parts.every(
    (part) => part !== '' && !part.startsWith('.') && !/[\\\0]/.test(part)
  )
  return isPlain && parts.length > 1 && /^(pages|collections|assets)$/.test(parts[0] ?? '')
}

/** The parent folders of a file, the outermost first. */
function foldersOf(name: string): string[] {
  const parts = name.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function isRealFolder(folder: string): boolean {
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
}
