import { type DateEnd, type NotionDate, endOf, startOf, zoneOf } from './date-ends.ts'
import { type DateFormats, clockFields, dayFields, numericDay, eraFields } from './date-patterns.ts'
import { dateFormatter } from '../../../site/locales/formatters.ts'
import { BoundedMap } from '../../../site/limits/bounded-map.ts'

/** How to format dates; the language and the time zone of the process are never used. */
export interface DateSettings {
  language: string
  timeZone: string
  formats?: DateFormats
}

/** A piece of a formatted date: with `dateTime` it is one end of it, without it a separator. */
export interface DatePiece {
  text: string
  /** Machine-readable: a day, or RFC 3339 with an offset. */
  dateTime?: string
}

/** A moment (UTC milliseconds) as a day in a time zone; empty if out of range. */
export function formatMoment(milliseconds: number, language: string, timeZone: string): string {
  const moment = new Date(milliseconds)
  if (Number.isNaN(moment.getTime())) return ''
  const fields = { ...dayFields(), ...eraFields(moment.toISOString()), timeZone }
  return dateFormatter(language, fields).format(moment)
}

/**
 * A formatted date as pieces: its ends and separators. Times are shown in the zone that the date
 * names, with the zone's name if it is not the site's. An invalid date is returned unformatted.
 */
export function datePieces(date: NotionDate, settings: DateSettings): DatePiece[] {
  const { start_date, start_time, end_date, end_time, time_zone } = date
  const formats = formatsOf(date, settings)
  const { language, timeZone } = settings
  const source = [start_date, start_time, end_date, end_time, time_zone]
  const key = JSON.stringify([...source, ...Object.values(formats), language, timeZone])
  return cache.getOrInsertComputed(key, () => makePieces(date, { language, timeZone, formats }))
}

/** The formats of a date: its own, or else those of its property. */
function formatsOf(date: NotionDate, { formats }: DateSettings) {
  return {
    date_format: date.date_format || formats?.date_format,
    time_format: date.time_format || formats?.time_format
  }
}

/** The same dates recur in the columns of a collection and on the pages of its rows. */
const cache = new BoundedMap<string, DatePiece[]>(1_000_000, (_, { length }) => length)

function makePieces(date: NotionDate, settings: DateSettings): DatePiece[] {
  const hasClock = clockFields(settings.formats).hour !== undefined
  const shown = (end: DateEnd | undefined) => end && { ...end, hasTime: end.hasTime && hasClock }
  const start = shown(startOf(date, settings.timeZone))
  if (!start) return date.start_date ? [{ text: String(date.start_date) }] : []

  const end = shown(endOf(date, settings.timeZone))
  // Without its times, a range may be a single day.
  const isRange = end && (hasClock || end.day !== start.day)
  const pieces = isRange ? rangePieces(start, end, settings) : [endPiece(start, settings)]
  const name = zoneName(date, start, settings)
  return name ? [...pieces, { text: ` ${name}` }] : pieces
}

export function dateText(date: NotionDate, settings: DateSettings): string {
  return datePieces(date, settings)
    .map(({ text }) => text)
    .join('')
}

/**
 * A date of another time zone in the site's zone; undefined if it is already in that zone or its
 * time is hidden.
 */
export function onSiteClock(date: NotionDate, settings: DateSettings): string | undefined {
  const { language, timeZone } = settings
  if (!date.start_time || !date.time_zone || date.time_zone === timeZone) return undefined
  const formats = formatsOf(date, settings)
  const clock = clockFields(formats)
  if (clock.hour === undefined) return undefined
  const start = startOf(date, timeZone)
  if (!start?.hasTime || start.timeZone === timeZone) return undefined
  const end = endOf(date, timeZone)
  const fields = {
    ...dayFields(formats),
    ...eraFields(start.day),
    ...clock,
    timeZone
  }
  const formatter = dateFormatter(language, { ...fields, timeZoneName: 'short' })
  const isRange = end?.hasTime === true && end.at > start.at
  return isRange ? formatter.formatRange(start.at, end.at) : formatter.format(start.at)
}

function endPiece(end: DateEnd, settings: DateSettings): DatePiece {
  return { text: endText(end, settings), dateTime: end.dateTime }
}

function endText(end: DateEnd, settings: DateSettings): string {
  const day = numericDay(end.day, settings.formats)
  if (day === undefined) return dayFormatter(end, settings).format(end.at)
  return [day, clockText(end, settings)].filter(Boolean).join(' ')
}

function clockText(end: DateEnd, { language, formats }: DateSettings): string {
  const clock = end.hasTime ? clockFields(formats) : {}
  const { timeZone } = end
  return clock.hour ? dateFormatter(language, { ...clock, timeZone }).format(end.at) : ''
}

function dayFormatter({ day, hasTime, timeZone }: DateEnd, { language, formats }: DateSettings) {
  const clock = hasTime ? clockFields(formats) : {}
  return dateFormatter(language, { ...dayFields(formats), ...eraFields(day), ...clock, timeZone })
}

function rangePieces(start: DateEnd, end: DateEnd, settings: DateSettings): DatePiece[] {
  const hasMonthName = numericDay(start.day, settings.formats) === undefined
  if (!hasMonthName || end.at < start.at || start.hasTime !== end.hasTime) {
    const time = start.hasTime && start.day === end.day ? clockText(end, settings) : ''
    const last = time ? { text: time, dateTime: end.dateTime } : endPiece(end, settings)
    return [endPiece(start, settings), { text: ' – ' }, last]
  }
  // `formatRangeToParts` leaves out what both ends have in common.
  const parts = dayFormatter(start, settings).formatRangeToParts(start.at, end.at)
  const text = (from: number, to?: number) => parts.slice(from, to).map((part) => part.value)
  const afterStart = parts.findLastIndex(({ source }) => source === 'startRange') + 1
  const atEnd = parts.findIndex(({ source }) => source === 'endRange')
  if (afterStart === 0 || atEnd < 0) return [endPiece(start, settings)]
  return [
    { text: text(0, afterStart).join(''), dateTime: start.dateTime },
    { text: text(afterStart, atEnd).join('') },
    { text: text(atEnd).join(''), dateTime: end.dateTime }
  ]
}

/** The name of the time zone if a date's times are not in the site's. */
function zoneName(date: NotionDate, start: DateEnd, { language, timeZone }: DateSettings): string {
  const own = date.time_zone
  if (!own || !start.hasTime || own === timeZone) return ''
  const zone = zoneOf(date, timeZone)
  if (zone !== own) return `(${own})`
  const formatter = dateFormatter(language, { timeZone: zone, timeZoneName: 'short' })
  const parts = formatter.formatToParts(start.at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
