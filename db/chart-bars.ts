import type { ChartBar } from '../site/view-page.ts'
import type { ChartRule } from '../site/view-rules.ts'
import type { Mirror } from './open-mirror.ts'
import { type LookedUp, lookUpValues } from './property-lookup.ts'
import { rowSummarizer } from './summarize-rows.ts'

/** Characters of a written day that tell its month or year. */
const unitLengths = new Map([
  ['day', 10],
  ['month', 7],
  ['year', 4]
])

/** The bars of a chart: rows by the value of a property, in the order in which their values come. */
export function chartBars(mirror: Mirror, rowIds: string[], rule: ChartRule): ChartBar[] {
  const { property, unit, aggregator, of } = rule
  const values = lookUpValues(mirror, rowIds, property)
  const bars = new Map<string, { bar: Omit<ChartBar, 'value'>; rowIds: string[] }>()
  for (const id of rowIds) {
    for (const value of values.get(id) ?? [undefined]) {
      const bar = { label: labelOf(value, unit), targetId: value?.target_id ?? null }
      const key = JSON.stringify(bar)
      const known = bars.get(key) ?? { bar, rowIds: [] }
      known.rowIds.push(id)
      bars.set(key, known)
    }
  }
  const summarize = rowSummarizer(mirror, rowIds, { property: of, aggregator })
  return [...bars.values()].map(({ bar, rowIds: ids }) => {
    const value = summarize?.(ids) ?? null
    return { ...bar, value: typeof value === 'number' ? value : null }
  })
}

function labelOf(value: LookedUp | undefined, unit: string | undefined): string | null {
  if (!value) return null
  const text = value.text ?? String(value.number ?? '')
  const length = unit === undefined ? undefined : unitLengths.get(unit)
  return /^\d{4}-\d\d-\d\d/.test(text) ? text.slice(0, length) : text
}
