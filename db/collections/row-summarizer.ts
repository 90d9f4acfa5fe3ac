import { summaryFunction } from '../../site/pages/summarize-rows.ts'
import type { Summary } from '../../site/pages/view-window.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { lookUpValues } from '../values/look-up-values.ts'

/**
 * Returns a function that summarizes one property over some of these rows. `aggregator` is Notion's
 * name of the function; undefined for an unknown one.
 */
export function rowSummarizer(
  mirror: Mirror,
  allRowIds: string[],
  { property, aggregator }: { property: string; aggregator: string }
): ((rowIds: string[]) => Summary['value']) | undefined {
  if (aggregator === 'count') return (rowIds) => rowIds.length
  const summarize = summaryFunction(aggregator)
  if (!summarize) return undefined
  const values = lookUpValues(mirror, allRowIds, property)
  return (rowIds) => summarize(rowIds, values)
}
