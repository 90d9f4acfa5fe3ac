import { localTime, formatDate, addToDate, unitsBetween } from '../dates.ts'
import type { FormulaFunction, FormulaContext } from '../context.ts'
import { toText } from '../to-text.ts'
import { type FormulaDate, type FormulaValue, toDate, toNumber } from '../value.ts'

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

export const dateFunctions: Record<string, FormulaFunction> = {
  now: (_, { at }) => instant(at, true),
  today: (_, { at, timeZone }) => instant(localTime(at, timeZone).startOfDay().epochMilliseconds),
  start: ([a = null]) => ofDate(a, (date) => ({ ...date, end: null })),
  end: ([a = null]) => ofDate(a, (date) => ({ ...date, start: date.end ?? date.start, end: null })),
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
  formatDate: ([a = null, format], context) =>
    ofDate(a, (date) =>
      formatDate(date, context.timeZone, format === undefined ? format : toText(format, context))
    )
}

function instant(start: number, hasTime = false): FormulaDate {
  return { start, end: null, hasTime }
}

/** Returns null for a missing date. */
function ofDate(value: FormulaValue, read: (date: FormulaDate) => FormulaValue): FormulaValue {
  const date = toDate(value)
  return date && read(date)
}
