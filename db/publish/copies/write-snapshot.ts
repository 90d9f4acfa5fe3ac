import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'

import { checkMirror } from '../../check/check-mirror.ts'
import { foreignTables } from '../../check/foreign-tables.ts'
import { findFileId } from '../../mirror/files/file-id.ts'
import { fsync } from '../../mirror/files/fsync.ts'
import { makeFolder } from '../../mirror/files/make-folder.ts'
import {
  DamagedMirrorError,
  MirrorError,
  explained,
  folderAdvice
} from '../../mirror/mirror-error.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'
import { type PublicationFacts, readIdentity } from '../../mirror/read-identity.ts'

/** A part that has not been written to for this long was left by a killed run. */
const PART_MAX_AGE_MS = 60 * 60 * 1000

/** A finished copy of a mirror. */
export interface Snapshot {
  file: string
  /** Bytes. */
  size: number
  generation: number
}

/**
 * Writes a self-contained, compacted copy of the publication, which any SQLite can read, also in a
 * read-only folder. A concurrent publication is included completely or not at all. The copy is
 * renamed to `target` when it is complete. Throws `MirrorError` without a publication, when the copy
 * cannot be written, and when `target` is a file other than a mirror.
 */
export function writeSnapshot(mirror: Mirror, target: string): Snapshot {
  requirePublication(mirror)
  const write = (): Snapshot => {
    refuseTarget(mirror, target)
    makeFolder(path.dirname(target))
    removeDeadParts(target)
    const part = `${target}.${randomUUID()}.part`
    try {
      mirror.$client.prepare('vacuum into ?').run(part)
      const generation = closeCopy(part)
      renameSync(part, target)
      fsync(path.dirname(target))
      return { file: target, size: statSync(target).size, generation }
    } finally {
      rmSync(part, { force: true })
    }
  }
  return explainedCopy(mirror, target, write)
}

/** Like `explained`, but names the mirror if it is damaged, not the copy. */
export function explainedCopy<T>(mirror: Mirror, target: string, write: () => T): T {
  try {
    return explained(target, write, folderAdvice)
  } catch (error) {
    if (error instanceof DamagedMirrorError) checkMirror(mirror)
    throw error
  }
}

/** Removes the parts, and their journals, of runs that were killed; another run may be writing newer ones. */
function removeDeadParts(target: string): void {
  const folder = path.dirname(target)
  for (const name of readdirSync(folder).filter(isPartOf(path.basename(target)))) {
    const file = path.join(folder, name)
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats && Date.now() - stats.mtimeMs > PART_MAX_AGE_MS) rmSync(file, { force: true })
  }
}

const isPartOf = (target: string) => (name: string) =>
  name.startsWith(`${target}.`) && /^[0-9a-f-]{36}\.part/.test(name.slice(target.length + 1))

/** The last publication of a mirror. Throws `MirrorError` if there is none. */
export function requirePublication(mirror: Mirror): PublicationFacts {
  const publication = readIdentity(mirror)
  if (publication) return publication
  throw new MirrorError(`nothing is published in ${mirror.$client.name} yet; run "fansite sync"`)
}

/** Closes the copy without a log file and flushes it to disk; returns its generation. */
function closeCopy(file: string): number {
  const copy = new Database(file)
  copy.pragma('journal_mode = DELETE')
  dropForeignTables(copy)
  const generation = copy.prepare<[], number>('select generation from mirror').pluck().get() ?? 0
  copy.close()
  fsync(file)
  return generation
}

/** Their pages stay behind as free pages: a second `VACUUM` would write the whole copy again. */
export function dropForeignTables(copy: Database.Database): void {
  copy.pragma('secure_delete = ON')
  for (const name of foreignTables) copy.exec(`drop table if exists ${name}`)
}

/** Throws `MirrorError` when a copy must not replace the file at `target`. */
export function refuseTarget(mirror: Mirror, target: string): void {
  refuseOwnFile(mirror.$client.name, target)
  refuseOtherFile(target)
}

/** Throws `MirrorError` when both names are those of one file. */
export function refuseOwnFile(source: string, target: string): void {
  if (!existsSync(target)) return
  if (findFileId(source) === findFileId(target)) {
    throw new MirrorError(`${target} is the mirror itself; name another file for the copy`)
  }
}

function refuseOtherFile(file: string): void {
  if (!existsSync(file)) return
  // An open mirror has a log file, which does not belong to the new file.
  if (existsSync(`${file}-wal`)) {
    throw new MirrorError(`${file} is a mirror in use; name another file for the copy`)
  }
  if (isMirror(file)) return
  throw new MirrorError(`${file} exists and is not a mirror; name another file, or move it away`)
}

function isMirror(file: string): boolean {
  try {
    const database = new Database(file, { readonly: true })
    const found = database.prepare(`select 1 from sqlite_schema where name = 'mirror'`).get()
    database.close()
    return found !== undefined
  } catch (error) {
    if (error instanceof Database.SqliteError) return false
    throw error
  }
}
