import type { FormattedDate } from 'notion-types'
import { Temporal } from 'temporal-polyfill'

/** When a date begins and ends, UTC milliseconds. */
export interface Span {
  start_at: number
  end_at: number
}

/**
 * The instants of a date as it was written: times in its own time zone, days in that of the site.
 * A day lasts to the next midnight; a time without an end has none. Undefined for a date that is
 * none. A time that the clocks skip counts from before the skip, as RFC 5545 has it.
 */
export function spanOf(date: FormattedDate, siteTimeZone: string): Span | undefined {
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
  return unlessNone(() => {
    const plainTime = Temporal.PlainTime.from(time)
    const instant = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime })
    return instant.epochMilliseconds
  })
}

function dayAfter(day: string): string | undefined {
  return unlessNone(() => Temporal.PlainDate.from(day).add({ days: 1 }).toString())
}

const isTimeZone = (name: string) =>
  unlessNone(() => Temporal.Now.zonedDateTimeISO(name)) !== undefined

/** Of no date, time or time zone there is nothing to say. */
function unlessNone<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
