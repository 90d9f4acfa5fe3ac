import { median, sum } from '../notion/collections/statistics.ts'
import type { Aggregation } from '../notion/collections/aggregation.ts'
import type { Summary } from './view-window.ts'

/** A value of a row. */
interface SummarizableValue {
  text: string | null
  number: number | null
  target_id: string | null
}

/** The ordered values of a property by row; rows without a value are absent. */
type Values = ReadonlyMap<unknown, readonly SummarizableValue[]>
type Result = Summary['value']
type Rows = readonly unknown[]
type Rule = (rows: Rows, values: Values, counted: ReadonlySet<string>) => Result

/**
 * Returns the function that summarizes rows for an aggregation; undefined if its aggregator is not known.
 * Rows may be identified by any value, such as an id or a number.
 */
export function summaryFunction({
  aggregator,
  group
}: Aggregation): ((rows: Rows, values: Values) => Result) | undefined {
  const rule = Object.hasOwn(summarizers, aggregator) ? summarizers[aggregator] : undefined
  const counted = new Set(group?.options)
  return rule && ((rows, values) => rule(rows, values, counted))
}

const valuesOf = (rows: Rows, values: Values) => rows.flatMap((id) => values.get(id) ?? [])
const filled = (rows: Rows, values: Values) => rows.filter((id) => values.has(id)).length
const checked = (rows: Rows, values: Values) =>
  rows.filter((id) => values.get(id)?.[0]?.number === 1).length
const ofGroup = (rows: Rows, values: Values, counted: ReadonlySet<string>) =>
  rows.filter((id) => values.get(id)?.some(({ text }) => text !== null && counted.has(text))).length
const part = (some: number, rows: Rows) => (rows.length === 0 ? 0 : some / rows.length)

const ofNumbers =
  (reduce: (numbers: number[]) => number): Rule =>
  (rows, values) => {
    const numbers = valuesOf(rows, values).flatMap(({ number }) => number ?? [])
    return numbers.length === 0 ? null : reduce(numbers)
  }

/** Summarizes the first and last day in the values, as `YYYY-MM-DD`. */
const ofDays =
  (pick: (first: string, last: string) => [string, string]): Rule =>
  (rows, values) => {
    const days = valuesOf(rows, values).flatMap(({ text }) => text?.match(/\d{4}-\d\d-\d\d/g) ?? [])
    if (days.length === 0) return null
    const first = days.reduce((a, b) => (a < b ? a : b))
    return pick(
      first,
      days.reduce((a, b) => (a > b ? a : b))
    )
  }

const least = (numbers: number[]) => numbers.reduce((a, b) => Math.min(a, b))
const most = (numbers: number[]) => numbers.reduce((a, b) => Math.max(a, b))

const summarizers: Record<string, Rule> = {
  count: (rows) => rows.length,
  count_values: (rows, values) => valuesOf(rows, values).length,
  unique: (rows, values) =>
    new Set(valuesOf(rows, values).map(({ target_id: id, text, number }) => id ?? text ?? number))
      .size,
  empty: (rows, values) => rows.length - filled(rows, values),
  not_empty: filled,
  percent_empty: (rows, values) => part(rows.length - filled(rows, values), rows),
  percent_not_empty: (rows, values) => part(filled(rows, values), rows),
  checked,
  unchecked: (rows, values) => rows.length - checked(rows, values),
  percent_checked: (rows, values) => part(checked(rows, values), rows),
  percent_unchecked: (rows, values) => part(rows.length - checked(rows, values), rows),
  count_per_group: ofGroup,
  percent_per_group: (rows, values, counted) => part(ofGroup(rows, values, counted), rows),
  sum: ofNumbers(sum),
  average: ofNumbers((numbers) => sum(numbers) / numbers.length),
  median: ofNumbers(median),
  min: ofNumbers(least),
  max: ofNumbers(most),
  range: ofNumbers((numbers) => most(numbers) - least(numbers)),
  earliest_date: ofDays((first) => [first, first]),
  latest_date: ofDays((_first, last) => [last, last]),
  date_range: ofDays((first, last) => [first, last])
}
