import type { Block } from 'notion-types'

import { type RowSpan, dayAt, dayNumber } from './row-span.ts'

/** Limits on the days that one row takes, and on those of all rows after their first day. */
const MAX_DAYS = 62
const MAX_LATER_DAYS = 500

/** A row on one of its days. */
export interface DayRow {
  row: Block
  span: RowSpan
  isFirst: boolean
}

export interface CalendarDays {
  /** Rows by day, `YYYY-MM-DD`. */
  days: Map<string, DayRow[]>
  /** Rows without a day. */
  undated: Block[]
}

/**
 * Adds each row to every day from its first to its last. Long rows are truncated: a row that ends
 * in a hundred years would be a page by itself.
 */
export function placeRows(
  rows: Block[],
  spanOf: (row: Block) => RowSpan | undefined
): CalendarDays {
  const placed: CalendarDays = { days: new Map(), undated: [] }
  let left = MAX_LATER_DAYS
  for (const row of rows) {
    const span = spanOf(row)
    if (!span) {
      placed.undated.push(row)
      continue
    }
    const first = dayNumber(span.start)
    const later = Math.min(dayNumber(span.end) - first, MAX_DAYS - 1, left)
    left -= later
    for (let day = 0; day <= later; day++) {
      const name = dayAt(first + day)
      placed.days.set(name, [...(placed.days.get(name) ?? []), { row, span, isFirst: day === 0 }])
    }
  }
  return placed
}
