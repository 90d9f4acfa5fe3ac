import { type InferInsertModel } from 'drizzle-orm'
import { type SQLiteTable, getTableConfig } from 'drizzle-orm/sqlite-core'

import type { Mirror } from './open-mirror.ts'

export interface WriterOptions {
  /** Written by a later step: they are left as they stand, and null in a new row. */
  derivedColumns?: string[]
  /** SQL for the rows that are written here; others have a writer of their own. */
  scope?: string
  /** Rows that are not written stay as they are. */
  isPartial?: boolean
}

/** Brings a table to a new content, row by row. */
export interface TableWriter<Row> {
  /** Writes a row that is new or differs from the one with its key; costs a look at any other. */
  write: (row: Row) => void
  /** Deletes what was not written, and returns how many rows were added, changed and deleted. */
  finish: () => number
}

/**
 * Writes a table so that only what differs reaches the disk. Runs inside the caller's transaction.
 * Plain prepared SQL: measured, drizzle without it writes at a third of the speed.
 */
export function tableWriter<T extends SQLiteTable>(
  mirror: Mirror,
  table: T,
  options: WriterOptions = {}
): TableWriter<InferInsertModel<T>> {
  const { derivedColumns = [], scope = 'true', isPartial = false } = options
  const { name, keys, columns } = describeTable(table, derivedColumns)
  const kept = isPartial ? undefined : keptRows(mirror, { table: name, keys, scope })
  const upsert = mirror.$client.prepare<Value[]>(upsertSql(name, keys, columns))
  let changed = 0

  return {
    write(row) {
      const values = columns.map((column) => valueOf(row, column))
      changed += upsert.run(...values).changes
      kept?.add(keys.map((key) => valueOf(row, key)))
    },
    finish: () => changed + (kept?.deleteOthers() ?? 0)
  }
}

/** Brings the rows of single owners to a new content: all rows of a block, say. */
export interface OwnedWriter<Row> {
  /** Writes the rows of an owner and deletes its others; returns how many were added, changed and deleted. */
  write: (ownerId: string, rows: Row[]) => number
}

/** Writes rows of a table by the first column of its key. Runs inside the caller's transaction. */
export function ownedWriter<T extends SQLiteTable>(
  mirror: Mirror,
  table: T,
  options: WriterOptions = {}
): OwnedWriter<InferInsertModel<T>> {
  const { derivedColumns = [], scope = 'true' } = options
  const { name, keys, columns } = describeTable(table, derivedColumns)
  const { $client } = mirror
  const upsert = $client.prepare<Value[]>(upsertSql(name, keys, columns))
  const held = $client
    .prepare<[string], Value[]>(
      `select ${keys.join()} from ${name} where ${keys[0]} = ? and ${scope}`
    )
    .raw()
  const remove = $client.prepare<Value[]>(
    `delete from ${name} where ${keys.map((key) => `${key} = ?`).join(' and ')}`
  )

  return {
    write(ownerId, rows) {
      let changed = 0
      for (const row of rows) {
        changed += upsert.run(...columns.map((column) => valueOf(row, column))).changes
      }
      const kept = new Set(rows.map((row) => JSON.stringify(keys.map((key) => valueOf(row, key)))))
      for (const key of held.all(ownerId)) {
        if (!kept.has(JSON.stringify(key))) changed += remove.run(...key).changes
      }
      return changed
    }
  }
}

type Value = string | number | null

function describeTable(table: SQLiteTable, derivedColumns: string[]) {
  const config = getTableConfig(table)
  const keyColumns = config.primaryKeys[0]?.columns ?? config.columns.filter((item) => item.primary)
  const columns = config.columns.map((column) => column.name)
  return {
    name: config.name,
    keys: keyColumns.map((column) => column.name),
    columns: columns.filter((column) => !derivedColumns.includes(column))
  }
}

function valueOf(row: object, column: string): Value {
  // The row's type is drizzle's for this table: its keys are the table's columns.
  return storedValue((row as Record<string, Value | boolean | undefined>)[column])
}

/** A value as a column holds it. Half a surrogate pair is no UTF-8: other tools refuse to read such a row. */
export function storedValue(value: Value | boolean | undefined): Value {
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' ? value.toWellFormed() : (value ?? null)
}

function upsertSql(table: string, keys: string[], columns: string[]): string {
  const others = columns.filter((column) => !keys.includes(column))
  return `
    insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})
    on conflict (${keys.join()}) do update
       set ${others.map((column) => `${column} = excluded.${column}`).join()}
     where ${others.map((column) => `${table}.${column} is not excluded.${column}`).join(' or ')}`
}

/** The keys that were written, in a temporary table: those of all blocks need not fit into memory. */
function keptRows(
  { $client }: Mirror,
  { table, keys, scope }: { table: string; keys: string[]; scope: string }
) {
  const kept = `temp.kept_${table}`
  $client.exec(`create temp table kept_${table} (
    ${keys.join()}, primary key (${keys.join()})) without rowid`)
  const insert = $client.prepare<Value[]>(
    `insert or ignore into ${kept} values (${keys.map(() => '?').join()})`
  )
  let count = 0

  return {
    add: (key: Value[]) => void (count += insert.run(...key).changes),
    deleteOthers(): number {
      const total = $client
        .prepare<[], number>(`select count(*) from ${table} where ${scope}`)
        .pluck()
        .get()
      const isSame = keys.map((key) => `kept.${key} = ${table}.${key}`).join(' and ')
      const others = `delete from ${table} where ${scope} and not exists (select 1 from ${kept} as kept where ${isSame})`
      const deleted = total === count ? 0 : $client.prepare(others).run().changes
      $client.exec(`drop table ${kept}`)
      return deleted
    }
  }
}
