import { existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'

import { checkMirror } from '../../db/check/check-mirror.ts'
import { fsync } from '../../db/mirror/fsync.ts'
import { DamagedMirrorError, MirrorError, explained } from '../../db/mirror/mirror-error.ts'
import {
  type Mirror,
  createMirror,
  openMirrorForSync,
  sealMirror
} from '../../db/mirror/open-mirror.ts'
import { makePrivate } from '../../db/mirror/private-file.ts'
import { type MirrorIdentity, readIdentity } from '../../db/mirror/read-identity.ts'

/** A mirror to publish into, and what to do once it is published. */
export interface MirrorTarget {
  mirror: Mirror
  /** Closes the file and, when it was built beside `mirror.db`, puts it in its place. */
  finish: () => void
  /** Closes the file without a publication. */
  abandon: () => void
  /** What happens to the file whose place this one takes, for the maintainer. */
  warnings: string[]
  /** The last generation of a damaged mirror, where it can be read: the next one goes on from it. */
  lastGeneration: number
}

/**
 * Opens the mirror a run publishes into. A new mirror is built beside `mirror.db` and takes its
 * place when it is complete: where there is none, where it holds another workspace (a mirror
 * belongs to one root page and space), and where it is damaged. The replaced file is kept. `held` is
 * what `inspectMirror` found. Throws `MirrorError` when the file cannot be used: better now than
 * after a walk of hours.
 */
export function openTarget(
  file: string,
  identity: MirrorIdentity,
  held: ReturnType<typeof inspectMirror>
): MirrorTarget {
  removeDatabase(nextName(file))
  if (!existsSync(file)) return openBeside(file, {})
  if (held === 'damaged') return openBeside(file, { keptAs: damagedName(file), isDamaged: true })
  if (held === undefined || isSame(held, identity)) return openInPlace(file)
  return openBeside(file, { keptAs: keptName(file, held) })
}

/** Which workspace the file mirrors; undefined when there is no file or nothing published in it. */
export function readStoredIdentity(file: string): MirrorIdentity | undefined {
  return existsSync(file) ? identityOf(file, readIdentity) : undefined
}

/** The same, or `damaged`, once all pages of the file are checked. */
export function inspectMirror(file: string): MirrorIdentity | 'damaged' | undefined {
  if (!existsSync(file)) return undefined
  try {
    return identityOf(file, (mirror) => {
      checkMirror(mirror)
      return readIdentity(mirror)
    })
  } catch (error) {
    if (error instanceof DamagedMirrorError) return 'damaged'
    throw error
  }
}

function openInPlace(file: string): MirrorTarget {
  const mirror = openMirrorForSync(file)
  const close = () => void mirror.$client.close()
  return { mirror, finish: close, abandon: close, warnings: [], lastGeneration: 0 }
}

/** Where the file that a new mirror replaces is kept; undefined when it is not, or when there is none. */
interface Replaced {
  keptAs?: string
  isDamaged?: boolean
}

function openBeside(file: string, replaced: Replaced): MirrorTarget {
  const next = nextName(file)
  const mirror = createMirror(next)
  return {
    mirror,
    warnings: warningsOf(file, replaced),
    lastGeneration: replaced.isDamaged ? readGeneration(file) : 0,
    finish: () => {
      sealMirror(mirror)
      explained(file, () => putInPlace(next, file, replaced))
    },
    abandon: () => {
      mirror.$client.close()
      removeDatabase(next)
    }
  }
}

function warningsOf(file: string, { keptAs, isDamaged = false }: Replaced): string[] {
  if (keptAs === undefined) return []
  return isDamaged
    ? [`${file} was damaged and is built anew; the damaged file is kept as ${keptAs}`]
    : [`the mirror of another workspace is kept as ${keptAs}`]
}

function readGeneration(file: string): number {
  const mirror = new Database(file, { readonly: true })
  try {
    return mirror.prepare<[], number>('select generation from mirror').pluck().get() ?? 0
  } catch (error) {
    if (error instanceof Database.SqliteError) return 0
    throw error
  } finally {
    mirror.close()
  }
}

function nextName(file: string): string {
  return path.join(path.dirname(file), 'mirror-next.db')
}

/**
 * Puts a complete, closed mirror in the place of `file`. What stands there is kept when `isKept`,
 * unless it holds no publication; returns as what. Throws `MirrorError`; `file` is then as it was.
 */
export function installMirror(next: string, file: string, isKept: boolean): string | undefined {
  const held = isKept ? readStoredIdentity(file) : undefined
  const keptAs = held && keptName(file, held)
  explained(file, () => putInPlace(next, file, keptAs === undefined ? {} : { keptAs }))
  return keptAs
}

function putInPlace(next: string, file: string, { keptAs, isDamaged = false }: Replaced): void {
  refuseLog(next)
  if (existsSync(file)) setAside(file, keptAs, isDamaged)
  // Empty, but of the old file: the new one must not meet it.
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true })
  renameSync(next, file)
  // What is withheld later stays in it.
  if (keptAs !== undefined && isDamaged) makePrivate(keptAs)
  fsync(path.dirname(file))
}

/** Keeps the file under another name; a damaged one with its log, which cannot be moved into it. */
function setAside(file: string, keptAs: string | undefined, isDamaged: boolean): void {
  if (!isDamaged) {
    if (keptAs !== undefined) emptyLog(file)
    // A log that could not be emptied holds part of its mirror, and does not move with the file.
    refuseLog(file)
  }
  if (keptAs === undefined) return
  linkSync(file, keptAs)
  if (isDamaged && existsSync(`${file}-wal`)) renameSync(`${file}-wal`, `${keptAs}-wal`)
}

function emptyLog(file: string): void {
  const mirror = openMirrorForSync(file)
  mirror.$client.pragma('wal_checkpoint(TRUNCATE)')
  mirror.$client.close()
}

function refuseLog(file: string): void {
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  if (log === undefined || log.size === 0) return
  throw new MirrorError(
    `${file}-wal cannot be moved into ${file}, so the new mirror does not take its place; free some space, close what reads the mirror, and sync again`
  )
}

function identityOf(
  file: string,
  read: (mirror: Mirror) => MirrorIdentity | undefined
): MirrorIdentity | undefined {
  const mirror = openMirrorForSync(file)
  try {
    return explained(file, () => read(mirror))
  } finally {
    mirror.$client.close()
  }
}

function isSame(a: MirrorIdentity, b: MirrorIdentity): boolean {
  return a.rootPageId === b.rootPageId && a.spaceId === b.spaceId
}

/** A free name that tells which workspace the kept file holds: `mirror-<root>.db`, then `mirror-<root>-2.db`, … */
function keptName(file: string, held: MirrorIdentity): string {
  return freeName(path.join(path.dirname(file), `mirror-${held.rootPageId}`), '.db')
}

/** A name that the collection of garbage takes for no mirror: `mirror.db-damaged`, then `mirror.db-damaged-2`, … */
function damagedName(file: string): string {
  return freeName(`${file}-damaged`, '')
}

function freeName(stem: string, extension: string): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? `${stem}${extension}` : `${stem}-${count}${extension}`
    if (!existsSync(name)) return name
  }
}

/** Removes a database with the files that SQLite keeps beside it. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(file + suffix, { force: true })
}
