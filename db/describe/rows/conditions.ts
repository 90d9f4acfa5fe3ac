import type { Filter } from '../../../site/browse/data-query.ts'
import type { BrowsableColumn, BrowsableTable } from '../browsable-tables.ts'
import { parseJson } from '../../../site/formats/parse-json.ts'
import { BrowseError } from '../browse-error.ts'
import { MAX_FILTERS, MAX_LISTED, MAX_VALUE_LENGTH, findColumn } from './rows-request.ts'
import { quoteName } from '../../../site/sql/quote-name.ts'
import type { SqlValue } from '../sql-value.ts'
import { midnightOf } from '../../../site/formats/midnight-of.ts'

/** A part of a statement, with the values of its parameters in order. */
export interface SqlPart {
  sql: string
  values: SqlValue[]
}

const comparisons = { exact: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** The conditions of a request, joined by `and`; `true` without any. Throws `BrowseError`. */
export function conditions(table: BrowsableTable, filters: Filter[] = []): SqlPart {
  if (filters.length > MAX_FILTERS) {
    throw new BrowseError(`there are more than ${MAX_FILTERS} conditions`)
  }
  const parts = filters.map((filter) => condition(findColumn(table, filter.column), filter))
  return {
    sql: parts.length === 0 ? 'true' : parts.map(({ sql }) => sql).join(' and '),
    values: parts.flatMap(({ values }) => values)
  }
}

function condition(column: BrowsableColumn, { operator, value }: Filter): SqlPart {
  const name = quoteName(column.name)
  if (value.length > MAX_VALUE_LENGTH) {
    throw new BrowseError(
      `the value for "${column.name}" is longer than ${MAX_VALUE_LENGTH} characters`
    )
  }
  switch (operator) {
    case 'isnull':
      return { sql: `${name} is null`, values: [] }
    case 'notnull':
      return { sql: `${name} is not null`, values: [] }
    case 'contains':
      return like(name, `%${escapeLike(value)}%`)
    case 'startswith':
      return like(name, `${escapeLike(value)}%`)
    case 'endswith':
      return like(name, `%${escapeLike(value)}`)
    case 'not': {
      const equal = comparison(column, '=', value)
      return { ...equal, sql: `coalesce(not ${equal.sql}, true)` }
    }
    case 'in':
      return inList(column, listOf(value))
    default:
      return comparison(column, comparisons[operator], value)
  }
}

/** ASCII letters match in either case. SQLite reads a pattern up to the first NUL only. */
function like(name: string, pattern: string): SqlPart {
  if (pattern.includes('\0')) return { sql: 'false', values: [] }
  return { sql: `${name} like ? escape '\\'`, values: [pattern] }
}

function escapeLike(text: string): string {
  return text.replaceAll(/[\\%_]/g, String.raw`\$&`)
}

/** Compares texts with texts and numbers with numbers, because SQLite orders all numbers first. */
function comparison(column: BrowsableColumn, operator: string, value: string): SqlPart {
  const name = quoteName(column.name)
  if (column.kind === 'text') return { sql: `(${name} ${operator} ?)`, values: [value] }
  if (column.kind === 'number') {
    return { sql: `(${name} ${operator} ?)`, values: [numberFor(column, value)] }
  }
  const number = numberOf(value)
  const ofText = `typeof(${name}) = 'text' and ${name} ${operator} ?`
  if (number === undefined) return { sql: `(${ofText})`, values: [value] }
  return {
    sql: `((${ofText}) or (typeof(${name}) in ('integer', 'real') and ${name} ${operator} ?))`,
    values: [value, number]
  }
}

function inList(column: BrowsableColumn, list: string[]): SqlPart {
  if (list.length > MAX_LISTED) {
    throw new BrowseError(`the list for "${column.name}" has more than ${MAX_LISTED} values`)
  }
  if (list.length === 0) return { sql: 'false', values: [] }
  const parts = list.map((value) => comparison(column, '=', value))
  return {
    sql: `(${parts.map(({ sql }) => sql).join(' or ')})`,
    values: parts.flatMap(({ values }) => values)
  }
}

/** The values of an `in`: separated by commas, or a JSON array if they contain commas themselves. */
function listOf(text: string): string[] {
  if (!text.startsWith('[')) return text === '' ? [] : text.split(',')
  const list = parseJson(text)
  if (Array.isArray(list) && list.every((each) => ['string', 'number'].includes(typeof each))) {
    return list.map(String)
  }
  throw new BrowseError(
    'a list must be values separated by commas, or a JSON array of texts and numbers'
  )
}

/** A number for a column of numbers; for an instant also a date such as `2026-10-01`. */
function numberFor({ name, isInstant }: BrowsableColumn, value: string): number {
  const number = numberOf(value) ?? (isInstant ? instantOf(value) : undefined)
  if (number !== undefined) return number
  const kinds = isInstant ? 'a number of milliseconds or a date such as 2026-10-01' : 'a number'
  throw new BrowseError(`the value for "${name}" must be ${kinds}`)
}

function numberOf(text: string): number | undefined {
  const isNumber = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i.test(text)
  const number = isNumber ? Number(text) : Number.NaN
  return Number.isFinite(number) ? number : undefined
}

/** UTC, as everywhere in the mirror. */
function instantOf(text: string): number | undefined {
  const [, day, time = '00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?Z?$/.exec(text.trim()) ?? []
  if (midnightOf(day) === undefined) return undefined
  const instant = Date.parse(`${day}T${time}Z`)
  return Number.isNaN(instant) ? undefined : instant
}
