import { randomUUID } from 'node:crypto'
import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'

import { fsync } from '../mirror/fsync.ts'
import { makeFolder } from '../mirror/make-folder.ts'
import { MirrorError, explained } from '../mirror/mirror-error.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { readIdentity } from '../mirror/read-identity.ts'

/** A copy that was made. */
export interface Snapshot {
  file: string
  /** Bytes. */
  size: number
  generation: number
}

/**
 * Writes one self-contained, compacted copy of what is published, which any SQLite reads, also in
 * a folder that may not be written. A sync that publishes meanwhile is in it whole or not at all.
 * It takes its place when it is complete. Throws `MirrorError` when there is no publication, when
 * the copy cannot be written, and rather than over a file that is no mirror.
 */
export function writeSnapshot(mirror: Mirror, target: string): Snapshot {
  if (!readIdentity(mirror)) {
    throw new MirrorError(`nothing is published in ${mirror.$client.name} yet; run "fansite sync"`)
  }
  return explained(target, () => {
    refuseTarget(mirror, target)
    makeFolder(path.dirname(target))
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
  })
}

/** Leaves no log beside the copy, and everything of it on the disk. */
function closeCopy(file: string): number {
  const copy = new Database(file)
  copy.pragma('journal_mode = DELETE')
  const generation = copy.prepare<[], number>('select generation from mirror').pluck().get() ?? 0
  copy.close()
  fsync(file)
  return generation
}

/** Throws `MirrorError` when a copy of a mirror may not take the place of a file. */
export function refuseTarget(mirror: Mirror, target: string): void {
  refuseOwnFile(mirror.$client.name, target)
  refuseOtherFile(target)
}

function refuseOwnFile(source: string, target: string): void {
  if (existsSync(target) && statSync(target).ino === statSync(source).ino) {
    throw new MirrorError(`${target} is the mirror itself; name another file for the copy`)
  }
}

function refuseOtherFile(file: string): void {
  if (!existsSync(file)) return
  // A mirror that is read or written has a log beside it, which does not go with another file.
  if (existsSync(`${file}-wal`)) {
    throw new MirrorError(`${file} is a mirror in use; name another file for the copy`)
  }
  if (isMirror(file)) return
  throw new MirrorError(`${file} is there and is no mirror; name another file, or move it away`)
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
