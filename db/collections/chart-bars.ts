import { Temporal } from 'temporal-polyfill'

import type { ChartBar } from '../../site/pages/view-window.ts'
import type { ChartRule } from '../../site/notion/collections/view-rules.ts'
import { localTime } from '../values/formula/dates.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { type LookedUpValue, lookUpValues } from '../values/look-up-values.ts'
import type { CoveredRows } from './covered-rows.ts'
import { rowSummarizer } from './row-summarizer.ts'

interface BarRows {
  bar: Omit<ChartBar, 'value'>
  /** The smallest number of its values; bars are sorted by it. */
  first: number
  rowIds: string[]
}

/**
 * Groups rows into the bars of a chart by the value of a property. Numbers and dates are sorted, rows
 * without a value come last; other values keep the order of the rows. A chart of one number has one
 * bar. Instants count as days in `timeZone`, the site's.
 */
export function chartBars(
  mirror: Mirror,
  rowIds: string[],
  options: { rule: ChartRule; timeZone: string; covered?: CoveredRows | undefined }
): ChartBar[] {
  const { rule, timeZone, covered } = options
  const { property, unit, of } = rule
  const summarize = rowSummarizer(mirror, rowIds, { ...rule, property: of, timeZone })
  const measured = (ids: string[]) => {
    const value = summarize?.(ids) ?? null
    return typeof value === 'number' ? value : null
  }
  if (property === undefined) return [{ label: null, targetId: null, value: measured(rowIds) }]
  const values = lookUpValues(mirror, rowIds, property)
  const bars = new Map<string, BarRows>()
  for (const id of rowIds) {
    for (const value of values.get(id) ?? [undefined]) {
      const bar = { label: labelOf(value, { unit, timeZone }), targetId: value?.target_id ?? null }
      const key = JSON.stringify(bar)
      const known: BarRows = bars.get(key) ?? { bar, first: value?.number ?? Infinity, rowIds: [] }
      known.first = Math.min(known.first, value?.number ?? Infinity)
      known.rowIds.push(id)
      bars.set(key, known)
    }
  }
  // Two bars without a number: the difference of infinities is NaN.
  const inOrder = [...bars.values()].toSorted((one, other) => one.first - other.first || 0)
  return inOrder.map(({ bar, rowIds: ids }) => {
    const spoiler = bar.label === null ? undefined : covered?.chapterOf(ids, property)
    return { ...bar, value: measured(ids), ...(spoiler !== undefined && { spoiler }) }
  })
}

function labelOf(
  value: LookedUpValue | undefined,
  { unit, timeZone }: { unit: string | undefined; timeZone: string }
): string | null {
  if (!value) return null
  const text = value.text ?? String(value.number ?? '')
  if (value.number === null || !/^\d{4}-\d\d-\d\d/.test(text)) return text
  const isInstant = text.endsWith('Z')
  return isInstant
    ? inUnit(localTime(value.number, timeZone).toPlainDate().toString(), unit)
    : inUnit(text, unit)
}

/** Truncates a date to a unit: `2026-01` for a month, both ends of a week; unchanged without a unit. */
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

/** From Monday to Sunday in every language: the same rows make the same bars. */
function weekOf(day: Temporal.PlainDate): string {
  const monday = day.subtract({ days: day.dayOfWeek - 1 })
  return `${monday.toString()} → ${monday.add({ days: 6 }).toString()}`
}
