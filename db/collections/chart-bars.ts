import { Temporal } from 'temporal-polyfill'

import type { ChartBar } from '../../site/pages/view-window.ts'
import type { ChartRule } from '../../site/notion/collections/view-rules.ts'
import { clockAt } from '../values/formula/dates.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { type LookedUp, lookUpValues } from '../values/property-lookup.ts'
import { rowSummarizer } from './summarize-rows.ts'

interface BarRows {
  bar: Omit<ChartBar, 'value'>
  /** The least of the numbers that its values are sorted by. */
  first: number
  rowIds: string[]
}

/**
 * The bars of a chart: rows by the value of a property. Numbers and dates stand in their order, with
 * rows that have none behind them; other values stand as they come. Moments count to the day that they
 * fall on in the site's time zone.
 */
export function chartBars(
  mirror: Mirror,
  rowIds: string[],
  { rule, timeZone }: { rule: ChartRule; timeZone: string }
): ChartBar[] {
  const { property, unit, aggregator, of } = rule
  const values = lookUpValues(mirror, rowIds, property)
  const bars = new Map<string, BarRows>()
  for (const id of rowIds) {
    for (const value of values.get(id) ?? [undefined]) {
      const bar = { label: labelOf(value, { unit, timeZone }), targetId: value?.target_id ?? null }
      const key = JSON.stringify(bar)
      const known = bars.get(key) ?? { bar, first: value?.number ?? Infinity, rowIds: [] }
      known.first = Math.min(known.first, value?.number ?? Infinity)
      known.rowIds.push(id)
      bars.set(key, known)
    }
  }
  const summarize = rowSummarizer(mirror, rowIds, { property: of, aggregator })
  const inOrder = [...bars.values()].toSorted((one, other) => one.first - other.first || 0)
  return inOrder.map(({ bar, rowIds: ids }) => {
    const value = summarize?.(ids) ?? null
    return { ...bar, value: typeof value === 'number' ? value : null }
  })
}

function labelOf(
  value: LookedUp | undefined,
  { unit, timeZone }: { unit: string | undefined; timeZone: string }
): string | null {
  if (!value) return null
  const text = value.text ?? String(value.number ?? '')
  if (value.number === null || !/^\d{4}-\d\d-\d\d/.test(text)) return text
  const isMoment = text.endsWith('Z')
  return isMoment
    ? inUnit(clockAt(value.number, timeZone).toPlainDate().toString(), unit)
    : inUnit(text, unit)
}

/** Of a written date: `2026-01` of a month, both ends of a week; without a unit, the date itself. */
function inUnit(text: string, unit: string | undefined): string {
  const day = text.slice(0, 10)
  switch (unit) {
    case 'day':
      return day
    case 'week':
      return weekOf(Temporal.PlainDate.from(day))
    case 'month':
      return day.slice(0, 7)
    case 'year':
      return day.slice(0, 4)
    default:
      return text
  }
}

/** From Monday to Sunday, whatever the language: the same rows make the same bars. */
function weekOf(day: Temporal.PlainDate): string {
  const monday = day.subtract({ days: day.dayOfWeek - 1 })
  return `${monday.toString()} → ${monday.add({ days: 6 }).toString()}`
}
