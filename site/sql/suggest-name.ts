import { nearestName } from '../search/vocabulary.ts'
import { tokensOf, unquoted } from './tokens.ts'

/** The texts in the first column of a query. Throws SQLite's error. */
type ReadNames = (sql: string, ...values: string[]) => string[]

/** A statement with an error, and SQLite's message about it. */
interface Complaint {
  names: ReadNames
  sql: string
  message: string
}

const patterns = {
  function: /^no such function: (.*)$/s,
  table: /^no such table: (.*)$/s,
  column: /^no such column: (.*?)(?: - should this be .*)?$/s
}

/** A name similar to the one that SQLite does not know; undefined if there is none. */
export function suggestName({ names, sql, message }: Complaint): string | undefined {
  const unknown = (kind: keyof typeof patterns) => patterns[kind].exec(message)?.[1]
  const called = unknown('function')
  if (called !== undefined) return nearest(called, functions(names))
  const table = unknown('table')
  if (table !== undefined) return nearest(table, tables(names))
  const column = unknown('column')
  return column === undefined ? undefined : nearest(column, columnsIn(names, sql))
}

function functions(names: ReadNames): string[] {
  return names('select distinct name from pragma_function_list')
}

function tables(names: ReadNames): string[] {
  return names("select name from pragma_table_list where type <> 'shadow'")
}

/** The columns of the tables that a statement names. */
function columnsIn(names: ReadNames, sql: string): string[] {
  const words = new Set(tokensOf(sql).map((token) => unquoted(token).toLowerCase()))
  return tables(names)
    .filter((table) => words.has(table.toLowerCase()))
    .flatMap((table) => columnsOf(names, table))
}

function columnsOf(names: ReadNames, table: string): string[] {
  try {
    return names('select name from pragma_table_info(?)', table)
  } catch (error) {
    // A view that references a missing table has no columns to suggest.
    if (isSqlError(error)) return []
    throw error
  }
}

/** SQLITE_ERROR, as better-sqlite3 and sqlite-wasm report it. */
function isSqlError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return 'code' in error
    ? error.code === 'SQLITE_ERROR'
    : 'resultCode' in error && error.resultCode === 1
}

/** The most similar candidate to a name, which may be qualified (`page.titel`). */
function nearest(name: string, candidates: string[]): string | undefined {
  return nearestName(unquoted(tokensOf(name).at(-1) ?? name), candidates)
}
