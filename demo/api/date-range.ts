import { RefusedError } from './refused-error.ts'

/** Days from one to another, both included, as `YYYY-MM-DD`. */
export interface DayRange {
  start_date: string
  end_date: string
}

/** The day, in a time zone, of a date as it is written or of an instant in UTC milliseconds. */
export function dayOf(value: string | number, timeZone: string): string {
  return typeof value === 'string' ? value.slice(0, 10) : dayFormat(timeZone).format(value)
}

/** Kept by time zone: making one takes a hundred times as long as using it. */
const dayFormats = new Map<string, Intl.DateTimeFormat>()

function dayFormat(timeZone: string): Intl.DateTimeFormat {
  // Sweden writes dates as ISO 8601 does.
  const format = dayFormats.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  dayFormats.set(timeZone, format)
  return format
}

/**
 * The days that a relative date of a filter means: `today`, `one_week_ago`, `the_past_month`,
 * `this_week`. Throws for a word that is not known.
 */
export function relativeRange(word: string, today: string): DayRange {
  const near = nearDays[word]
  if (near !== undefined) return single(shifted(today, 'day', near))

  const [, unit, direction] = /^one_(day|week|month|year)_(ago|from_now)$/.exec(word) ?? []
  if (isUnit(unit)) return single(shifted(today, unit, direction === 'ago' ? -1 : 1))

  const [, side, length] = /^(?:the_)?(past|next|this)_(week|month|year)$/.exec(word) ?? []
  if (!isUnit(length)) throw new RefusedError(`the relative date ${word} is not known`)
  if (side === 'past') return { start_date: shifted(today, length, -1), end_date: today }
  if (side === 'next') return { start_date: today, end_date: shifted(today, length, 1) }
  return periodOf(today, length)
}

/** The day, week (from Monday), month or year that a day is in. */
export function periodOf(day: string, unit: string): DayRange {
  if (!isUnit(unit) || unit === 'day') return single(day)
  const start = startOfPeriod(day, unit)
  return { start_date: start, end_date: shifted(shifted(start, unit, 1), 'day', -1) }
}

type Unit = 'day' | 'week' | 'month' | 'year'

const nearDays: Record<string, number> = { yesterday: -1, today: 0, tomorrow: 1 }

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

/** A day moved by units; a month's end stays within its month (31 March, a month back: 28 February). */
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
