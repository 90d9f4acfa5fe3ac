import Database from 'better-sqlite3'

import { Vocabulary } from '../../site/search/vocabulary.ts'
import { tokensOf, unquoted } from './tokens.ts'

/** A statement with an error, and SQLite's message about it. */
interface Complaint {
  database: Database.Database
  sql: string
  message: string
}

const patterns = {
  function: /^no such function: (.*)$/s,
  table: /^no such table: (.*)$/s,
  column: /^no such column: (.*?)(?: - should this be .*)?$/s
}

/** A name similar to the one that SQLite does not know; undefined if there is none. */
export function suggestName({ database, sql, message }: Complaint): string | undefined {
  const unknown = (kind: keyof typeof patterns) => patterns[kind].exec(message)?.[1]
  const called = unknown('function')
  if (called !== undefined) return nearest(called, functions(database))
  const table = unknown('table')
  if (table !== undefined) return nearest(table, tables(database))
  const column = unknown('column')
  return column === undefined ? undefined : nearest(column, columnsIn(database, sql))
}

function functions(database: Database.Database): string[] {
  return names(database, 'select distinct name from pragma_function_list')
}

function tables(database: Database.Database): string[] {
  return names(database, "select name from pragma_table_list where type <> 'shadow'")
}

/** The columns of the tables that a statement names. */
function columnsIn(database: Database.Database, sql: string): string[] {
  const words = new Set(tokensOf(sql).map((token) => unquoted(token).toLowerCase()))
  return tables(database)
    .filter((table) => words.has(table.toLowerCase()))
    .flatMap((table) => columnsOf(database, table))
}

function columnsOf(database: Database.Database, table: string): string[] {
  try {
    return names(database, 'select name from pragma_table_info(?)', table)
  } catch (error) {
    // A view that references a missing table has no columns to suggest.
    if (error instanceof Database.SqliteError && error.code === 'SQLITE_ERROR') return []
    throw error
  }
}

function names(database: Database.Database, sql: string, ...values: string[]): string[] {
  return database
    .prepare<string[], string>(sql)
    .pluck()
    .all(...values)
}

/** The most similar candidate to a name, which may be qualified (`page.titel`). */
function nearest(name: string, candidates: string[]): string | undefined {
  const wanted = unquoted(tokensOf(name).at(-1) ?? name).toLowerCase()
  const byText = new Map(candidates.map((candidate) => [candidate.toLowerCase(), candidate]))
  const known = new Vocabulary([...byText.keys()].map((text) => [text, 0]))
  return byText.get(known.similar(wanted, 1)[0] ?? '')
}
