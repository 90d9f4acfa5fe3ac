import { type Aggregation, readAggregation } from '../../site/notion/collections/aggregation.ts'
import { median, sum } from '../../site/notion/collections/statistics.ts'
import type { CollectionProperty } from '../records/collection-schema.ts'
import {
  FormulaProblem,
  type FormulaValue,
  isEmpty,
  isFormulaDate,
  toNumber,
  uniqueItems
} from './formula/value.ts'

/**
 * Aggregates the values of the related pages, one list per page. Throws `FormulaProblem` for an unknown
 * aggregation.
 */
export function rollUp(pages: FormulaValue[][], { aggregator, group }: Aggregation): FormulaValue {
  const aggregate = Object.hasOwn(aggregations, aggregator) ? aggregations[aggregator] : undefined
  if (!aggregate) throw new FormulaProblem(`it shows "${aggregator}", which is not known here`)
  return aggregate(pages, new Set<FormulaValue>(group?.options))
}

/** Returns Notion's name of a rollup's function; `show_original` by default. */
export function aggregationOf({ aggregation }: Pick<CollectionProperty, 'aggregation'>): string {
  const name = typeof aggregation === 'object' ? aggregation.operator : aggregation
  return name ?? 'show_original'
}

/** How a rollup aggregates a property of the related pages. Throws `FormulaProblem` for an unknown group. */
export function rollupAggregation(
  rollup: CollectionProperty,
  target: CollectionProperty | undefined
): Aggregation {
  const { groupName } = typeof rollup.aggregation === 'object' ? rollup.aggregation : {}
  const read = readAggregation({ operator: aggregationOf(rollup), groupName }, target)
  if (read) return read
  throw new FormulaProblem(`it counts "${groupName ?? ''}", a group of options that is not known`)
}

/** Aggregations whose result is a list of values. */
export const listAggregations: ReadonlySet<string> = new Set(['show_original', 'show_unique'])

type Aggregate = (pages: FormulaValue[][], counted: ReadonlySet<FormulaValue>) => FormulaValue

const filled = (pages: FormulaValue[][]) => pages.flat().filter((value) => !isBlank(value))
const blank = (pages: FormulaValue[][]) => pages.filter((values) => values.every(isBlank)).length
const checked = (pages: FormulaValue[][]) => pages.flat().filter((value) => value === true).length
const ofGroup = (pages: FormulaValue[][], counted: ReadonlySet<FormulaValue>) =>
  pages.filter((values) => values.some((value) => counted.has(value))).length
const share = (some: number, all: number) => (all === 0 ? 0 : some / all)

/** Without numbers the result is null, except for the sum. */
const ofNumbers =
  (reduce: (numbers: number[]) => number): Aggregate =>
  (pages) => {
    const numbers = filled(pages).map(toNumber)
    return numbers.length > 0 || reduce === sum ? reduce(numbers) : null
  }

const ofDates =
  (pick: (starts: number[], ends: number[]) => [start: number, end: number | null]): Aggregate =>
  (pages) => {
    const dates = filled(pages).filter(isFormulaDate)
    if (dates.length === 0) return null
    const ends = dates.map(({ start, end }) => end ?? start)
    const [start, end] = pick(
      dates.map((date) => date.start),
      ends
    )
    return { start, end, hasTime: dates.some(({ hasTime }) => hasTime) }
  }

/** By Notion's names. */
export const aggregations: Record<string, Aggregate> = {
  show_original: filled,
  show_unique: unique,
  count: (pages) => pages.length,
  count_values: (pages) => filled(pages).length,
  unique: (pages) => unique(pages).length,
  empty: blank,
  not_empty: (pages) => pages.length - blank(pages),
  percent_empty: (pages) => share(blank(pages), pages.length),
  percent_not_empty: (pages) => share(pages.length - blank(pages), pages.length),
  checked,
  unchecked: (pages) => pages.length - checked(pages),
  percent_checked: (pages) => share(checked(pages), pages.length),
  percent_unchecked: (pages) => share(pages.length - checked(pages), pages.length),
  count_per_group: ofGroup,
  percent_per_group: (pages, counted) => share(ofGroup(pages, counted), pages.length),
  sum: ofNumbers(sum),
  average: ofNumbers((numbers) => sum(numbers) / numbers.length),
  median: ofNumbers(median),
  min: ofNumbers((numbers) => Math.min(...numbers)),
  max: ofNumbers((numbers) => Math.max(...numbers)),
  range: ofNumbers((numbers) => Math.max(...numbers) - Math.min(...numbers)),
  earliest_date: ofDates((starts) => [Math.min(...starts), null]),
  latest_date: ofDates((starts, ends) => [Math.max(...ends, ...starts), null]),
  date_range: ofDates((starts, ends) => [Math.min(...starts), Math.max(...ends)])
}

/** Unlike in formulas, 0 and an unchecked checkbox are not blank. */
function isBlank(value: FormulaValue): boolean {
  return value !== 0 && value !== false && isEmpty(value)
}

function unique(pages: FormulaValue[][]): FormulaValue[] {
  return uniqueItems(filled(pages))
}
