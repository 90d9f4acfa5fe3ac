import { localTime, formatDate, addToDate, unitsBetween } from '../dates.ts'
import { parseIsoDate } from '../parse-date.ts'
import type { FormulaFunction, FormulaContext } from '../context.ts'
import { toText } from '../to-text.ts'
import { type FormulaDate, FormulaProblem, type FormulaValue, toDate, toNumber } from '../value.ts'

type Clock = ReturnType<typeof localTime>

const ofClock =
  (read: (clock: Clock, context: FormulaContext) => number): FormulaFunction =>
  ([a = null], context) =>
    ofDate(a, ({ start }) => read(localTime(start, context.timeZone), context))

const move =
  (direction: 1 | -1): FormulaFunction =>
  ([a = null, amount = null, unit = null], { timeZone }) => {
    const by = { amount: direction * toNumber(amount), unit: String(unit), timeZone }
    return ofDate(a, (date) => addToDate(date, by))
  }

const startOf: FormulaFunction = ([a = null]) => ofDate(a, (date) => ({ ...date, end: null }))
const endOf: FormulaFunction = ([a = null]) =>
  ofDate(a, (date) => ({ ...date, start: date.end ?? date.start, end: null }))

export const dateFunctions: Record<string, FormulaFunction> = {
  now: (_, { at }) => instant(at, true),
  today: (_, { at, timeZone }) => instant(localTime(at, timeZone).startOfDay().epochMilliseconds),
  start: startOf,
  end: endOf,
  // The names of `start` and `end` in formulas 2.0.
  dateStart: startOf,
  dateEnd: endOf,
  dateRange: ([a = null, b = null]) => {
    const [one, other] = [toDate(a), toDate(b)]
    return one && other && rangeOf(one, other)
  },
  parseDate: ([a = null], { timeZone }) => {
    if (a === null || a === '') return null
    if (typeof a !== 'string')
      throw new FormulaProblem('it parses a date from a value that is not a text')
    return parseIsoDate(a, timeZone)
  },
  timestamp: ([a = null]) => ofDate(a, ({ start }) => start),
  fromTimestamp: ([a = null], { timeZone }) =>
    instant(localTime(Math.trunc(toNumber(a)), timeZone).epochMilliseconds, true),
  date: ofClock((clock) => clock.day),
  day: ofClock((clock, { version }) => (version === 1 ? clock.dayOfWeek % 7 : clock.dayOfWeek)),
  week: ofClock((clock) => clock.weekOfYear ?? 0),
  month: ofClock((clock, { version }) => (version === 1 ? clock.month - 1 : clock.month)),
  year: ofClock((clock) => clock.year),
  hour: ofClock((clock) => clock.hour),
  minute: ofClock((clock) => clock.minute),
  dateAdd: move(1),
  dateSubtract: move(-1),
  dateBetween: ([a = null, b = null, unit = null], { timeZone }) => {
    const [one, other] = [toDate(a), toDate(b)]
    return one && other && unitsBetween([one, other], { unit: String(unit), timeZone })
  },
  /** The third argument is a time zone, the site's by default. */
  formatDate: ([a = null, format, zone], context) =>
    ofDate(a, (date) => {
      const timeZone = zone === undefined ? context.timeZone : toText(zone, context)
      return formatDate(date, timeZone, format === undefined ? format : toText(format, context))
    })
}

function instant(start: number, hasTime = false): FormulaDate {
  return { start, end: null, hasTime }
}

/** Throws `FormulaProblem` for dates of which Notion does not document the range. */
function rangeOf(one: FormulaDate, other: FormulaDate): FormulaDate {
  const isPlain = one.end === null && other.end === null && one.hasTime === other.hasTime
  if (!isPlain) throw new FormulaProblem('it makes a range of a range, or of a day and a time')
  if (one.start > other.start)
    throw new FormulaProblem('it makes a range that ends before it starts')
  return { ...one, end: other.start }
}

/** Returns null for a missing date. */
function ofDate(value: FormulaValue, read: (date: FormulaDate) => FormulaValue): FormulaValue {
  const date = toDate(value)
  return date && read(date)
}
