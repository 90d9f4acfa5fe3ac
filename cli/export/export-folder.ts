import { createHash } from 'node:crypto'
import {
  appendFileSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  statSync,
  writeSync
} from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import { makeFolder } from '../../db/mirror/make-folder.ts'
import { ConfigError } from '../../site/config/read-config.ts'

const MANIFEST = '.fansite-export.json'
/** Names that a run has added and no manifest lists yet; a run that was killed leaves it behind. */
const JOURNAL = '.fansite-export.added'
const PART = '.fansite-export.part'
const own = new Set([MANIFEST, JOURNAL, PART])

/** Of a file that is read to compare it. */
const CHUNK_BYTES = 1024 * 1024

const manifestShape = z.object({ files: z.array(z.string()) })

/** What a run did to the files of the folder. */
export interface FolderChanges {
  written: number
  unchanged: number
  removed: number
}

/**
 * A folder that holds an export and nothing else. Only files that differ are written, each whole or
 * not at all; only files that an earlier export has listed are ever removed. Names are relative to
 * the folder, with slashes.
 */
export class ExportFolder {
  readonly #folder: string
  readonly #earlier: Set<string>
  readonly #names = new Set<string>()
  readonly #changes: FolderChanges = { written: 0, unchanged: 0, removed: 0 }

  /** Throws `ConfigError` when the folder holds anything that no export has put there. */
  constructor(folder: string) {
    this.#folder = folder
    refuseForeign(folder)
    makeFolder(folder)
    this.#earlier = new Set([...listed(folder), ...journalled(folder)].filter(isExportName))
  }

  /** Whether this run has written the file already. */
  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** How many files of this run have names that begin so. */
  count(start: string): number {
    return [...this.#names].filter((name) => name.startsWith(start)).length
  }

  /** Writes a text, which may come in parts; `parts` is called twice when the file differs. */
  write(name: string, parts: () => Iterable<string>): void {
    const file = this.#claim(name)
    const isSame = holds(file, parts())
    if (!isSame) this.#replace(file, (part) => writeParts(part, parts()))
    this.#count(isSame)
  }

  /**
   * Copies a file, unless its bytes are there: `hash` is their sha256. Its name and size alone do not
   * tell: somebody may have edited the copy, or a disk have lost a part of it.
   */
  copy(name: string, { source, hash }: { source: string; hash: string }): void {
    const file = this.#claim(name)
    const there = lstatSync(file, { throwIfNoEntry: false })
    const isAlike = there?.isFile() === true && there.size === statSync(source).size
    const isSame = isAlike && sha256Of(file) === hash
    // A copy and no link: whoever edits an exported file must not edit the mirror's.
    const copyTo = (part: string) =>
      copyFileSync(source, part, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL)
    if (!isSame) this.#replace(file, copyTo)
    this.#count(isSame)
  }

  /** Removes what earlier exports wrote and this one did not, and lists what there is now. */
  finish(): FolderChanges {
    for (const name of this.#earlier) if (!this.#names.has(name)) this.#remove(name)
    const manifest = path.join(this.#folder, MANIFEST)
    const text = `${JSON.stringify({ files: [...this.#names].toSorted() }, null, 1)}\n`
    if (!holds(manifest, [text])) this.#replace(manifest, (part) => writeParts(part, [text]))
    for (const passing of [JOURNAL, PART]) rmSync(path.join(this.#folder, passing), { force: true })
    return this.#changes
  }

  /** The file's path, with the folders it needs; the name counts as this export's from now on. */
  #claim(name: string): string {
    if (!isExportName(name)) throw new Error(`"${name}" is no name for an exported file`)
    if (!this.#earlier.has(name)) appendFileSync(path.join(this.#folder, JOURNAL), `${name}\n`)
    this.#names.add(name)
    for (const above of foldersOf(name)) {
      const folder = path.join(this.#folder, above)
      const there = lstatSync(folder, { throwIfNoEntry: false })
      if (!there) mkdirSync(folder)
      else if (!there.isDirectory())
        throw new ConfigError([`${folder} is no folder, so nothing is exported into it; remove it`])
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
    // Behind a link stands something that is not ours.
    if (!folders.every((folder) => isRealFolder(folder))) return
    const file = path.join(this.#folder, name)
    if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return
    rmSync(file)
    this.#changes.removed++
    for (const folder of folders.toReversed()) {
      if (readdirSync(folder).length === 0) rmdirSync(folder)
    }
  }
}

function refuseForeign(folder: string): void {
  const there = statSync(folder, { throwIfNoEntry: false })
  if (!there) return
  if (!there.isDirectory())
    throw new ConfigError([`${folder} is no folder; name one for the export`])
  const names = readdirSync(folder).filter((name) => name !== '.git')
  const ours = names.filter((name) => own.has(name))
  // What stands behind a link is not ours to write.
  const areFiles = ours.every((name) => lstatSync(path.join(folder, name)).isFile())
  if (names.length === 0 || (ours.length > 0 && areFiles)) return
  throw new ConfigError([
    `${folder} holds files that are no export of fansite; name an empty or a new folder`
  ])
}

function listed(folder: string): string[] {
  const file = path.join(folder, MANIFEST)
  if (!existsSync(file)) return []
  try {
    return manifestShape.parse(JSON.parse(readFileSync(file, 'utf8'))).files
  } catch (cause) {
    throw new Error(
      `${file} cannot be read, so what an earlier export wrote is not known; export into another folder`,
      { cause }
    )
  }
}

function journalled(folder: string): string[] {
  const file = path.join(folder, JOURNAL)
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
}

/** Manifests come with a folder, which may be anybody's: a name must not lead out of it. */
function isExportName(name: string): boolean {
  if (name === 'mirror.json') return true
  const parts = name.split('/')
  const isPlain = parts.every(
    (part) => part !== '' && !part.startsWith('.') && !/[\\\0]/.test(part)
  )
  return isPlain && parts.length > 1 && /^(pages|collections|assets)$/.test(parts[0] ?? '')
}

/** The folders above a file, from the outermost down. */
function foldersOf(name: string): string[] {
  const parts = name.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

function isRealFolder(folder: string): boolean {
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true
}

/** Whether a file holds exactly this text. */
function holds(file: string, parts: Iterable<string>): boolean {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return false
  const handle = openSync(file, 'r')
  try {
    for (const part of parts) {
      const wanted = Buffer.from(part)
      if (!readExactly(handle, wanted.length).equals(wanted)) return false
    }
    return readExactly(handle, 1).length === 0
  } finally {
    closeSync(handle)
  }
}

function sha256Of(file: string): string {
  const hash = createHash('sha256')
  const chunk = Buffer.alloc(CHUNK_BYTES)
  const handle = openSync(file, 'r')
  try {
    for (let read = -1; read !== 0; hash.update(chunk.subarray(0, read))) {
      read = readSync(handle, chunk, 0, chunk.length, null)
    }
    return hash.digest('hex')
  } finally {
    closeSync(handle)
  }
}

function readExactly(handle: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  let done = 0
  for (let read = -1; done < length && read !== 0; done += read) {
    read = readSync(handle, bytes, done, length - done, null)
  }
  return bytes.subarray(0, done)
}

function writeParts(file: string, parts: Iterable<string>): void {
  const handle = openSync(file, 'wx')
  try {
    for (const part of parts) writeAll(handle, Buffer.from(part))
  } finally {
    closeSync(handle)
  }
}

function writeAll(handle: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length;) done += writeSync(handle, bytes, done)
}
