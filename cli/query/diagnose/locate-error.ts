import { type Token, tokensOf, unquoted } from './tokens.ts'

/** Occurrences that are tried; each costs a preparation. */
const MAX_TRIES = 100

export interface Complaint {
  sql: string
  /** What SQLite says of it. */
  message: string
  /** What SQLite says of another statement; undefined when it has no complaint. */
  messageFor: (sql: string) => string | undefined
}

/** A stretch of the statement. */
interface Place {
  start: number
  end: number
}

/**
 * Where in a statement the thing stands that SQLite's message names; undefined when it names none.
 * The driver does not pass on SQLite's own offset, so SQLite is asked about variants of the
 * statement: the same name may stand in several places, and only one of them may be wrong.
 */
export function locateError(complaint: Complaint): number | undefined {
  const { sql, message } = complaint
  if (message === 'incomplete input') return sql.trimEnd().length
  const unread = /^near "(.*)": syntax error$|^unrecognized token: "(.*)"$/s.exec(message)
  if (unread) return locateUnread(complaint, unread[1] ?? unread[2] ?? '')
  const column = columnOf(message)
  if (column !== undefined) return locateName(complaint, column, 'null')
  const table = /^no such table: (.*)$/s.exec(message)
  if (table) return locateName(complaint, table[1] ?? '', 'sqlite_schema')
  const called = /^(?:no such function: (.*)|.* function (.*)\(\).*)$/s.exec(message)
  return called ? locateCall(sql, called[1] ?? called[2] ?? '') : undefined
}

/** The column that a message complains of, as it is written in the message. */
export function columnOf(message: string): string | undefined {
  const found = /^(?:no such column|ambiguous column name): (.*?)(?: - should this be .*)?$/s
  return found.exec(message)?.[1]
}

/** The first occurrence up to which the statement is already wrong in the same way. */
function locateUnread(complaint: Complaint, text: string): number | undefined {
  const { sql, message, messageFor } = complaint
  const starts = tokensOf(sql)
    .map((token) => token.start)
    .filter((start) => sql.startsWith(text, start))
  const found = starts
    .slice(0, MAX_TRIES)
    .find((start) => messageFor(sql.slice(0, start + text.length)) === message)
  return found ?? starts[0]
}

/**
 * The first occurrence that is wrong even when something valid stands for all others; else one
 * without which nothing is wrong: of others, such as a column's new name, there is no valid form.
 */
function locateName(complaint: Complaint, name: string, valid: string): number | undefined {
  const { sql, message, messageFor } = complaint
  const places = placesOf(sql, name)
  if (places.length < 2) return places[0]?.start
  const tried = places.slice(0, MAX_TRIES)
  const found =
    tried.find((place) => {
      const others = places.filter((other) => other !== place)
      return messageFor(replaced(sql, others, valid)) === message
    }) ?? tried.find((place) => messageFor(replaced(sql, [place], valid)) === undefined)
  return (found ?? places[0])?.start
}

function locateCall(sql: string, name: string): number | undefined {
  const tokens = tokensOf(sql)
  const call = tokens.find((token, index) => isSame(token, name) && tokens[index + 1]?.text === '(')
  return call?.start
}

/** Where a name with or without qualifier stands; a part of a longer name does not count. */
function placesOf(sql: string, name: string): Place[] {
  const tokens = tokensOf(sql)
  const parts = tokensOf(name)
  return tokens.flatMap((token, index) => {
    const run = tokens.slice(index, index + parts.length)
    const isRun =
      run.length === parts.length && parts.every((part, at) => isSame(run[at], part.text))
    if (!isRun || tokens[index - 1]?.text === '.') return []
    const last = run.at(-1) ?? token
    return [{ start: token.start, end: last.start + last.text.length }]
  })
}

function isSame(token: Token | undefined, text: string): boolean {
  return token !== undefined && unquoted(token.text).toLowerCase() === unquoted(text).toLowerCase()
}

function replaced(sql: string, places: Place[], text: string): string {
  return places.reduceRight((result, { start, end }) => {
    return result.slice(0, start) + text + result.slice(end)
  }, sql)
}
