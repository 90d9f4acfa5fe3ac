import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'

import { assetPath } from '../../../site/addresses/asset-path.ts'
import type { FileLog } from './file-log.ts'

/** A part of a download that is older than this belongs to a run that was killed. */
const PART_MAX_AGE_MS = 60 * 60 * 1000

export interface GarbageCounts {
  /** Files removed from the asset folder, and their bytes. */
  removed: number
  removedBytes: number
  /** Files that no mirror names and whose grace is not over. */
  waiting: number
  /** Parts of downloads of killed runs, removed. */
  parts: number
  /** Mirrors that could not be read; nothing was removed for their sake. */
  unreadable: string[]
}

/**
 * Removes files that no mirror of the data directory names, a week after that was first seen: the
 * mirror being served and those of other root pages count alike. Runs while the data directory is
 * locked, after a publication.
 */
export function collectGarbage(options: {
  dataDir: string
  /** The asset folder. */
  folder: string
  log: FileLog
}): GarbageCounts {
  const { dataDir, folder, log } = options
  const entries = listFiles(folder)
  const parts = entries.filter(isDeadPart)
  for (const { file } of parts) rmSync(file, { force: true })

  const { named, unreadable } = readNamed(dataDir)
  const counts = { removed: 0, removedBytes: 0, waiting: 0, parts: parts.length, unreadable }
  if (unreadable.length > 0) return counts

  const stored = storedOf(folder, entries)
  log.inOneWrite(() => {
    log.endGrace(stored.filter(({ name }) => named.has(name)).map(({ name }) => name))
    const loose = stored.filter(({ name }) => !named.has(name))
    const garbage = loose.filter(({ name }) => log.isGarbage(name))
    for (const { file, size } of garbage) {
      rmSync(file, { force: true })
      counts.removedBytes += size
    }
    log.endGrace(garbage.map(({ name }) => name))
    log.forgetOld()
    counts.removed = garbage.length
    counts.waiting = loose.length - garbage.length
  })
  return counts
}

/**
 * Removes files that nothing names any more from a copy of an asset folder, at once: what was
 * withdrawn leaves the copies as well.
 */
export function removeUnnamed(folder: string, named: ReadonlySet<string>): void {
  for (const { file, name } of storedOf(folder, listFiles(folder))) {
    if (!named.has(name)) rmSync(file, { force: true })
  }
}

interface FolderEntry {
  file: string
  name: string
  size: number
  modifiedAt: number
}

function listFiles(folder: string): FolderEntry[] {
  if (!statSync(folder, { throwIfNoEntry: false })) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => {
      const file = path.join(parentPath, name)
      const { size, mtimeMs } = statSync(file)
      return { file, name, size, modifiedAt: mtimeMs }
    })
}

function isDeadPart({ name, modifiedAt }: FolderEntry): boolean {
  return name.endsWith('.part') && Date.now() - modifiedAt > PART_MAX_AGE_MS
}

/** Files that were put there by fansite; others are left alone. */
function storedOf(folder: string, entries: FolderEntry[]): FolderEntry[] {
  return entries.filter(
    ({ file, name }) => /^[0-9a-f]{64}$/.test(name) && file === path.join(folder, assetPath(name))
  )
}

/** Hashes that the mirrors of a data directory name. */
export function readNamed(dataDir: string): { named: Set<string>; unreadable: string[] } {
  const named = new Set<string>()
  const unreadable: string[] = []
  for (const name of readdirSync(dataDir).filter((entry) => /^mirror(-.+)?\.db$/.test(entry))) {
    const file = path.join(dataDir, name)
    try {
      for (const hash of readHashes(file)) named.add(hash)
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error
      unreadable.push(`${file}: ${error.message}`)
    }
  }
  return { named, unreadable }
}

function readHashes(file: string): string[] {
  // Not read-only: the last reader of a mirror in WAL mode leaves its log behind unless it may write.
  const mirror = new Database(file, { fileMustExist: true })
  try {
    const hasTable = mirror.prepare(`select 1 from sqlite_schema where name = 'asset'`).get()
    return hasTable
      ? mirror.prepare<[], string>('select distinct hash from asset').pluck().all()
      : []
  } finally {
    mirror.close()
  }
}
