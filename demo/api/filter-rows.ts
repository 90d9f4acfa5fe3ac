import type { Block } from 'notion-types'

import { dayOf, relativeRange } from './date-range.ts'
import {
  type Comparable,
  type RowContext,
  comparableValue,
  isEmptyValue
} from './property-value.ts'
import { RefusedError } from './refused-error.ts'

/** A rule on one property, or a group of rules; the shape of `query2.filter` and of a loader's filter. */
export interface FilterTree {
  operator?: string
  filters?: FilterTree[]
  property?: string
  filter?: { operator?: string; value?: { type?: string; value?: unknown } }
}

/** Whether a row passes a filter. An operator nobody has written here yet is an error, not a pass. */
export function passesFilter(
  row: Block,
  tree: FilterTree | undefined,
  context: RowContext
): boolean {
  if (!tree) return true
  if (tree.filters) {
    const passes = (part: FilterTree) => passesFilter(row, part, context)
    return tree.operator === 'or' && tree.filters.length > 0
      ? tree.filters.some(passes)
      : tree.filters.every(passes)
  }
  if (!tree.property || !tree.filter) return true

  // notion-client asks for the groups of some types without an operator, and means "is".
  const { operator = 'enum_is', value } = tree.filter
  const held = comparableValue(row, tree.property, context.collection)
  const dateTest = dateOperators[operator]
  if (dateTest) return passesDate(dateTest, { held, asked: value, context })
  const test = operators[operator]
  if (!test) throw new RefusedError(`the filter operator ${operator} is not known`)
  return test(held, value?.value)
}

/** The value of a name asked for: plain, or in an object with its id. */
export function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  const { id, value: inner } = value as { id?: unknown; value?: unknown }
  return String(inner ?? id ?? '')
}

type Test = (held: Comparable, asked: unknown) => boolean

const equals: Test = (held, asked) =>
  Array.isArray(held) ? held.includes(nameOf(asked)) : String(held ?? '') === nameOf(asked)
const contains: Test = (held, asked) =>
  Array.isArray(held) ? held.includes(nameOf(asked)) : folded(held).includes(folded(asked))
const starts: Test = (held, asked) => folded(held).startsWith(folded(asked))
const ends: Test = (held, asked) => folded(held).endsWith(folded(asked))
const compare =
  (passes: (a: number, b: number) => boolean): Test =>
  (held, asked) =>
    held !== undefined && passes(Number(held), Number(asked))
const not =
  (test: Test): Test =>
  (held, asked) =>
    !test(held, asked)

const operators: Record<string, Test> = {
  is_empty: isEmptyValue,
  is_not_empty: not(isEmptyValue),
  string_is: equals,
  string_is_not: not(equals),
  string_contains: contains,
  string_does_not_contain: not(contains),
  string_starts_with: starts,
  string_ends_with: ends,
  number_equals: compare((a, b) => a === b),
  number_does_not_equal: compare((a, b) => a !== b),
  number_greater_than: compare((a, b) => a > b),
  number_greater_than_or_equal_to: compare((a, b) => a >= b),
  number_less_than: compare((a, b) => a < b),
  number_less_than_or_equal_to: compare((a, b) => a <= b),
  checkbox_is: (held, asked) => (held === true) === (asked === true || asked === 'Yes'),
  checkbox_is_not: (held, asked) => (held === true) !== (asked === true || asked === 'Yes'),
  enum_is: equals,
  enum_is_not: not(equals),
  enum_contains: contains,
  enum_does_not_contain: not(contains),
  status_is: equals,
  status_is_not: not(equals),
  person_contains: contains,
  person_does_not_contain: not(contains),
  relation_contains: contains,
  relation_does_not_contain: not(contains)
}

type DateTest = (day: string, range: { start: string; end: string }) => boolean

const within: DateTest = (day, { start, end }) => day >= start && day <= end

const dateOperators: Record<string, DateTest> = {
  date_is: within,
  date_is_within: within,
  date_is_before: (day, { start }) => day < start,
  date_is_after: (day, { end }) => day > end,
  date_is_on_or_before: (day, { end }) => day <= end,
  date_is_on_or_after: (day, { start }) => day >= start
}

interface DateQuestion {
  held: Comparable
  asked: { type?: string; value?: unknown } | undefined
  context: RowContext
}

/** A row without a date passes no question about its date. */
function passesDate(test: DateTest, { held, asked, context }: DateQuestion): boolean {
  if (typeof held !== 'string' && typeof held !== 'number') return false
  const { timeZone, today } = context
  const range =
    asked?.type === 'relative'
      ? relativeRange(nameOf(asked.value), today)
      : exactRange(asked?.value, timeZone)
  const start = range.start_date ?? ''
  return test(dayOf(held, timeZone), { start, end: range.end_date ?? range.start_date ?? '\uFFFF' })
}

interface AskedRange {
  start_date?: string
  end_date?: string
  range?: AskedRange
}

function exactRange(asked: unknown, timeZone: string): AskedRange {
  if (typeof asked === 'string' || typeof asked === 'number') {
    return { start_date: dayOf(asked, timeZone) }
  }
  const range = (asked ?? {}) as AskedRange
  return range.range ?? range
}

function folded(value: unknown): string {
  return nameOf(value).toLowerCase()
}
