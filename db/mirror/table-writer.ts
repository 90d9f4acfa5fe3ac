import { type InferInsertModel } from 'drizzle-orm'
import { type SQLiteTable, getTableConfig } from 'drizzle-orm/sqlite-core'

import type { Mirror } from './open-mirror.ts'

/** Which columns and rows a writer is responsible for; all by default. */
export interface WriterOptions {
  /** Columns that a later step writes: unchanged here, and null in a new row. */
  derivedColumns?: string[]
  /** SQL condition for the rows of this writer; other rows have their own writer. */
  scope?: string
  /** Whether rows that are not written remain; otherwise `finish` deletes them. */
  isPartial?: boolean
}

/** Replaces the content of a table row by row. */
export interface TableWriter<Row> {
  /** Writes a row if it is new or differs from the stored row with its key. */
  write: (row: Row) => void
  /** Deletes the rows that were not written; returns the number of rows added, changed and deleted. */
  finish: () => number
}

/**
 * Returns a writer that changes only the rows that differ. Runs inside the caller's transaction.
 * It uses plain prepared SQL: drizzle's own writes measured a third of the speed.
 */
export function tableWriter<T extends SQLiteTable>(
  mirror: Mirror,
  table: T,
  options: WriterOptions = {}
): TableWriter<InferInsertModel<T>> {
  const { derivedColumns = [], scope = 'true', isPartial = false } = options
  const { name, keys, columns } = describeTable(table, derivedColumns)
  const written = isPartial ? undefined : writtenKeys(mirror, { table: name, keys, scope })
  const upsert = mirror.$client.prepare<Value[]>(upsertSql(name, keys, columns))
  let changed = 0

  return {
    write(row) {
      const values = columns.map((column) => valueOf(row, column))
      changed += upsert.run(...values).changes
      written?.add(keys.map((key) => valueOf(row, key)))
    },
    finish: () => changed + (written?.deleteOthers() ?? 0)
  }
}

/** Replaces the rows of one owner at a time, such as all rows of a block. */
export interface OwnedWriter<Row> {
  /** Writes an owner's rows and deletes its other rows; returns the number added, changed and deleted. */
  write: (ownerId: string, rows: Row[]) => number
}

/** Returns a writer whose owner is the first key column. Runs inside the caller's transaction. */
export function ownedWriter<T extends SQLiteTable>(
  mirror: Mirror,
  table: T,
  options: WriterOptions = {}
): OwnedWriter<InferInsertModel<T>> {
  const { derivedColumns = [], scope = 'true' } = options
  const { name, keys, columns } = describeTable(table, derivedColumns)
  const { $client } = mirror
  const upsert = $client.prepare<Value[]>(upsertSql(name, keys, columns))
  const storedKeys = $client
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
      const written = new Set(
        rows.map((row) => JSON.stringify(keys.map((key) => valueOf(row, key))))
      )
      for (const key of storedKeys.all(ownerId)) {
        if (!written.has(JSON.stringify(key))) changed += remove.run(...key).changes
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
  // Drizzle's row type for this table: its keys are the table's columns.
  return storedValue((row as Record<string, Value | boolean | undefined>)[column])
}

/** Converts a value for storage. Lone surrogates are replaced: other tools refuse rows that are not UTF-8. */
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

/** Collects the written keys in a temporary table: the keys of all blocks need not fit into memory. */
function writtenKeys(
  { $client }: Mirror,
  { table, keys, scope }: { table: string; keys: string[]; scope: string }
) {
  const written = `temp.written_${table}`
  $client.exec(`create temp table written_${table} (
    ${keys.join()}, primary key (${keys.join()})) without rowid`)
  const insert = $client.prepare<Value[]>(
    `insert or ignore into ${written} values (${keys.map(() => '?').join()})`
  )
  let count = 0

  return {
    add: (key: Value[]) => void (count += insert.run(...key).changes),
    deleteOthers(): number {
      const total = $client
        .prepare<[], number>(`select count(*) from ${table} where ${scope}`)
        .pluck()
        .get()
      const isSame = keys.map((key) => `written.${key} = ${table}.${key}`).join(' and ')
      const others = `delete from ${table} where ${scope} and not exists (select 1 from ${written} as written where ${isSame})`
      const deleted = total === count ? 0 : $client.prepare(others).run().changes
      $client.exec(`drop table ${written}`)
      return deleted
    }
  }
}
