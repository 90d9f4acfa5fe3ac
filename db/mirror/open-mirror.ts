import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import Database from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'

import { cacheStatements } from './cache-statements.ts'
import { fsync } from './files/fsync.ts'
import { makeFolder } from './files/make-folder.ts'
import {
  EmptyMirrorError,
  ForeignMirrorError,
  MirrorError,
  NewerFileError,
  OutdatedMirrorError,
  explained,
  newerSchema
} from './mirror-error.ts'
import { makePrivate, makePublic } from './files/private-file.ts'

/** An open mirror: drizzle for typed queries, `$client` for plain SQL. */
export type Mirror = BetterSQLite3Database & { $client: Database.Database }

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

/** The bytes of an empty mirror: migrations take longer than the rest of a small sync, and run once. */
let emptyFile: Buffer | undefined

/** Number of migrations, once they have been read. */
let migrationCount: number | undefined

/** Drizzle's table of applied migrations. */
export const MIGRATIONS_TABLE = '__drizzle_migrations'

/** In older versions, two connections that write and checkpoint at once may corrupt the file. */
const OLDEST_SQLITE = [3, 51, 3]

/**
 * Opens the mirror for a sync and migrates its schema; creates a missing file and folder. Throws
 * `NewerFileError` for a file of a newer fansite, `ForeignMirrorError` for one that cannot be migrated,
 * and `MirrorError` for one that cannot be opened, read or written.
 */
export function openMirrorForSync(file: string): Mirror {
  return explained(file, () => {
    if (!existsSync(file)) sealMirror(createMirror(file))
    return prepareMirror(connect(file, {}), (mirror) => {
      // Readers continue during a publication and see all of it or nothing.
      mirror.$client.pragma('journal_mode = WAL')
      mirror.$client.pragma('synchronous = FULL')
      // The text of a page that is now private must not remain in free pages of the file.
      mirror.$client.pragma('secure_delete = ON')
      refuseNewer(file, mirror)
      refuseForeign(file, mirror)
      migrateMirror(mirror)
      mirror.$client.pragma('foreign_keys = ON')
      // Fails here for a read-only file instead of at the end of the walk.
      mirror.$client.exec('begin immediate; rollback')
    })
  })
}

/**
 * Creates a mirror in a new private file, which has no readers until it is complete. It has no
 * write-ahead log, which would grow as large as the mirror. Call `sealMirror` before moving the file.
 */
export function createMirror(file: string): Mirror {
  return explained(file, () => {
    makeFolder(path.dirname(file))
    makePrivate(file)
    writeFileSync(file, (emptyFile ??= bytesOf(emptyMirror())))
    return prepareMirror(connect(file, {}), (mirror) => {
      // The journal stores only pages that existed before the transaction: almost none in a new file.
      mirror.$client.pragma('journal_mode = MEMORY')
      mirror.$client.pragma('synchronous = OFF')
      mirror.$client.pragma('secure_delete = ON')
      mirror.$client.pragma('foreign_keys = ON')
    })
  })
}

/**
 * Puts each table and index of a mirror of `createMirror` in one piece, which a browser fetches in fewer
 * requests, and closes it like `sealMirror`.
 */
export function sealCompacted({ $client }: Mirror): void {
  const { name: file } = $client
  explained(file, () => {
    const part = `${file}.part`
    rmSync(part, { force: true })
    makePrivate(part)
    $client.prepare('vacuum into ?').run(part)
    $client.close()
    renameSync(part, file)
    sealMirror(connect(file, {}))
  })
}

/** Closes a mirror of `createMirror`: switches it to WAL, makes the file public and flushes it to disk. */
export function sealMirror({ $client }: Mirror): void {
  const { name: file } = $client
  explained(file, () => {
    $client.pragma('journal_mode = WAL')
    $client.close()
    makePublic(file)
    fsync(file)
  })
}

/**
 * Opens a published mirror read-only. Throws `MirrorError` for a file that is missing (default flags
 * would create an empty database), unreadable or of a newer fansite, `OutdatedMirrorError` for one of
 * an older fansite, and `EmptyMirrorError` for one without tables.
 */
export function openMirrorForReading(file: string): Mirror {
  return explained(file, () =>
    prepareMirror(connect(file, { readonly: true, fileMustExist: true }), (mirror) => {
      refuseNewer(file, mirror)
      refuseOlder(file, mirror)
    })
  )
}

/** Opens a published mirror read-only and closes it after `read`. Throws like `openMirrorForReading`. */
export function readMirror<T>(file: string, read: (mirror: Mirror) => T): T {
  const mirror = openMirrorForReading(file)
  try {
    return read(mirror)
  } finally {
    mirror.$client.close()
  }
}

/** Creates an empty mirror in memory, to compare schemas with. */
export function emptyMirror(): Mirror {
  return prepareMirror(connect(':memory:', {}), migrateMirror)
}

function bytesOf({ $client }: Mirror): Buffer {
  const bytes = $client.serialize()
  $client.close()
  return bytes
}

function connect(file: string, options: Database.Options): Mirror {
  const database = new Database(file, options)
  cacheStatements(database)
  return drizzle(database)
}

/** Closes the file if it is unusable. */
function prepareMirror(mirror: Mirror, prepare: (mirror: Mirror) => void): Mirror {
  try {
    refuseOldSqlite(mirror)
    prepare(mirror)
    return mirror
  } catch (error) {
    mirror.$client.close()
    throw error
  }
}

function refuseOldSqlite(mirror: Mirror): void {
  const version = String(mirror.$client.prepare('select sqlite_version()').pluck().get())
  // `localeCompare` with `numeric` takes 14 ms the first time, because it loads the rules of a language.
  const numbers = version.split('.').map(Number)
  const differs = OLDEST_SQLITE.findIndex((number, index) => number !== numbers[index])
  if (differs === -1 || (numbers[differs] ?? 0) > (OLDEST_SQLITE[differs] ?? 0)) return
  throw new MirrorError(`SQLite ${version} may corrupt the mirror; run "npm ci" to get a newer one`)
}

/**
 * Applies the missing migrations in one transaction. Migrations recreate tables under their old
 * names, so foreign keys are off and references in rows and views are left unchanged.
 */
function migrateMirror(mirror: Mirror): void {
  if (appliedMigrations(mirror) === knownMigrations()) return
  backUp(mirror)
  mirror.$client.pragma('foreign_keys = OFF')
  mirror.$client.pragma('legacy_alter_table = ON')
  migrate(mirror, { migrationsFolder })
  mirror.$client.pragma('legacy_alter_table = OFF')
}

/** Copies a published mirror to a separate file before its schema changes. */
function backUp(mirror: Mirror): void {
  if (appliedMigrations(mirror) === 0) return
  const isPublished = mirror.$client.prepare('select 1 from mirror').get() !== undefined
  if (!isPublished) return
  const { name: file } = mirror.$client
  const copy = file.replace(/\.db$/, `-before-${knownMigrations()}.db`)
  rmSync(`${copy}.part`, { force: true })
  // The copy retains pages that later publications withhold.
  makePrivate(`${copy}.part`)
  mirror.$client.prepare('vacuum into ?').run(`${copy}.part`)
  renameSync(`${copy}.part`, copy)
}

function refuseNewer(file: string, mirror: Mirror): void {
  if (appliedMigrations(mirror) > knownMigrations()) {
    throw new NewerFileError(`${file} ${newerSchema}`)
  }
}

/** The first migration was replaced before the first release; drizzle would create existing tables. */
function refuseForeign(file: string, mirror: Mirror): void {
  const applied = appliedMigrations(mirror)
  if (applied === 0) return
  const stored = mirror.$client
    .prepare<[], string>(`select hash from ${MIGRATIONS_TABLE} order by created_at`)
    .pluck()
    .all()
  const known = readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash)
  if (stored.every((hash, index) => hash === known[index])) return
  throw new ForeignMirrorError(
    `${file} was written by a version of fansite whose tables cannot be migrated; run "fansite sync", which builds a new mirror and keeps this one`
  )
}

function refuseOlder(file: string, mirror: Mirror): void {
  if (isEmpty(mirror)) throw new EmptyMirrorError(`${file} is empty; run "fansite sync" to fill it`)
  if (appliedMigrations(mirror) === 0) {
    throw new OutdatedMirrorError(`${file} is not a mirror of fansite; name another file`)
  }
  if (appliedMigrations(mirror) < knownMigrations()) {
    throw new OutdatedMirrorError(
      `${file} has an older schema; run "fansite sync" to bring it up to date`
    )
  }
}

/** Whether there is no table except the list of migrations, which drizzle creates first. */
function isEmpty(mirror: Mirror): boolean {
  const tables = `select 1 from sqlite_schema where tbl_name <> '${MIGRATIONS_TABLE}'`
  return mirror.$client.prepare(tables).get() === undefined
}

function appliedMigrations(mirror: Mirror): number {
  const count = (sql: string) => mirror.$client.prepare<[], number>(sql).pluck().get() ?? 0
  const hasTable = count(`select count(*) from sqlite_schema where name = '${MIGRATIONS_TABLE}'`)
  return hasTable ? count(`select count(*) from ${MIGRATIONS_TABLE}`) : 0
}

/** Counted in the list of migrations: every process that opens a mirror would read all files. */
function knownMigrations(): number {
  migrationCount ??= readJournal().entries.length
  return migrationCount
}

function readJournal(): { entries: unknown[] } {
  const journal = readFileSync(path.join(migrationsFolder, 'meta/_journal.json'), 'utf8')
  return JSON.parse(journal) as { entries: unknown[] }
}
