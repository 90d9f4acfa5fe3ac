import type { FormattedDate } from 'notion-types'
import { Temporal } from 'temporal-polyfill'

import { isTimeZone, undefinedIfInvalid } from '../../../site/locales/formatters.ts'
import { midnightOf } from '../../../site/formats/midnight-of.ts'
import type { DateFormats } from './date-patterns.ts'

/**
 * A date as in Notion's records. Days and times are wall-clock values; times without a zone are in
 * the site's zone. Its own formats take precedence over those of its property.
 */
export type NotionDate = Partial<Omit<FormattedDate, 'type'>> & DateFormats

/** The start or the end of a date. */
export interface DateEnd {
  /** UTC milliseconds; for a day without time, midnight UTC. */
  at: number
  hasTime: boolean
  /** The zone to format it in; UTC for a day without time, so that no zone shifts the day. */
  timeZone: string
  /** `YYYY-MM-DD`, as written. */
  day: string
  /** Machine-readable: a day, or RFC 3339 with the offset at that moment. */
  dateTime: string
}

/** The start of a date; undefined if the day is not valid. */
export function startOf(date: NotionDate, siteTimeZone: string): DateEnd | undefined {
  return readEnd(date.start_date, date.start_time, zoneOf(date, siteTimeZone))
}

/** The end of a date; undefined if it has none. */
export function endOf(date: NotionDate, siteTimeZone: string): DateEnd | undefined {
  if (!date.end_date && !date.end_time) return undefined
  return readEnd(date.end_date || date.start_date, date.end_time, zoneOf(date, siteTimeZone))
}

/** A moment (UTC milliseconds) as a date in a time zone; undefined if out of range. */
export function dateOfMoment(at: number, timeZone: string): NotionDate | undefined {
  const moment = undefinedIfInvalid(() =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDateTime()
  )
  if (!moment) return undefined
  const start_time = moment.toPlainTime().toString({ smallestUnit: 'minute' })
  return { start_date: moment.toPlainDate().toString(), start_time }
}

/** The zone of a date's times: its own if that is a valid zone name, else the site's. */
export function zoneOf({ time_zone: own }: NotionDate, siteTimeZone: string): string {
  return own && isTimeZone(own) ? own : siteTimeZone
}

/** A time skipped by a daylight saving change has the offset before it, as in the mirror. */
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
