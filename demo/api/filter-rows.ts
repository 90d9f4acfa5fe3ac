import type { Block } from 'notion-types'

import { dayOf, relativeRange } from './date-range.ts'
import {
  type Comparable,
  type RowContext,
  comparableValue,
  isEmptyValue
} from './property-value.ts'
import { RefusedError } from './refused-error.ts'

/**
 * A rule on one property, or a group of rules; the shape of `query2.filter` and of a request's
 * filter.
 */
export interface FilterTree {
  operator?: string
  filters?: FilterTree[]
  property?: string
  filter?: { operator?: string; value?: { type?: string; value?: unknown } }
}

/** Whether a row matches a filter. Throws RefusedError for an operator that is not implemented. */
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

  // notion-client omits the operator for groups of some types; it means "is".
  const { operator = 'enum_is', value } = tree.filter
  const actual = comparableValue(row, tree.property, context.collection)
  const dateTest = dateOperators[operator]
  if (dateTest) return passesDate(dateTest, { actual, expected: value, context })
  if (operator.startsWith('status_is')) return passesStatus(row, tree, context)
  const test = operators[operator]
  if (!test) throw new RefusedError(`the filter operator ${operator} is not known`)
  if (tree.filter.operator !== undefined) refuseWrapped(value?.value)
  return test(actual, value?.value)
}

/** A status is compared with an option or with a group of options. */
function passesStatus(row: Block, { property = '', filter }: FilterTree, context: RowContext) {
  const { type, value } = filter?.value ?? {}
  const { options = [], groups = [] } = (context.collection.schema[property] ?? {}) as StatusSchema
  if (type !== 'is_option' && type !== 'is_group') {
    throw new RefusedError(`the value of a status filter is ${type}, not is_option or is_group`)
  }
  const group = groups.find(({ name }) => name === value)
  const names = options.flatMap(({ id, value: name }) =>
    group?.optionIds?.includes(id) ? [name] : []
  )
  const actual = comparableValue(row, property, context.collection)
  const isSame =
    type === 'is_option' ? equals(actual, value) : names.some((name) => name === actual)
  return isSame === (filter?.operator === 'status_is')
}

interface StatusSchema {
  options?: { id: string; value: string }[]
  groups?: { name: string; optionIds?: string[] }[]
}

/** Only people and pages are compared by objects. */
function refuseWrapped(value: unknown): void {
  if (typeof value !== 'object' || value === null || 'id' in value) return
  throw new RefusedError(`the filter has ${JSON.stringify(value)} in place of a value`)
}

/** The name in the value of a group: the value itself, or a field of an object. */
export function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  const { id, value: inner, option, group } = value as Record<string, unknown>
  return String(inner ?? option ?? group ?? id ?? '')
}

type Test = (actual: Comparable, expected: unknown) => boolean

const equals: Test = (actual, expected) =>
  Array.isArray(actual)
    ? actual.includes(nameOf(expected))
    : String(actual ?? '') === nameOf(expected)
const contains: Test = (actual, expected) =>
  Array.isArray(actual)
    ? actual.includes(nameOf(expected))
    : folded(actual).includes(folded(expected))
const starts: Test = (actual, expected) => folded(actual).startsWith(folded(expected))
const ends: Test = (actual, expected) => folded(actual).endsWith(folded(expected))
const compare =
  (passes: (a: number, b: number) => boolean): Test =>
  (actual, expected) =>
    actual !== undefined && passes(Number(actual), Number(expected))
const not =
  (test: Test): Test =>
  (actual, expected) =>
    !test(actual, expected)

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
  checkbox_is: (actual, expected) =>
    (actual === true) === (expected === true || expected === 'Yes'),
  checkbox_is_not: (actual, expected) =>
    (actual === true) !== (expected === true || expected === 'Yes'),
  enum_is: equals,
  enum_is_not: not(equals),
  enum_contains: contains,
  enum_does_not_contain: not(contains),
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

interface DateTestInput {
  actual: Comparable
  expected: { type?: string; value?: unknown } | undefined
  context: RowContext
}

/** A row without a date matches no date rule. */
function passesDate(test: DateTest, { actual, expected, context }: DateTestInput): boolean {
  if (typeof actual !== 'string' && typeof actual !== 'number') return false
  const { timeZone, today } = context
  const range =
    expected?.type === 'relative'
      ? relativeRange(nameOf(expected.value), today)
      : exactRange(expected?.value, timeZone)
  const start = range.start_date ?? ''
  return test(dayOf(actual, timeZone), {
    start,
    end: range.end_date ?? range.start_date ?? '\uFFFF'
  })
}

interface ExpectedRange {
  start_date?: string
  end_date?: string
  range?: ExpectedRange
}

function exactRange(expected: unknown, timeZone: string): ExpectedRange {
  if (typeof expected === 'string' || typeof expected === 'number') {
    return { start_date: dayOf(expected, timeZone) }
  }
  const range = (expected ?? {}) as ExpectedRange
  return range.range ?? range
}

function folded(value: unknown): string {
  return nameOf(value).toLowerCase()
}
