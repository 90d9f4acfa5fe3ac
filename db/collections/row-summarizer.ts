import type { Aggregation } from '../../site/notion/collections/aggregation.ts'
import { summaryFunction } from '../../site/pages/summarize-rows.ts'
import type { Summary } from '../../site/pages/view-window.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { localTime } from '../values/formula/dates.ts'
import { type LookedUpValue, lookUpValues } from '../values/look-up-values.ts'

/** Which values are summarized. */
interface SummarizedProperty {
  property: string
  /** The site's, which assigns instants to days. */
  timeZone: string
}

/**
 * Returns a function that summarizes one property over some of these rows; undefined for an unknown
 * aggregation.
 */
export function rowSummarizer(
  mirror: Mirror,
  allRowIds: string[],
  { property, timeZone, ...aggregation }: SummarizedProperty & Aggregation
): ((rowIds: string[]) => Summary['value']) | undefined {
  if (aggregation.aggregator === 'count') return (rowIds) => rowIds.length
  const summarize = summaryFunction(aggregation)
  if (!summarize) return undefined
  const values = summarizedValues(mirror, allRowIds, { property, timeZone })
  return (rowIds) => summarize(rowIds, values)
}

/** Reads the ordered values of a property by row id, with the local time of instants, as pages show them. */
export function summarizedValues(
  mirror: Mirror,
  rowIds: string[],
  { property, timeZone }: SummarizedProperty
): Map<string, LookedUpValue[]> {
  const values = lookUpValues(mirror, rowIds, property)
  for (const own of values.values()) {
    for (const value of own) {
      const { text, number } = value
      if (number !== null && text !== null && INSTANT.test(text)) {
        value.text = localTime(number, timeZone).toString()
      }
    }
  }
  return values
}

/** A time of creation or of the last edit, in UTC. */
const INSTANT = /^\d{4}-\d\d-\d\dT.*Z$/
