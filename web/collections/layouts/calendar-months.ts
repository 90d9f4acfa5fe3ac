import { eraFields } from '../../blocks/format/date-patterns.ts'
import type { Weekday } from './week-start.ts'
import { dateFormatter } from '../../../site/locales/formatters.ts'

export interface CalendarMonth {
  /** `YYYY-MM`. */
  month: string
  /** The days of each week; undefined for days of other months. */
  weeks: (string | undefined)[][]
}

/** The months of the given days in order, with their weeks. */
export function calendarMonths(days: string[], firstDay: Weekday): CalendarMonth[] {
  const months = [...new Set(days.map((day) => day.slice(0, 7)))].toSorted()
  return months.map((month) => ({ month, weeks: weeksOf(month, firstDay) }))
}

function weeksOf(month: string, firstDay: Weekday): (string | undefined)[][] {
  const first = new Date(`${month}-01T00:00Z`)
  const length = daysIn(first)
  const lead = (first.getUTCDay() - firstDay + 7) % 7
  const count = Math.ceil((lead + length) / 7)
  return Array.from({ length: count }, (_week, week) =>
    Array.from({ length: 7 }, (_day, weekday) => {
      const day = week * 7 + weekday - lead + 1
      return day < 1 || day > length ? undefined : `${month}-${String(day).padStart(2, '0')}`
    })
  )
}

function daysIn(first: Date): number {
  const last = new Date(first)
  last.setUTCMonth(last.getUTCMonth() + 1, 0)
  return last.getUTCDate()
}

/** The name of a month (`YYYY-MM`) and its year. */
export function monthName(month: string, language: string): string {
  const fields = { month: 'long', year: 'numeric', ...eraFields(month) } as const
  return formatter(language, fields).format(new Date(`${month}-01`))
}

/** A year (`YYYY`) in the language's format. */
export function yearName(year: string, language: string): string {
  return formatter(language, { year: 'numeric', ...eraFields(year) }).format(new Date(year))
}

/** The weekday, day and month of a day, shown where the grid does not fit. */
export function dayName(day: string, language: string): string {
  return formatter(language, { weekday: 'short', day: 'numeric', month: 'short' }).format(
    new Date(day)
  )
}

/** The names of the weekdays, beginning with `firstDay`. */
export function weekdays(language: string, firstDay: Weekday): { short: string; long: string }[] {
  return Array.from({ length: 7 }, (_, index) => {
    // 7 January 2024 was a Sunday.
    const day = new Date(Date.UTC(2024, 0, 7 + firstDay + index))
    return {
      short: formatter(language, { weekday: 'short' }).format(day),
      long: formatter(language, { weekday: 'long' }).format(day)
    }
  })
}

/** Days are formatted in UTC, like their timestamps. */
function formatter(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return dateFormatter(language, { ...options, timeZone: 'UTC' })
}
