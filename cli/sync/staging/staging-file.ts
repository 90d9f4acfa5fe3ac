import { existsSync } from 'node:fs'

import Database from 'better-sqlite3'

import { removeDatabase } from '../../../db/mirror/files/remove-database.ts'
import { NewerFileError } from '../../../db/mirror/mirror-error.ts'
import { makePrivate } from '../../../db/mirror/files/private-file.ts'
import type { MirrorIdentity } from '../../../db/mirror/read-identity.ts'

/** Increase when the tables or the private fields change: the next run then creates the file anew and reads everything. */
const FORMAT = 6

/** SQL for records whose changes no page version and no query reveals. */
export const knownCondition = `kind <> 'block' or absence is not null or flaw is not null
  or unread is not null or as_of glob 'run:*'
  or (type in ('page', 'collection_view_page') and not is_row)`

const tables = `
  create table meta (key text primary key, value not null);
  create table record (
    kind text not null, id text not null, type text, parent_id text, is_row integer not null,
    unit text, as_of text,
    run integer not null, absence text, unread text, flaw text, is_reported integer not null,
    -- Last, because SQLite reads the overflow pages of a long text to reach the columns after it.
    raw text, primary key (kind, id));
  create index record_unit on record (unit) where kind = 'block';
  create index record_flaw on record (kind, id) where flaw is not null;
  create index record_unread on record (kind, id) where unread is not null;
  -- Saves a scan over the texts of all records.
  create index record_known on record (kind, id, unit, run) where ${knownCondition};
  create index record_row on record (run, kind, id) where kind = 'block' and is_row;
  create table view_rows (view_id text primary key, basis text not null, run integer not null, groups text not null);
  -- Records that the publication lacks, or has with another text.
  create table changed (kind text not null, id text not null, primary key (kind, id)) without rowid;
  -- What views showed in the publication.
  create table shown_before (view_id text primary key, collection_id text not null, groups text not null);
  -- What the next run needs to find the workspace unchanged; one row.
  create table last_run (id integer primary key, facts text not null)`

/** Tables of one run. */
const tempTables = `
  -- Targets of links, which may be other blocks than pages: they stay staged, so that no run reads them again.
  create temp table link_target (kind text not null, id text not null, primary key (kind, id)) without rowid`

/**
 * Opens the staging file, which only its owner may read. Creates a new one if it is missing or
 * damaged, or if it belongs to another workspace or has an older format. Throws `NewerFileError` for a
 * newer one.
 */
export function openStaging(file: string, identity: MirrorIdentity): Database.Database {
  makePrivate(file)
  const owner = JSON.stringify([FORMAT, identity.rootPageId, identity.spaceId])
  const client = connect(file, owner) ?? create(file, owner)
  client.exec(tempTables)
  return client
}

/** Whether the next sync continues from a staging file, creates it anew or refuses it. The file is only read. */
export function inspectStaging(file: string): 'usable' | 'unusable' | 'newer' {
  try {
    const client = new Database(file, { readonly: true, fileMustExist: true })
    try {
      const format = formatOf(ownerOf(client))
      if (format > FORMAT) return 'newer'
      return format === FORMAT ? 'usable' : 'unusable'
    } finally {
      client.close()
    }
  } catch (error) {
    if (isDamage(error) || isOtherDatabase(error)) return 'unusable'
    throw error
  }
}

/** Throws `NewerFileError` for the staging file of a newer version. The file is only read, and may be missing. */
export function refuseNewerStaging(file: string): void {
  if (existsSync(file) && inspectStaging(file) === 'newer') throw newerFile(file)
}

function create(file: string, owner: string): Database.Database {
  removeDatabase(file)
  makePrivate(file)
  const client = configure(new Database(file))
  client.exec(tables)
  client.prepare(`insert into meta values ('owner', ?)`).run(owner)
  return client
}

/** Whether an error means that a file has the tables of another database. */
function isOtherDatabase(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR'
}

/** Opens the file if it has this owner. */
function connect(file: string, owner: string): Database.Database | undefined {
  const client = new Database(file)
  try {
    const found = ownerOf(configure(client))
    if (found === owner) return client
    if (formatOf(found) > FORMAT) throw newerFile(file)
  } catch (error) {
    if (!isOtherDatabase(error) && !isDamage(error)) {
      client.close()
      throw error
    }
  }
  client.close()
  return undefined
}

/** Damage of staging, as opposed to damage of the mirror that is written from it. */
class StagingDamage extends Error {
  override name = 'StagingDamage'
}

/** Whether an error means that staging is damaged. */
export function isDamage(error: unknown): boolean {
  if (error instanceof StagingDamage) return true
  return error instanceof Database.SqliteError && /NOTADB|CORRUPT/.test(error.code)
}

/** Yields rows of staging to a writer of the mirror; throws `StagingDamage` if staging is damaged. */
export function* stagedRows<T>(rows: Iterable<T>): Iterable<T> {
  try {
    yield* rows
  } catch (error) {
    throw isDamage(error) ? new StagingDamage('staging is damaged', { cause: error }) : error
  }
}

function configure(client: Database.Database): Database.Database {
  client.pragma('journal_mode = WAL')
  // A power cut may lose the last transactions, which are read again; the file stays consistent.
  client.pragma('synchronous = NORMAL')
  // 4,000 KiB instead of 16 MB each: records are read in random order, so that a larger cache has few more hits.
  client.pragma('cache_size = -4000')
  client.pragma('temp.cache_size = -4000')
  return client
}

function ownerOf(client: Database.Database): unknown {
  const hasMeta = client.prepare(`select 1 from sqlite_schema where name = 'meta'`).get()
  return hasMeta && client.prepare(`select value from meta where key = 'owner'`).pluck().get()
}

/** 0 for text that no version of fansite has written. */
function formatOf(owner: unknown): number {
  const [, format] = /^\[(\d+),/.exec(String(owner)) ?? []
  return Number(format ?? 0)
}

function newerFile(file: string): NewerFileError {
  return new NewerFileError(
    `${file} was written by a newer fansite; update fansite, or delete the file: the next sync then reads everything`
  )
}
