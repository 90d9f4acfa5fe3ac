import Database from 'better-sqlite3'

import { editDistance } from '../../../site/search/edit-distance.ts'
import { columnOf } from './locate-error.ts'
import { tokensOf, unquoted } from './tokens.ts'

interface Column {
  table_name: string
  name: string
}

/** A suggestion for a name that SQLite does not know; undefined when no known name is similar. */
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
    // A view that references a missing table has no columns to suggest.
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR') return []
    throw error
  }
}

/** A similar column of the tables in the statement, or the tables that have a column of this name. */
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

/** The candidate with the smallest edit distance, if that is at most a third of the name. */
function nearest(name: string, candidates: string[]): string | undefined {
  const wanted = name.toLowerCase()
  const limit = Math.max(1, Math.floor(wanted.length / 3))
  const ranked = candidates
    .filter((candidate) => Math.abs(candidate.length - wanted.length) <= limit)
    .map((candidate) => ({
      candidate,
      distance: editDistance(wanted, candidate.toLowerCase(), limit)
    }))
    // Equal distances: the first in alphabetical order, so the shorter of two with a common prefix.
    .toSorted((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
  const [first] = ranked
  return first && first.distance <= limit ? first.candidate : undefined
}

function isEqual(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
