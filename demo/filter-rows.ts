import type { Block, Collection } from 'notion-types'

import { type Comparable, comparableValue } from './property-value.ts'

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
  collection: Collection
): boolean {
  if (!tree) return true
  if (tree.filters) {
    const passes = (part: FilterTree) => passesFilter(row, part, collection)
    return tree.operator === 'or' && tree.filters.length > 0
      ? tree.filters.some(passes)
      : tree.filters.every(passes)
  }
  if (!tree.property || !tree.filter) return true

  // notion-client asks for the groups of some types without an operator, and means "is".
  const { operator = 'enum_is', value } = tree.filter
  const test = operators[operator]
  if (!test) throw new Error(`the filter operator ${operator} is not known`)
  return test(comparableValue(row, tree.property, collection), value?.value)
}

type Test = (held: Comparable, asked: unknown) => boolean

const isEmpty: Test = (held) =>
  held === undefined || held === '' || held === false || (Array.isArray(held) && held.length === 0)
const equals: Test = (held, asked) =>
  Array.isArray(held) ? held.includes(nameOf(asked)) : String(held ?? '') === nameOf(asked)
const contains: Test = (held, asked) =>
  Array.isArray(held) ? held.includes(nameOf(asked)) : folded(held).includes(folded(asked))
const starts: Test = (held, asked) => folded(held).startsWith(folded(asked))
const ends: Test = (held, asked) => folded(held).endsWith(folded(asked))
const before: Test = (held, asked) => held !== undefined && day(held) < startOf(asked)
const after: Test = (held, asked) => held !== undefined && day(held) > endOf(asked)
const within: Test = (held, asked) =>
  held !== undefined && day(held) >= startOf(asked) && day(held) <= endOf(asked)
const compare =
  (passes: (a: number, b: number) => boolean): Test =>
  (held, asked) =>
    held !== undefined && passes(Number(held), Number(asked))
const not =
  (test: Test): Test =>
  (held, asked) =>
    !test(held, asked)

const operators: Record<string, Test> = {
  is_empty: isEmpty,
  is_not_empty: not(isEmpty),
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
  relation_does_not_contain: not(contains),
  date_is: within,
  date_is_before: before,
  date_is_after: after,
  date_is_on_or_before: not(after),
  date_is_on_or_after: not(before),
  date_is_within: within
}

function folded(value: unknown): string {
  return nameOf(value).toLowerCase()
}

/** A value asked for: plain, or in an object with its id. */
function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  const { id, value: inner } = value as { id?: unknown; value?: unknown }
  return String(inner ?? id ?? '')
}

/** `YYYY-MM-DD` of a date or of an instant. */
function day(value: Comparable): string {
  return typeof value === 'number' ? new Date(value).toISOString().slice(0, 10) : String(value)
}

interface Range {
  start_date?: string
  end_date?: string
  range?: Range
}

function startOf(asked: unknown): string {
  return typeof asked === 'string' ? asked : (rangeOf(asked).start_date ?? '')
}

function endOf(asked: unknown): string {
  const range = rangeOf(asked)
  return typeof asked === 'string' ? asked : (range.end_date ?? range.start_date ?? '\uFFFF')
}

function rangeOf(asked: unknown): Range {
  const range = (asked ?? {}) as Range
  return range.range ?? range
}
