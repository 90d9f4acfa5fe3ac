import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import Database from 'better-sqlite3'
import { type BetterSQLite3Database, drizzle } from 'drizzle-orm/better-sqlite3'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate } from 'drizzle-orm/better-sqlite3/migrator'

import * as schema from './schema.ts'

export type Mirror = BetterSQLite3Database<typeof schema> & { $client: Database.Database }

const migrationsFolder = fileURLToPath(new URL('../migrations', import.meta.url))

/** The file cannot be used as a mirror: not a database, or written by another version of fansite. */
class MirrorError extends Error {
  override name = 'MirrorError'
}

/**
 * Opens the mirror for a sync and brings its schema up to date; creates file and folder when
 * they are missing. Throws `MirrorError` for a file that a newer fansite has written.
 */
export function openMirrorForSync(file: string): Mirror {
  mkdirSync(path.dirname(file), { recursive: true })
  const mirror = connect(file, {})
  // Readers go on while a publication is written, and see it whole or not at all.
  mirror.$client.pragma('journal_mode = WAL')
  mirror.$client.pragma('synchronous = FULL')
  mirror.$client.pragma('foreign_keys = ON')
  migrate(mirror, { migrationsFolder })
  return mirror
}

/**
 * Opens a published mirror for reading. Throws `MirrorError` when the file is no mirror or its
 * schema is not the one this version reads, and SQLITE_CANTOPEN when it is missing: opening with
 * default flags would create an empty database.
 */
export function openMirrorForReading(file: string): Mirror {
  const mirror = connect(file, { readonly: true, fileMustExist: true })
  if (appliedMigrations(mirror) < knownMigrations()) {
    mirror.$client.close()
    throw new MirrorError(`${file} has an older schema; run "fansite sync" to bring it up to date`)
  }
  return mirror
}

function connect(file: string, options: Database.Options): Mirror {
  const client = new Database(file, options)
  const mirror = drizzle(client, { schema })
  try {
    refuseNewer(file, mirror)
  } catch (error) {
    client.close()
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_NOTADB') {
      throw new MirrorError(`${file} is not an SQLite database; move it away and sync again`, {
        cause: error
      })
    }
    throw error
  }
  return mirror
}

function refuseNewer(file: string, mirror: Mirror): void {
  if (appliedMigrations(mirror) > knownMigrations()) {
    throw new MirrorError(`${file} was written by a newer fansite; update fansite to read it`)
  }
}

function appliedMigrations(mirror: Mirror): number {
  const count = (sql: string) => mirror.$client.prepare<[], number>(sql).pluck().get() ?? 0
  const hasTable = count(`select count(*) from sqlite_schema where name = '__drizzle_migrations'`)
  return hasTable ? count('select count(*) from __drizzle_migrations') : 0
}

function knownMigrations(): number {
  return readMigrationFiles({ migrationsFolder }).length
}
