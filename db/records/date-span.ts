import type { FormattedDate } from 'notion-types'
import { Temporal } from 'temporal-polyfill'

/** The start and end of a date, UTC milliseconds. */
export interface DateSpan {
  start_at: number
  end_at: number
}

/**
 * Computes the instants of a date: times in its own time zone, days in the site's. A day lasts to
 * the next midnight; a time without an end ends when it starts. Undefined for an invalid date. A time
 * skipped by daylight saving is resolved with the offset before the gap, as in RFC 5545.
 */
export function dateSpanOf(date: FormattedDate, siteTimeZone: string): DateSpan | undefined {
  const { start_date, start_time, time_zone } = date
  const zone = time_zone !== undefined && isTimeZone(time_zone) ? time_zone : siteTimeZone
  const midnight = (day: string) => instantOf(day, '00:00', siteTimeZone)
  const start = start_time ? instantOf(start_date, start_time, zone) : midnight(start_date)
  if (start === undefined) return undefined
  const end = endOf(date, { zone, midnight })
  return { start_at: start, end_at: Math.max(start, end ?? start) }
}

function endOf(
  { start_date, start_time, end_date, end_time }: FormattedDate,
  { zone, midnight }: { zone: string; midnight: (day: string) => number | undefined }
): number | undefined {
  if (end_time) return instantOf(end_date ?? start_date, end_time, zone)
  if (start_time && !end_date) return undefined
  const next = dayAfter(end_date ?? start_date)
  return next === undefined ? undefined : midnight(next)
}

function instantOf(day: string, time: string, timeZone: string): number | undefined {
  return ifValid(() => {
    const plainTime = Temporal.PlainTime.from(time)
    const instant = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime })
    return instant.epochMilliseconds
  })
}

function dayAfter(day: string): string | undefined {
  return ifValid(() => Temporal.PlainDate.from(day).add({ days: 1 }).toString())
}

const isTimeZone = (name: string) =>
  ifValid(() => Temporal.Now.zonedDateTimeISO(name)) !== undefined

/** Returns undefined for an invalid date, time or time zone. */
function ifValid<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
