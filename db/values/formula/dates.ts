import { Temporal } from 'temporal-polyfill'

import { formatClock } from './format-date.ts'
import { type FormulaDate, FormulaProblem } from './value.ts'

const DAY = 'MMMM D, YYYY'
const DAY_AND_TIME = 'MMMM D, YYYY h:mm A'

/** Units of time, by their names in formulas. */
const units = {
  years: 'years',
  quarters: 'quarters',
  months: 'months',
  weeks: 'weeks',
  days: 'days',
  hours: 'hours',
  minutes: 'minutes',
  seconds: 'seconds',
  milliseconds: 'milliseconds'
} as const

type Unit = keyof typeof units

/** Converts an instant, UTC milliseconds, to local time. Throws `RangeError` for an impossible one. */
export function localTime(instant: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
}

/**
 * Adds units to a date; `amount` may be negative, days and longer units follow the calendar. Throws
 * `FormulaProblem` for an unknown unit.
 */
export function addToDate(
  date: FormulaDate,
  { amount, unit, timeZone }: { amount: number; unit: string; timeZone: string }
): FormulaDate {
  const known = unitOf(unit)
  const count = Math.trunc(amount) * (known === 'quarters' ? 3 : 1)
  const duration = { [known === 'quarters' ? 'months' : known]: count }
  const move = (instant: number) => localTime(instant, timeZone).add(duration).epochMilliseconds
  return { ...date, start: move(date.start), end: date.end === null ? null : move(date.end) }
}

/** Counts the whole units from the second date to the first. Throws `FormulaProblem` for an unknown unit. */
export function unitsBetween(
  [one, other]: [FormulaDate, FormulaDate],
  { unit, timeZone }: { unit: string; timeZone: string }
): number {
  const known = unitOf(unit)
  const largestUnit = known === 'quarters' ? 'months' : known
  const span = localTime(other.start, timeZone).until(localTime(one.start, timeZone), {
    largestUnit
  })
  return known === 'quarters' ? Math.trunc(span.months / 3) : span[largestUnit]
}

/** Formats a date; `format` is a pattern of `formatClock`, which shows only the start. */
export function formatDate(date: FormulaDate, timeZone: string, format?: string): string {
  const pattern = format ?? (date.hasTime ? DAY_AND_TIME : DAY)
  const textOf = (instant: number) => formatClock(localTime(instant, timeZone), pattern)
  const start = textOf(date.start)
  return date.end === null || format !== undefined ? start : `${start} → ${textOf(date.end)}`
}

function unitOf(name: string): Unit {
  const plural = name.endsWith('s') ? name : `${name}s`
  if (plural in units) return plural as Unit
  throw new FormulaProblem(`it counts in "${name}", which is not a unit of time`)
}
