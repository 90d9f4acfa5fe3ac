import { Temporal } from 'temporal-polyfill'

import { isTimeZone, undefinedIfInvalid } from './formatters.ts'

/** A date as a record holds it. Days and times are wall-clock values; times without a zone are the site's. */
export interface NotionDate {
  type?: string
  start_date?: string
  start_time?: string
  end_date?: string
  end_time?: string
  time_zone?: string
  /** How this one date is to be written, before what its property says. */
  date_format?: string
  time_format?: string
}

/** One end of a date. */
export interface DateEnd {
  /** UTC milliseconds; of a day, its midnight in UTC. */
  at: number
  hasTime: boolean
  /** The zone to print it in: a day in UTC, so that nobody's time zone moves it. */
  timeZone: string
  /** `YYYY-MM-DD`, as written. */
  day: string
  /** Machine-readable: a day, or RFC 3339 with the offset of that moment. */
  dateTime: string
}

/** Where a date begins; undefined for what is no date. */
export function startOf(date: NotionDate, siteTimeZone: string): DateEnd | undefined {
  return readEnd(date.start_date, date.start_time, zoneOf(date, siteTimeZone))
}

/** Where a date ends; undefined where it has no end. */
export function endOf(date: NotionDate, siteTimeZone: string): DateEnd | undefined {
  if (!date.end_date && !date.end_time) return undefined
  return readEnd(date.end_date || date.start_date, date.end_time, zoneOf(date, siteTimeZone))
}

/** A moment (UTC milliseconds) as a date on a clock; undefined for what is none. */
export function dateOfMoment(at: number, timeZone: string): NotionDate | undefined {
  const moment = undefinedIfInvalid(() =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDateTime()
  )
  if (!moment) return undefined
  const start_time = moment.toPlainTime().toString({ smallestUnit: 'minute' })
  return { type: 'datetime', start_date: moment.toPlainDate().toString(), start_time }
}

/** The zone of a date's times: its own, where it names one that there is, else the site's. */
export function zoneOf({ time_zone: own }: NotionDate, siteTimeZone: string): string {
  return own && isTimeZone(own) ? own : siteTimeZone
}

/** A time that the clocks skip counts from before the skip, as in the mirror. */
function readEnd(
  day: string | undefined,
  time: string | undefined,
  timeZone: string
): DateEnd | undefined {
  const at = midnightOf(day)
  if (!day || at === undefined) return undefined
  const moment =
    time &&
    undefinedIfInvalid(() =>
      Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone)
    )
  if (!moment) return { at, hasTime: false, timeZone: 'UTC', day, dateTime: day }

  const dateTime = moment.toString({ timeZoneName: 'never', smallestUnit: 'second' })
  return { at: moment.epochMilliseconds, hasTime: true, timeZone, day, dateTime }
}

/** Midnight of a day in UTC; undefined for a day that no calendar has. */
function midnightOf(day: string | undefined): number | undefined {
  if (typeof day !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const midnight = new Date(`${day}T00:00Z`)
  // Some engines take the 31st of February for the 3rd of March.
  const isDay = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day)
  return isDay ? midnight.getTime() : undefined
}
