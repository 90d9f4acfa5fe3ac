import { renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import Database from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'

import { fsync } from './fsync.ts'
import { makeFolder } from './make-folder.ts'
import { EmptyMirrorError, MirrorError, OutdatedMirrorError, explained } from './mirror-error.ts'
import { makePrivate, makePublic } from './private-file.ts'
import * as schema from './schema.ts'

export type Mirror = BetterSQLite3Database<typeof schema> & { $client: Database.Database }

const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

/** Where drizzle keeps which migrations were applied. */
const MIGRATIONS_TABLE = '__drizzle_migrations'

/** Before it, two connections that write and checkpoint at one instant may corrupt the file. */
const OLDEST_SQLITE = '3.51.3'

/**
 * Opens the mirror for a sync and brings its schema up to date; creates file and folder when
 * they are missing. Throws `MirrorError` for a file that a newer fansite has written, and for one
 * that cannot be opened, read or written.
 */
export function openMirrorForSync(file: string): Mirror {
  return explained(file, () => {
    makeFolder(path.dirname(file))
    return prepareMirror(connect(file, {}), (mirror) => {
      // Readers go on while a publication is written, and see it whole or not at all.
      mirror.$client.pragma('journal_mode = WAL')
      mirror.$client.pragma('synchronous = FULL')
      // What a page that is private now once said must not stay in the free space of the file.
      mirror.$client.pragma('secure_delete = ON')
      refuseNewer(file, mirror)
      migrateMirror(mirror)
      mirror.$client.pragma('foreign_keys = ON')
      // A file that may not be written is found out now, not when the walk is over.
      mirror.$client.exec('begin immediate; rollback')
    })
  })
}

/**
 * Creates a mirror in a new private file that nobody reads before it is complete: without a
 * write-ahead log, which would grow as large as the mirror. Call `sealMirror` before it is moved.
 */
export function createMirror(file: string): Mirror {
  return explained(file, () => {
    makeFolder(path.dirname(file))
    makePrivate(file)
    return prepareMirror(connect(file, {}), (mirror) => {
      // The journal holds only pages that a transaction found, of a new file next to none.
      mirror.$client.pragma('journal_mode = MEMORY')
      mirror.$client.pragma('synchronous = OFF')
      mirror.$client.pragma('secure_delete = ON')
      migrateMirror(mirror)
      mirror.$client.pragma('foreign_keys = ON')
    })
  })
}

/** Closes a created mirror as one that later syncs write to, readable for all, and waits for the disk. */
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
 * Opens a published mirror for reading. Throws `MirrorError` when it is missing (opening with
 * default flags would create an empty database), when it cannot be read or a newer fansite has
 * written it, `OutdatedMirrorError` when an older one has, and `EmptyMirrorError` while
 * there is nothing in it.
 */
export function openMirrorForReading(file: string): Mirror {
  return explained(file, () =>
    prepareMirror(connect(file, { readonly: true, fileMustExist: true }), (mirror) => {
      refuseNewer(file, mirror)
      refuseOlder(file, mirror)
    })
  )
}

/** A mirror in memory that holds nothing, for what has to know its schema. */
export function emptyMirror(): Mirror {
  return prepareMirror(connect(':memory:', {}), migrateMirror)
}

function connect(file: string, options: Database.Options): Mirror {
  return drizzle(new Database(file, options), { schema })
}

/** Closes the file again when it turns out that it cannot be used. */
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
  if (version.localeCompare(OLDEST_SQLITE, 'en', { numeric: true }) < 0)
    throw new MirrorError(
      `SQLite ${version} may corrupt the mirror; run "npm ci" to get a newer one`
    )
}

/**
 * Applies the missing migrations in one transaction. They make tables anew under their old names:
 * what refers to these, rows and views alike, is left as it is.
 */
function migrateMirror(mirror: Mirror): void {
  keepCopy(mirror)
  mirror.$client.pragma('foreign_keys = OFF')
  mirror.$client.pragma('legacy_alter_table = ON')
  migrate(mirror, { migrationsFolder })
  mirror.$client.pragma('legacy_alter_table = OFF')
}

/** Before the schema of a published mirror changes, the mirror is kept as it is, in a file of its own. */
function keepCopy(mirror: Mirror): void {
  const applied = appliedMigrations(mirror)
  if (applied === 0 || applied >= knownMigrations()) return
  const isPublished = mirror.$client.prepare('select 1 from mirror').get() !== undefined
  if (!isPublished) return
  const { name: file } = mirror.$client
  const copy = file.replace(/\.db$/, `-before-${knownMigrations()}.db`)
  rmSync(`${copy}.part`, { force: true })
  // It keeps what later publications withhold.
  makePrivate(`${copy}.part`)
  mirror.$client.prepare('vacuum into ?').run(`${copy}.part`)
  renameSync(`${copy}.part`, copy)
}

function refuseNewer(file: string, mirror: Mirror): void {
  if (appliedMigrations(mirror) > knownMigrations()) {
    throw new MirrorError(`${file} was written by a newer fansite; update fansite to read it`)
  }
}

function refuseOlder(file: string, mirror: Mirror): void {
  if (isEmpty(mirror)) throw new EmptyMirrorError(`${file} is empty; run "fansite sync" to fill it`)
  if (appliedMigrations(mirror) === 0) {
    throw new OutdatedMirrorError(`${file} is no mirror of fansite; name another file`)
  }
  if (appliedMigrations(mirror) < knownMigrations()) {
    throw new OutdatedMirrorError(
      `${file} has an older schema; run "fansite sync" to bring it up to date`
    )
  }
}

/** Without any table but the list of migrations, which comes before the first of them. */
function isEmpty(mirror: Mirror): boolean {
  const tables = `select 1 from sqlite_schema where tbl_name <> '${MIGRATIONS_TABLE}'`
  return mirror.$client.prepare(tables).get() === undefined
}

function appliedMigrations(mirror: Mirror): number {
  const count = (sql: string) => mirror.$client.prepare<[], number>(sql).pluck().get() ?? 0
  const hasTable = count(`select count(*) from sqlite_schema where name = '${MIGRATIONS_TABLE}'`)
  return hasTable ? count(`select count(*) from ${MIGRATIONS_TABLE}`) : 0
}

function knownMigrations(): number {
  return readMigrationFiles({ migrationsFolder }).length
}
