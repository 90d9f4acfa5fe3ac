import { existsSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'

import { findStats } from '../../mirror/files/find-stats.ts'
import { makeFolder } from '../../mirror/files/make-folder.ts'
import { MirrorError } from '../../mirror/mirror-error.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'
import {
  type Snapshot,
  explainedCopy,
  refuseOwnFile,
  requirePublication
} from './write-snapshot.ts'
import { quoteName } from '../../../site/sql/quote-name.ts'

type Client = Database.Database

interface SchemaEntry {
  type: string
  name: string
  sql: string
}

interface Table {
  name: string
  type: string
  isWithoutRowId: boolean
}

/**
 * Writes the publication into an existing copy without replacing the file, in one transaction that
 * writes only the rows that differ. Programs that replicate the file keep their own tables
 * (`_litestream_…`) and read only the changed pages. Creates a missing copy. Throws `MirrorError`
 * without a publication, when the copy cannot be written, and when `target` is not a mirror.
 */
export function updateCopy(mirror: Mirror, target: string): Snapshot {
  const { name: source } = mirror.$client
  requirePublication(mirror)
  const update = (): Snapshot => {
    if (findStats(target)?.isDirectory()) {
      throw new MirrorError(`${target} is a folder; name a file for the copy`)
    }
    refuseOwnFile(source, target)
    if (existsSync(target)) refuseOtherDatabase(target)
    makeFolder(path.dirname(target))
    const copy = openCopy(target, source)
    try {
      copy.transaction(copyPublication).immediate(copy)
      return { file: target, size: sizeOf(copy), generation: generationOf(copy) }
    } finally {
      copy.close()
    }
  }
  return explainedCopy(mirror, target, update)
}

/** An empty database may be left by a first run that was killed. */
function refuseOtherDatabase(target: string): void {
  const file = new Database(target, { readonly: true })
  try {
    const names = readSchema(file, 'main').map(({ name }) => name)
    if (names.length === 0 || names.includes('mirror')) return
    throw new MirrorError(`${target} exists and is not a mirror; name another file`)
  } catch (error) {
    if (!(error instanceof Database.SqliteError) || error.code !== 'SQLITE_NOTADB') throw error
    throw new MirrorError(
      `${target} is not an SQLite database; name another file, or move it away`,
      { cause: error }
    )
  } finally {
    file.close()
  }
}

function openCopy(target: string, source: string): Client {
  const copy = new Database(target)
  // By default, only FTS5 may write the tables behind its own.
  copy.unsafeMode()
  copy.pragma('journal_mode = WAL')
  copy.pragma('synchronous = FULL')
  // Withdrawn text must not remain in free pages of the file.
  copy.pragma('secure_delete = ON')
  copy.pragma('foreign_keys = OFF')
  // Litestream checkpoints the log after it has shipped it.
  copy.pragma('wal_autocheckpoint = 0')
  copy.prepare('attach ? as source').run(source)
  return copy
}

function copyPublication(copy: Client): void {
  const [wanted, present] = [readSchema(copy, 'source'), readSchema(copy, 'main')]
  if (JSON.stringify(wanted) !== JSON.stringify(present)) replaceSchema(copy, present, wanted)
  for (const table of readTables(copy)) copyRows(copy, table)
}

/** Schema entries of a mirror without those of Litestream and SQLite, sorted by name. */
function readSchema(copy: Client, schema: 'main' | 'source'): SchemaEntry[] {
  return copy
    .prepare<[], SchemaEntry>(
      `select type, name, sql from ${schema}.sqlite_schema
        where name not like '\\_litestream\\_%' escape '\\' and sql is not null
          and name not like 'sqlite\\_%' escape '\\'
        order by name`
    )
    .all()
}

/** After a migration, or in a new copy: all tables are created anew. */
function replaceSchema(copy: Client, present: SchemaEntry[], wanted: SchemaEntry[]): void {
  const exists = copy
    .prepare<[string], 1>('select 1 from main.sqlite_schema where name = ?')
    .pluck()
  const order = ['view', 'trigger', 'index', 'table']
  for (const { type, name } of inOrder(present, order)) {
    // A table takes its indexes with it, and a virtual table the tables behind it.
    if (exists.get(name)) copy.exec(`drop ${type} main.${quoteName(name)}`)
  }
  for (const { name, sql } of inOrder(wanted, order.toReversed())) {
    if (!exists.get(name)) copy.exec(sql)
  }
}

/** Sorts by type; virtual tables come first, so that they create and drop the tables behind them. */
function inOrder(entries: SchemaEntry[], types: string[]): SchemaEntry[] {
  const rank = ({ type, sql }: SchemaEntry) =>
    types.indexOf(type) * 2 + (/^create virtual/i.test(sql) ? 0 : 1)
  return entries.toSorted((a, b) => rank(a) - rank(b))
}

/** Tables with rows of their own; virtual tables store theirs in shadow tables. */
function readTables(copy: Client): Table[] {
  return copy
    .prepare<[], { name: string; type: string; wr: number }>(
      `select name, type, wr from pragma_table_list
        where schema = 'source' and type in ('table', 'shadow')
          and name not like '\\_litestream\\_%' escape '\\'
          and name not like 'sqlite\\_%' escape '\\'`
    )
    .all()
    .map(({ name, type, wr }) => ({ name, type, isWithoutRowId: wr === 1 }))
}

/** Removes rows that differ from those of the source, then adds all that are missing. */
function copyRows(copy: Client, table: Table): void {
  const columns = copy
    .prepare<[string], { name: string; pk: number }>(
      `select name, pk from pragma_table_xinfo(?, 'source') where hidden = 0`
    )
    .all(table.name)
  const names = columns.map(({ name }) => quoteName(name))
  const keys = table.isWithoutRowId
    ? columns.filter(({ pk }) => pk > 0).map(({ name }) => quoteName(name))
    : ['rowid']
  const isSameKey = keys.map((key) => `theirs.${key} = ours.${key}`).join(' and ')
  const isSameRow = names.map((name) => `theirs.${name} is ours.${name}`).join(' and ')
  const [ours, theirs] = [`main.${quoteName(table.name)}`, `source.${quoteName(table.name)}`]
  copy.exec(
    `delete from ${ours} as ours
      where not exists (select 1 from ${theirs} as theirs where ${isSameKey} and ${isSameRow})`
  )
  const filled = [...new Set(table.isWithoutRowId ? names : ['rowid', ...names])].join()
  copy.exec(
    `insert into ${ours} (${filled}) select ${filled} from ${theirs} as theirs
      where not exists (select 1 from ${ours} as ours where ${isSameKey})`
  )
}

/** Bytes, with the pages that are still in the log. */
function sizeOf(copy: Client): number {
  return copy
    .prepare<[], number>('select page_count * page_size from pragma_page_count, pragma_page_size')
    .pluck()
    .get() as number
}

function generationOf(copy: Client): number {
  return copy.prepare<[], number>('select generation from main.mirror').pluck().get() ?? 0
}
