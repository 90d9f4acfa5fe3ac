import { type DateEnd, type NotionDate, endOf, startOf, zoneOf } from './date-ends.ts'
import { type DateFormats, clockFields, dayFields, numericDay, eraFields } from './date-patterns.ts'
import { dateFormatter } from './formatters.ts'
import { LruCache } from './lru-cache.ts'

export type { NotionDate } from './date-ends.ts'

/** How dates are written: never by the language or the time zone of the process. */
export interface DateSettings {
  language: string
  /** The time zone of the site. */
  timeZone: string
  formats?: DateFormats
}

/** A piece of a written date; with `dateTime` it is one end of it, else what joins the ends. */
export interface DatePiece {
  text: string
  /** Machine-readable: a day, or RFC 3339 with an offset. */
  dateTime?: string
}

/** A moment (UTC milliseconds) as a day in a time zone; empty for a number beyond all dates. */
export function formatMoment(milliseconds: number, language: string, timeZone: string): string {
  const moment = new Date(milliseconds)
  if (Number.isNaN(moment.getTime())) return ''
  const fields = { ...dayFields(), ...eraFields(moment.toISOString()), timeZone }
  return dateFormatter(language, fields).format(moment)
}

/**
 * A date as pieces of text: its ends and what joins them. Times stand on the clock they were written
 * for, with its name where that is not the site's. What is no date stays as it is written.
 */
export function datePieces(date: NotionDate, settings: DateSettings): DatePiece[] {
  const { start_date, start_time, end_date, end_time, time_zone } = date
  const formats = {
    date_format: date.date_format || settings.formats?.date_format,
    time_format: date.time_format || settings.formats?.time_format
  }
  const { language, timeZone } = settings
  const written = [start_date, start_time, end_date, end_time, time_zone]
  const key = JSON.stringify([...written, ...Object.values(formats), language, timeZone])
  return kept.get(key, () => makePieces(date, { language, timeZone, formats }))
}

/** Columns of a collection and the pages of its rows have the same dates, again and again. */
const kept = new LruCache<DatePiece[]>(1_000_000)

function makePieces(date: NotionDate, settings: DateSettings): DatePiece[] {
  const start = startOf(date, settings.timeZone)
  if (!start) return date.start_date ? [{ text: String(date.start_date) }] : []

  const end = endOf(date, settings.timeZone)
  const pieces = end ? rangePieces(start, end, settings) : [endPiece(start, settings)]
  const name = zoneName(date, start, settings)
  return name ? [...pieces, { text: ` ${name}` }] : pieces
}

/** A date as one text. */
export function dateText(date: NotionDate, settings: DateSettings): string {
  return datePieces(date, settings)
    .map(({ text }) => text)
    .join('')
}

/** A date of another time zone on the clock of the site; undefined where it stands on it already. */
export function onSiteClock(date: NotionDate, settings: DateSettings): string | undefined {
  const { language, timeZone, formats } = settings
  if (!date.start_time || !date.time_zone || date.time_zone === timeZone) return undefined
  const start = startOf(date, timeZone)
  if (!start?.hasTime || start.timeZone === timeZone) return undefined
  const end = endOf(date, timeZone)
  const fields = {
    ...dayFields(formats),
    ...eraFields(start.day),
    ...clockFields(formats),
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
  if (day === undefined) return wordsFor(end, settings).format(end.at)
  return [day, clockText(end, settings)].filter(Boolean).join(' ')
}

function clockText(end: DateEnd, { language, formats }: DateSettings): string {
  const clock = end.hasTime ? clockFields(formats) : {}
  const { timeZone } = end
  return clock.hour ? dateFormatter(language, { ...clock, timeZone }).format(end.at) : ''
}

function wordsFor({ day, hasTime, timeZone }: DateEnd, { language, formats }: DateSettings) {
  const clock = hasTime ? clockFields(formats) : {}
  return dateFormatter(language, { ...dayFields(formats), ...eraFields(day), ...clock, timeZone })
}

function rangePieces(start: DateEnd, end: DateEnd, settings: DateSettings): DatePiece[] {
  const isInWords = numericDay(start.day, settings.formats) === undefined
  if (!isInWords || end.at < start.at || start.hasTime !== end.hasTime) {
    const time = start.hasTime && start.day === end.day ? clockText(end, settings) : ''
    const last = time ? { text: time, dateTime: end.dateTime } : endPiece(end, settings)
    return [endPiece(start, settings), { text: ' – ' }, last]
  }
  // A language leaves out what both ends have in common.
  const parts = wordsFor(start, settings).formatRangeToParts(start.at, end.at)
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

/** The name of the clock, where a date's times are not on the site's. */
function zoneName(date: NotionDate, start: DateEnd, { language, timeZone }: DateSettings): string {
  const own = date.time_zone
  if (!own || !start.hasTime || own === timeZone) return ''
  const zone = zoneOf(date, timeZone)
  if (zone !== own) return `(${own})`
  const formatter = dateFormatter(language, { timeZone: zone, timeZoneName: 'short' })
  const parts = formatter.formatToParts(start.at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
