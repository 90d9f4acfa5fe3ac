import type { Temporal } from 'temporal-polyfill'

type Clock = Temporal.ZonedDateTime

const months =
  'January February March April May June July August September October November December'.split(' ')
const weekdays = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/** Short tokens, each with the pattern that it abbreviates. */
const shorthands: Record<string, string> = {
  LT: 'h:mm A',
  LTS: 'h:mm:ss A',
  L: 'MM/DD/YYYY',
  LL: 'MMMM D, YYYY',
  LLL: 'MMMM D, YYYY h:mm A',
  LLLL: 'dddd, MMMM D, YYYY h:mm A',
  l: 'M/D/YYYY',
  ll: 'MMM D, YYYY',
  lll: 'MMM D, YYYY h:mm A',
  llll: 'ddd, MMM D, YYYY h:mm A'
}

const pad = (number: number, length = 2) => String(number).padStart(length, '0')
const quarter = ({ month }: Clock) => Math.ceil(month / 3)
const monthName = ({ month }: Clock) => months[month - 1] ?? ''
const weekday = ({ dayOfWeek }: Clock) => dayOfWeek % 7
const weekdayName = (clock: Clock) => weekdays[weekday(clock)] ?? ''
const isoWeek = ({ weekOfYear }: Clock) => weekOfYear ?? 0
const isoWeekYear = ({ yearOfWeek, year }: Clock) => yearOfWeek ?? year
/** English weeks start on Sunday; the first one contains January 1. Its Saturday has its year. */
const saturday = (clock: Clock) => clock.add({ days: 6 - weekday(clock) })
const week = (clock: Clock) => Math.ceil(saturday(clock).dayOfYear / 7)
const hour12 = ({ hour }: Clock) => hour % 12 || 12
/** Without the seconds that offsets of the 19th century have. */
const offset = (clock: Clock) => clock.offset.slice(0, 6)

const tokens: Record<string, (clock: Clock) => string | number> = {
  YYYY: ({ year }) => pad(year, 4),
  YY: ({ year }) => pad(year % 100),
  Y: ({ year }) => year,
  Q: quarter,
  MMMM: monthName,
  MMM: (clock) => monthName(clock).slice(0, 3),
  MM: ({ month }) => pad(month),
  M: ({ month }) => month,
  DDDD: ({ dayOfYear }) => pad(dayOfYear, 3),
  DDD: ({ dayOfYear }) => dayOfYear,
  DD: ({ day }) => pad(day),
  D: ({ day }) => day,
  dddd: weekdayName,
  ddd: (clock) => weekdayName(clock).slice(0, 3),
  dd: (clock) => weekdayName(clock).slice(0, 2),
  d: weekday,
  e: weekday,
  E: ({ dayOfWeek }) => dayOfWeek,
  WW: (clock) => pad(isoWeek(clock)),
  W: isoWeek,
  ww: (clock) => pad(week(clock)),
  w: week,
  GGGG: isoWeekYear,
  GG: (clock) => pad(isoWeekYear(clock) % 100),
  gggg: (clock) => saturday(clock).year,
  gg: (clock) => pad(saturday(clock).year % 100),
  HH: ({ hour }) => pad(hour),
  H: ({ hour }) => hour,
  hh: (clock) => pad(hour12(clock)),
  h: hour12,
  kk: ({ hour }) => pad(hour || 24),
  k: ({ hour }) => hour || 24,
  mm: ({ minute }) => pad(minute),
  m: ({ minute }) => minute,
  ss: ({ second }) => pad(second),
  s: ({ second }) => second,
  SSS: ({ millisecond }) => pad(millisecond, 3),
  SS: ({ millisecond }) => pad(Math.floor(millisecond / 10)),
  S: ({ millisecond }) => Math.floor(millisecond / 100),
  A: ({ hour }) => (hour < 12 ? 'AM' : 'PM'),
  a: ({ hour }) => (hour < 12 ? 'am' : 'pm'),
  ZZ: (clock) => offset(clock).replace(':', ''),
  Z: offset,
  X: ({ epochMilliseconds }) => Math.floor(epochMilliseconds / 1000),
  x: ({ epochMilliseconds }) => epochMilliseconds
}

const shorthand = /\[[^\]]*\]|LTS?|L{1,4}|l{1,4}/g
const names = Object.keys(tokens).toSorted((one, other) => other.length - one.length)
/** Text in brackets, or a token, with `o` for an ordinal number. */
const token = new RegExp(`\\[[^\\]]*\\]|(?:DDD|[MDdwWQ])o|${names.join('|')}`, 'g')

/**
 * Formats a local time in English; `pattern` has the tokens of Moment.js, such as `YYYY-MM-DD`, and
 * literal text in brackets.
 */
export function formatClock(clock: Clock, pattern: string): string {
  const full = pattern.replaceAll(shorthand, (found) => shorthands[found] ?? found)
  return full.replaceAll(token, (found) => {
    if (found.startsWith('[')) return found.slice(1, -1)
    const isOrdinal = found.endsWith('o')
    const value = tokens[isOrdinal ? found.slice(0, -1) : found]?.(clock)
    return isOrdinal ? ordinalOf(Number(value)) : String(value)
  })
}

function ordinalOf(number: number): string {
  const isTeen = number % 100 >= 11 && number % 100 <= 13
  return `${number}${(isTeen ? undefined : ['th', 'st', 'nd', 'rd'][number % 10]) ?? 'th'}`
}
