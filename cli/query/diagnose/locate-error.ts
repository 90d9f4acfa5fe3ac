import { type Token, tokensOf, unquoted } from './tokens.ts'

/** Occurrences to try; each one costs the preparation of a statement. */
const MAX_TRIES = 100

export interface Complaint {
  sql: string
  /** SQLite's error message. */
  message: string
  /** SQLite's error message for another statement; undefined when it has no error. */
  messageFor: (sql: string) => string | undefined
}

/** A range of the statement, in UTF-16 units. */
interface Place {
  start: number
  end: number
}

/**
 * The offset of the name or token in SQLite's error message; undefined when the message has none.
 * better-sqlite3 does not expose SQLite's own offset. A name may occur several times and be wrong at
 * one place only, so variants of the statement are prepared to find that place.
 */
export function locateError(complaint: Complaint): number | undefined {
  const { sql, message } = complaint
  if (message === 'incomplete input') return sql.trimEnd().length
  const token = /^near "(.*)": syntax error$|^unrecognized token: "(.*)"$/s.exec(message)
  if (token) return locateToken(complaint, token[1] ?? token[2] ?? '')
  const column = columnOf(message)
  if (column !== undefined) return locateName(complaint, column, 'null')
  const table = /^no such table: (.*)$/s.exec(message)
  if (table) return locateName(complaint, table[1] ?? '', 'sqlite_schema')
  const called = /^(?:no such function: (.*)|.* function (.*)\(\).*)$/s.exec(message)
  return called ? locateCall(sql, called[1] ?? called[2] ?? '') : undefined
}

/** The column in an error message, as it is written there. */
export function columnOf(message: string): string | undefined {
  const found = /^(?:no such column|ambiguous column name): (.*?)(?: - should this be .*)?$/s
  return found.exec(message)?.[1]
}

/** The first occurrence at which the statement, truncated there, already has the same error. */
function locateToken(complaint: Complaint, text: string): number | undefined {
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
 * The first occurrence with the same error when all others are replaced by something valid;
 * otherwise one whose replacement removes the error. The second case covers places, such as an alias,
 * where no replacement is valid.
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

/** The occurrences of a name, qualified or not; parts of a longer qualified name do not count. */
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
