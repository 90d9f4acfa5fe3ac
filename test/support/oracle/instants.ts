import { isObject } from './text.ts'

const DAY_MS = 86_400_000
const kinds = new Set(['date', 'datetime', 'daterange', 'datetimerange'])

/** A date of a mention, as stored in the mirror. */
export interface WireDate {
  type: string
  start_date: string
  start_time: string | null
  end_date: string | null
  end_time: string | null
  time_zone: string | null
}

export interface WireSpan {
  start_at: number | null
  end_at: number | null
}

/** The date in the argument of a mark; undefined if it is none. */
export function wireDate(argument: unknown): WireDate | undefined {
  if (!isObject(argument)) return undefined
  const { type, start_date } = argument
  if (typeof type !== 'string' || !kinds.has(type) || typeof start_date !== 'string')
    return undefined
  const text = (key: string) => (typeof argument[key] === 'string' ? argument[key] : null)
  const [start_time, end_date] = [text('start_time'), text('end_date')]
  return {
    type,
    start_date,
    start_time,
    end_date,
    end_time: text('end_time'),
    time_zone: text('time_zone')
  }
}

/**
 * Start and end of a date, computed with `Intl` only: times in the date's own zone, days in the
 * site's zone, ending at the following midnight.
 */
export function wireSpan(date: WireDate, siteZone: string): WireSpan {
  const zone = date.time_zone !== null && isZone(date.time_zone) ? date.time_zone : siteZone
  const start = date.start_time
    ? instantOf(wallOf(date.start_date, date.start_time), zone)
    : instantOf(wallOf(date.start_date), siteZone)
  if (start === null) return { start_at: null, end_at: null }
  const end = endOf(date, { start, zone, siteZone })
  return { start_at: start, end_at: end === null || end < start ? start : end }
}

function endOf(
  date: WireDate,
  { start, zone, siteZone }: { start: number; zone: string; siteZone: string }
): number | null {
  const lastDay = date.end_date ?? date.start_date
  if (date.end_time) return instantOf(wallOf(lastDay, date.end_time), zone)
  if (date.start_time && date.end_date === null) return start
  const midnight = wallOf(lastDay)
  return midnight === null ? null : instantOf(midnight + DAY_MS, siteZone)
}

/** Wall-clock time in milliseconds as if it were UTC; null for an invalid time. */
function wallOf(day: string, time = '00:00'): number | null {
  const found = /^(\d{4})-(\d\d)-(\d\d)T([01]\d|2[0-3]):([0-5]\d)$/.exec(`${day}T${time}`)
  if (!found) return null
  // Not `Date.UTC`, which maps years below 100 to the twentieth century.
  const wall = Date.parse(`${day}T${time}:00.000Z`)
  // A day missing in its month gives NaN or a day of the next month.
  return Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 10) !== day ? null : wall
}

/**
 * The first instant with this wall-clock time in a zone; a skipped time is converted with the
 * offset before the change.
 */
function instantOf(wall: number | null, zone: string): number | null {
  if (wall === null) return null
  const before = wall - offsetAt(wall - DAY_MS, zone)
  const after = wall - offsetAt(wall + DAY_MS, zone)
  const shown = [before, after].filter((at) => at + offsetAt(at, zone) === wall)
  return shown.length === 0 ? before : Math.min(...shown)
}

/** Offset of a zone from UTC at an instant, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value])
  )
  const number = (part: Intl.DateTimeFormatPartTypes) => Number(parts.get(part))
  const year = parts.get('era') === 'BC' ? 1 - number('year') : number('year')
  const shown = new Date(0)
  shown.setUTCFullYear(year, number('month') - 1, number('day'))
  shown.setUTCHours(number('hour'), number('minute'), number('second'))
  return shown.getTime() - Math.floor(at / 1000) * 1000
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const clock = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en', {
    ...numeric,
    ...clock,
    era: 'short',
    timeZone
  })
  formats.set(timeZone, format)
  return format
}

function isZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
