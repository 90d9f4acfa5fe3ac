import type { Sort } from '../../../site/browse/data-query.ts'
import type { BrowsableTable } from '../browsable-tables.ts'
import type { SqlPart } from './conditions.ts'
import { findColumn } from './rows-request.ts'
import { quoteName } from '../../../site/sql/quote-name.ts'
import type { SqlValue } from '../sql-value.ts'

/** A term of `order by`. */
interface Term {
  sql: string
  isDescending: boolean
}

/** The total order of the rows of a request. */
export interface Order {
  /** Identifies the list and its order in cursors. */
  name: string
  /** Their values are those of a cursor. */
  terms: Term[]
  /** Whether no two rows have the same values. */
  isUnique: boolean
  /** `order by` without these words. */
  sql: string
}

/** Characters of a text that order rows: a cursor contains them. Longer texts are compared by the key. */
const ORDERED_CHARACTERS = 64

/** The order by a column, and then by the key or, without a key, by all columns. Throws `BrowseError`. */
export function orderOf(table: BrowsableTable, sort: Sort | undefined): Order {
  const sorted = sort && findColumn(table, sort.column)
  const isDescending = sort?.isDescending ?? false
  const direction = isDescending ? '-' : ''
  const isUnique = table.key.length > 0
  const rest = isUnique ? table.key : table.columns.map(({ name }) => name)
  const others = rest.filter((name) => name !== sorted?.name)
  const isKeyed = (name: string) => isUnique && table.key.includes(name)
  const terms = [
    ...(sorted ? [{ sql: ordered(sorted.name, isKeyed(sorted.name)), isDescending }] : []),
    ...others.map((name) => ({ sql: ordered(name, isUnique), isDescending }))
  ]
  // Without a key, whole values decide between rows that are equal up to the cut. A cursor does not
  // contain them.
  const whole = isUnique ? [] : table.columns.map(({ name }) => quoteName(name))
  const listed = [...terms.map((term) => `${term.sql}${isDescending ? ' desc' : ''}`), ...whole]
  return {
    name: `${table.id} ${sorted ? direction + sorted.name : ''}`,
    terms,
    isUnique,
    sql: listed.join(', ')
  }
}

/** Cuts texts off, except in key columns, which are short. */
function ordered(column: string, isKey: boolean): string {
  const name = quoteName(column)
  return isKey
    ? name
    : `iif(typeof(${name}) = 'text', substr(${name}, 1, ${ORDERED_CHARACTERS}), ${name})`
}

/**
 * The condition for the rows after a cursor. If the order is not unique, rows equal to the cursor match
 * too, and the statement skips those that were read (`Cursor.skip`).
 */
export function behind({ terms, isUnique }: Order, values: SqlValue[]): SqlPart {
  const pairs = terms.map((term, index) => ({ ...term, value: values[index] ?? null }))
  return lexicographic(pairs, !isUnique)
}

type Pair = Term & { value: SqlValue }

function lexicographic([first, ...rest]: Pair[], isInclusive: boolean): SqlPart {
  if (!first) return { sql: String(isInclusive), values: [] }
  const later = laterThan(first)
  if (rest.length === 0 && !isInclusive) return later
  const next = lexicographic(rest, isInclusive)
  return {
    sql: `(${later.sql} or (${first.sql} is ? and ${next.sql}))`,
    values: [...later.values, first.value, ...next.values]
  }
}

/** SQLite sorts null before all values. */
function laterThan({ sql, isDescending, value }: Pair): SqlPart {
  if (value === null) {
    return { sql: isDescending ? 'false' : `${sql} is not null`, values: [] }
  }
  if (isDescending) return { sql: `(${sql} < ? or ${sql} is null)`, values: [value] }
  return { sql: `${sql} > ?`, values: [value] }
}
