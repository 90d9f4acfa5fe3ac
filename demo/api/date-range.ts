import { RefusedError } from './refused-error.ts'

/** A range of days (`YYYY-MM-DD`), both ends included. */
export interface DayRange {
  start_date: string
  end_date: string
}

/** The day of a date value, or of an instant (UTC milliseconds) in a time zone. */
export function dayOf(value: string | number, timeZone: string): string {
  return typeof value === 'string' ? value.slice(0, 10) : dayFormat(timeZone).format(value)
}

/** Cached by time zone: creating a formatter takes a hundred times as long as using it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  // The Swedish locale formats dates as ISO 8601.
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  dayFormats.set(timeZone, format)
  return format
}

/**
 * The days of a relative filter date, such as `today`, `one_week_ago`, `the_past_month` or
 * `this_week`. Throws RefusedError for an unknown name.
 */
export function relativeRange(word: string, today: string): DayRange {
  const offset = dayOffsets[word]
  if (offset !== undefined) return single(shifted(today, 'day', offset))

  const [, unit, direction] = /^one_(day|week|month|year)_(ago|from_now)$/.exec(word) ?? []
  if (isUnit(unit)) return single(shifted(today, unit, direction === 'ago' ? -1 : 1))

  const [, side, length] = /^(?:the_)?(past|next|this)_(week|month|year)$/.exec(word) ?? []
  if (!isUnit(length)) throw new RefusedError(`the relative date ${word} is not known`)
  if (side === 'past') return { start_date: shifted(today, length, -1), end_date: today }
  if (side === 'next') return { start_date: today, end_date: shifted(today, length, 1) }
  return periodOf(today, length)
}

/** The day, week (from Monday), month or year that contains a day. */
export function periodOf(day: string, unit: string): DayRange {
  if (!isUnit(unit) || unit === 'day') return single(day)
  const start = startOfPeriod(day, unit)
  return { start_date: start, end_date: shifted(shifted(start, unit, 1), 'day', -1) }
}

type Unit = 'day' | 'week' | 'month' | 'year'

const dayOffsets: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 }

function isUnit(word: string | undefined): word is Unit {
  return word === 'day' || word === 'week' || word === 'month' || word === 'year'
}

function single(day: string): DayRange {
  return { start_date: day, end_date: day }
}

function startOfPeriod(day: string, unit: 'week' | 'month' | 'year'): string {
  if (unit === 'year') return `${day.slice(0, 4)}-01-01`
  if (unit === 'month') return `${day.slice(0, 7)}-01`
  const daysAfterMonday = (new Date(day).getUTCDay() + 6) % 7
  return shifted(day, 'day', -daysAfterMonday)
}

/**
 * Adds units to a day. A day missing in the target month becomes its last day: 31 March minus a
 * month is 28 February.
 */
function shifted(day: string, unit: Unit, count: number): string {
  const date = new Date(day)
  if (unit === 'day' || unit === 'week') {
    date.setUTCDate(date.getUTCDate() + count * (unit === 'week' ? 7 : 1))
    return date.toISOString().slice(0, 10)
  }
  const dayOfMonth = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + count * (unit === 'year' ? 12 : 1))
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(dayOfMonth, lastDay))
  return date.toISOString().slice(0, 10)
}
