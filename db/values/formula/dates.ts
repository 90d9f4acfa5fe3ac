import dayjs from 'dayjs'
import advancedFormat from 'dayjs/plugin/advancedFormat.js'
import utc from 'dayjs/plugin/utc.js'
import { Temporal } from 'temporal-polyfill'

import { type FormulaDate, FormulaProblem } from './value.ts'

dayjs.extend(utc)
dayjs.extend(advancedFormat)

const DAY = 'MMMM D, YYYY'
const DAY_AND_TIME = 'MMMM D, YYYY h:mm A'

/** The units that dates are counted in, by the names formulas have for them. */
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

/** The wall clock of the site at an instant. */
export function clockAt(instant: number, timeZone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)
}

/** A date moved by a number of units, which may be below 0; days and longer by the calendar. */
export function addToDate(
  date: FormulaDate,
  { amount, unit, timeZone }: { amount: number; unit: string; timeZone: string }
): FormulaDate {
  const known = unitOf(unit)
  const count = Math.trunc(amount) * (known === 'quarters' ? 3 : 1)
  const duration = { [known === 'quarters' ? 'months' : known]: count }
  const move = (instant: number) => clockAt(instant, timeZone).add(duration).epochMilliseconds
  return { ...date, start: move(date.start), end: date.end === null ? null : move(date.end) }
}

/** Whole units from the second date to the first. */
export function unitsBetween(
  [one, other]: [FormulaDate, FormulaDate],
  { unit, timeZone }: { unit: string; timeZone: string }
): number {
  const known = unitOf(unit)
  const largestUnit = known === 'quarters' ? 'months' : known
  const span = clockAt(other.start, timeZone).until(clockAt(one.start, timeZone), { largestUnit })
  return known === 'quarters' ? Math.trunc(span.months / 3) : span[largestUnit]
}

/** A date in words; `format` in the letters of Moment, such as `YYYY-MM-DD`. */
export function dateText(date: FormulaDate, timeZone: string, format?: string): string {
  const shape = format ?? (date.hasTime ? DAY_AND_TIME : DAY)
  const words = (instant: number) => {
    const { offsetNanoseconds } = clockAt(instant, timeZone)
    return dayjs.utc(instant + offsetNanoseconds / 1e6).format(shape)
  }
  const start = words(date.start)
  return date.end === null || format !== undefined ? start : `${start} → ${words(date.end)}`
}

function unitOf(name: string): Unit {
  const plural = name.endsWith('s') ? name : `${name}s`
  if (plural in units) return plural as Unit
  throw new FormulaProblem(`it counts in "${name}", which is no unit of time`)
}
