import Database from 'better-sqlite3'

import { columnOf } from './locate-error.ts'
import { tokensOf, unquoted } from './tokens.ts'

interface Column {
  table_name: string
  name: string
}

/** What was meant by a name that SQLite does not know; undefined when nothing is near it. */
export function suggestName(complaint: {
  database: Database.Database
  sql: string
  message: string
}): string | undefined {
  const { database, sql, message } = complaint
  const table = /^no such table: (?:main\.)?(.*)$/s.exec(message)?.[1]
  if (table !== undefined) return meant(nearest(table, tables(database)))
  const called = /^no such function: (.*)$/s.exec(message)?.[1]
  if (called !== undefined) return meant(nearest(called, functions(database)))
  const column = message.startsWith('no such column') ? columnOf(message) : undefined
  if (column === undefined) return undefined
  const columns = tables(database).flatMap((name) => columnsOf(database, name))
  return suggestColumn(column, sql, columns)
}

function functions(database: Database.Database): string[] {
  return database
    .prepare<[], string>('select distinct name from pragma_function_list')
    .pluck()
    .all()
}

function tables(database: Database.Database): string[] {
  return database
    .prepare<[], string>("select name from pragma_table_list where type <> 'shadow'")
    .pluck()
    .all()
}

function columnsOf(database: Database.Database, table: string): Column[] {
  const names = database.prepare<[string], string>('select name from pragma_table_info(?)').pluck()
  try {
    return names.all(table).map((name) => ({ table_name: table, name }))
  } catch (error) {
    // A view that names what is not there has no columns, and is not what was asked about.
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR') return []
    throw error
  }
}

/** A column of the tables that the statement names, or the table that has a column of this name. */
function suggestColumn(column: string, sql: string, columns: Column[]): string | undefined {
  const name = unquoted(tokensOf(column).at(-1)?.text ?? column)
  const words = new Set(tokensOf(sql).map(({ text }) => unquoted(text).toLowerCase()))
  const isNamed = ({ table_name }: Column) => words.has(table_name.toLowerCase())
  const near = nearest(
    name,
    columns
      .filter(isNamed)
      .map((each) => each.name)
      .filter((each) => !isEqual(each, name))
  )
  if (near !== undefined) return meant(near)
  const owners = columns.filter((each) => isEqual(each.name, name)).map((each) => each.table_name)
  return owners.length === 0 ? undefined : `it is a column of ${owners.slice(0, 4).join(', ')}`
}

function meant(name: string | undefined): string | undefined {
  return name === undefined ? undefined : `did you mean "${name}"?`
}

/** The candidate with the fewest letters to change, when they are few. */
function nearest(name: string, candidates: string[]): string | undefined {
  const wanted = name.toLowerCase()
  const limit = Math.max(1, Math.floor(wanted.length / 3))
  const ranked = candidates
    .filter((candidate) => Math.abs(candidate.length - wanted.length) <= limit)
    .map((candidate) => ({ candidate, distance: distance(wanted, candidate.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance)
  const [first] = ranked
  return first && first.distance <= limit ? first.candidate : undefined
}

/** Letters to insert, delete or replace (Levenshtein); a swap of neighbours counts as one. */
function distance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i]
    for (let j = 1; j <= b.length; j++) {
      const isEqualHere = a[i - 1] === b[j - 1]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const row = rows[i]
      if (row)
        row[j] = Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (isEqualHere ? 0 : 1),
          isSwap ? at(i - 2, j - 2) + 1 : Infinity
        )
    }
  }
  return at(a.length, b.length)
}

function isEqual(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
