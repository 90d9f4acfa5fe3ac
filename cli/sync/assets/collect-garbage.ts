import { readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'

import { assetPath } from '../../../site/addresses/asset-path.ts'
import type { FileLog } from './file-log.ts'

/** An incomplete download of this age was left by a killed run. */
const PART_MAX_AGE_MS = 60 * 60 * 1000

/**
 * Removes files that no mirror of the data directory references, a week after they were first seen
 * unreferenced, and incomplete downloads of killed runs. Mirrors of other root pages count too. Requires
 * the lock of the data directory; runs after a publication. Returns the mirrors that could not be read,
 * with the reason; no file is removed then.
 */
export function collectGarbage(options: {
  dataDir: string
  /** The asset folder. */
  folder: string
  log: FileLog
}): string[] {
  const { dataDir, folder, log } = options
  const entries = listFiles(folder)
  for (const { file } of entries.filter(isDeadPart)) rmSync(file, { force: true })

  const { referenced, unreadable } = readReferenced(dataDir)
  if (unreadable.length > 0) return unreadable

  const stored = storedOf(folder, entries)
  log.inOneWrite(() => {
    log.endGrace(stored.filter(({ name }) => referenced.has(name)).map(({ name }) => name))
    const unreferenced = stored.filter(({ name }) => !referenced.has(name))
    const garbage = unreferenced.filter(({ name }) => log.isGarbage(name))
    for (const { file } of garbage) rmSync(file, { force: true })
    log.endGrace(garbage.map(({ name }) => name))
    log.removeExpired()
  })
  return []
}

/**
 * Removes all unreferenced files from a copy of an asset folder, without a grace period, and the partial
 * downloads of such files.
 */
export function removeUnreferenced(folder: string, referenced: ReadonlySet<string>): void {
  const entries = listFiles(folder)
  const parts = entries.filter(({ name }) => /^[0-9a-f]{64}\.part$/.test(name))
  for (const { file, name } of [...storedOf(folder, entries), ...parts]) {
    if (!referenced.has(path.parse(name).name)) rmSync(file, { force: true })
  }
}

interface FolderEntry {
  file: string
  name: string
}

function listFiles(folder: string): FolderEntry[] {
  if (!statSync(folder, { throwIfNoEntry: false })) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => ({ file: path.join(parentPath, name), name }))
}

function isDeadPart({ file, name }: FolderEntry): boolean {
  return name.endsWith('.part') && Date.now() - statSync(file).mtimeMs > PART_MAX_AGE_MS
}

/** Only files that fansite has stored: a hash as name, in the folder of that hash. */
function storedOf(folder: string, entries: FolderEntry[]): FolderEntry[] {
  return entries.filter(
    ({ file, name }) => /^[0-9a-f]{64}$/.test(name) && file === path.join(folder, assetPath(name))
  )
}

/** Hashes of the files that the mirrors of a data directory reference, and the unreadable mirrors. */
export function readReferenced(dataDir: string): {
  referenced: Set<string>
  unreadable: string[]
} {
  const referenced = new Set<string>()
  const unreadable: string[] = []
  for (const name of readdirSync(dataDir).filter((entry) => /^mirror(-.+)?\.db$/.test(entry))) {
    const file = path.join(dataDir, name)
    try {
      for (const hash of readHashes(file)) referenced.add(hash)
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error
      unreadable.push(`${file}: ${error.message}`)
    }
  }
  return { referenced, unreadable }
}

function readHashes(file: string): string[] {
  // Not read-only: a read-only connection cannot remove the WAL file when it closes.
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
