import { Temporal } from 'temporal-polyfill'

import { type FormulaDate, FormulaProblem } from './value.ts'

/** A year, a month or a day. */
const dates = /^(?:\d{4}(?:-\d\d){0,2}|\d{8})$/
/** Hour, colon, minute and offset; seconds are ignored. */
const times = /^(\d\d)(:?)(\d\d)(?:\2[0-5]\d(?:[.,]\d+)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/

/**
 * Parses a date of ISO 8601, such as `2026-07-31` or `20260731T1545Z`; without an offset it is in
 * `timeZone`. As in Notion, a time has no seconds. Throws `FormulaProblem` for any other text and
 * `RangeError` for an impossible date.
 */
export function parseIsoDate(text: string, timeZone: string): FormulaDate {
  const [date = '', ...rest] = text.split('T')
  const hasTime = rest.length > 0
  const [isTime, hour, , minute, offset] = times.exec(rest.join('T')) ?? []
  const isWholeDay = date.length >= 8
  if (!dates.test(date) || (hasTime && (isTime === undefined || !isWholeDay))) {
    throw new FormulaProblem('it parses a text that is not a date of ISO 8601')
  }
  // A year or month begins with its first day.
  const day = isWholeDay ? date : `${date}-01-01`.slice(0, 10)
  const local = hasTime ? `${day}T${hour}:${minute}` : day
  const start =
    offset === undefined
      ? Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone)
      : Temporal.Instant.from(local + offset)
  return { start: start.epochMilliseconds, end: null, hasTime }
}
