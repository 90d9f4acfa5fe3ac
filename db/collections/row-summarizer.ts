import type { Summary } from '../../site/pages/view-window.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { type LookedUpValue, lookUpValues } from '../values/look-up-values.ts'

type Values = Map<string, LookedUpValue[]>
type Result = Summary['value']
type Summarizer = (rowIds: string[]) => Result

/**
 * Returns a function that summarizes one property over some of these rows. `aggregator` is Notion's
 * name of the function; undefined for an unknown one.
 */
export function rowSummarizer(
  mirror: Mirror,
  allRowIds: string[],
  { property, aggregator }: { property: string; aggregator: string }
): Summarizer | undefined {
  if (aggregator === 'count') return (rowIds) => rowIds.length
  const summarize = Object.hasOwn(summarizers, aggregator) ? summarizers[aggregator] : undefined
  if (!summarize) return undefined
  const values = lookUpValues(mirror, allRowIds, property)
  return (rowIds) => summarize(rowIds, values)
}

type Rule = (rowIds: string[], values: Values) => Result

const valuesOf = (rowIds: string[], values: Values) => rowIds.flatMap((id) => values.get(id) ?? [])
const filled = (rowIds: string[], values: Values) => rowIds.filter((id) => values.has(id)).length
const checked = (rowIds: string[], values: Values) =>
  rowIds.filter((id) => values.get(id)?.[0]?.number === 1).length
const part = (some: number, rowIds: string[]) => (rowIds.length === 0 ? 0 : some / rowIds.length)

const ofNumbers =
  (reduce: (numbers: number[]) => number): Rule =>
  (rowIds, values) => {
    const numbers = valuesOf(rowIds, values).flatMap(({ number }) => number ?? [])
    return numbers.length === 0 ? null : reduce(numbers)
  }

/** Summarizes the first and last day in the values, as `YYYY-MM-DD`. */
const ofDays =
  (pick: (first: string, last: string) => [string, string]): Rule =>
  (rowIds, values) => {
    const days = valuesOf(rowIds, values).flatMap(
      ({ text }) => text?.match(/\d{4}-\d\d-\d\d/g) ?? []
    )
    if (days.length === 0) return null
    const first = days.reduce((a, b) => (a < b ? a : b))
    return pick(
      first,
      days.reduce((a, b) => (a > b ? a : b))
    )
  }

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const least = (numbers: number[]) => numbers.reduce((a, b) => Math.min(a, b))
const most = (numbers: number[]) => numbers.reduce((a, b) => Math.max(a, b))

const summarizers: Record<string, Rule> = {
  count_values: (rowIds, values) => valuesOf(rowIds, values).length,
  unique: (rowIds, values) =>
    new Set(valuesOf(rowIds, values).map(({ target_id: id, text, number }) => id ?? text ?? number))
      .size,
  empty: (rowIds, values) => rowIds.length - filled(rowIds, values),
  not_empty: filled,
  percent_empty: (rowIds, values) => part(rowIds.length - filled(rowIds, values), rowIds),
  percent_not_empty: (rowIds, values) => part(filled(rowIds, values), rowIds),
  checked,
  unchecked: (rowIds, values) => rowIds.length - checked(rowIds, values),
  percent_checked: (rowIds, values) => part(checked(rowIds, values), rowIds),
  percent_unchecked: (rowIds, values) => part(rowIds.length - checked(rowIds, values), rowIds),
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

function median(numbers: number[]): number {
  const ordered = numbers.toSorted((a, b) => a - b)
  const middle = ordered.slice(
    Math.ceil(ordered.length / 2) - 1,
    Math.floor(ordered.length / 2) + 1
  )
  return sum(middle) / middle.length
}
