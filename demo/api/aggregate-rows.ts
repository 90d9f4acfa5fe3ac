import type { Block } from 'notion-types'

import { median, sum } from '../../site/notion/collections/statistics.ts'
import { dayOf } from './date-range.ts'
import {
  type Comparable,
  type RowContext,
  comparableValue,
  isEmptyValue
} from './property-value.ts'
import { RefusedError } from './refused-error.ts'

/** The parameters of an `aggregation` reducer. */
export interface Aggregation {
  property?: string
  aggregator?: string
}

/**
 * Aggregates rows; returns the `aggregationResult` of a response. Throws RefusedError for an
 * unknown aggregator.
 */
export function aggregateRows(
  rows: Block[],
  aggregation: Aggregation,
  context: RowContext
): { type: string; value?: unknown } {
  const { property = 'title', aggregator = 'count' } = aggregation
  const values = rows.map((row) => comparableValue(row, property, context.collection))
  const count = counters[aggregator]
  if (count) return { type: 'number', value: count(values) }

  const pick = dates[aggregator]
  if (!pick) throw new RefusedError(`the aggregator ${aggregator} is not known`)
  const days = values
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) => dayOf(value, context.timeZone))
    .toSorted()
  return { type: 'date', ...(days.length > 0 && { value: pick(days) }) }
}

type Counter = (values: Comparable[]) => number | undefined

const filled = (values: Comparable[]) => values.filter((value) => !isEmptyValue(value))
const checked: Counter = (values) => values.filter((value) => value === true).length
const part = (some: number, all: number) => (all === 0 ? 0 : some / all)

/** The sum of no numbers is 0; other aggregates of no numbers are undefined. */
const ofNumbers =
  (reduce: (numbers: number[]) => number): Counter =>
  (values) => {
    const numbers = values.filter((value) => typeof value === 'number')
    return numbers.length > 0 || reduce === sum ? reduce(numbers) : undefined
  }

const counters: Record<string, Counter> = {
  count: (values) => values.length,
  count_values: (values) => filled(values).flat().length,
  unique: (values) => new Set(filled(values).flat()).size,
  empty: (values) => values.length - filled(values).length,
  not_empty: (values) => filled(values).length,
  percent_empty: (values) => part(values.length - filled(values).length, values.length),
  percent_not_empty: (values) => part(filled(values).length, values.length),
  checked,
  unchecked: (values) => values.length - Number(checked(values)),
  percent_checked: (values) => part(Number(checked(values)), values.length),
  percent_unchecked: (values) => part(values.length - Number(checked(values)), values.length),
  sum: ofNumbers(sum),
  average: ofNumbers((numbers) => sum(numbers) / numbers.length),
  median: ofNumbers(median),
  min: ofNumbers((numbers) => Math.min(...numbers)),
  max: ofNumbers((numbers) => Math.max(...numbers)),
  range: ofNumbers((numbers) => Math.max(...numbers) - Math.min(...numbers))
}

/** Take sorted days, at least one. */
const dates: Record<string, (days: string[]) => object> = {
  earliest_date: (days) => ({ type: 'date', start_date: days[0] }),
  latest_date: (days) => ({ type: 'date', start_date: days.at(-1) }),
  date_range: (days) => ({ type: 'daterange', start_date: days[0], end_date: days.at(-1) })
}
