import { clockAt, dateText, addToDate, unitsBetween } from './dates.ts'
import type { Call, FormulaContext } from './context.ts'
import { type FormulaDate, type FormulaValue, toDate, toNumber } from './value.ts'

type Clock = ReturnType<typeof clockAt>

const ofClock =
  (read: (clock: Clock, context: FormulaContext) => number): Call =>
  ([a = null], context) =>
    ofDate(a, ({ start }) => read(clockAt(start, context.timeZone), context))

const move =
  (direction: 1 | -1): Call =>
  ([a = null, amount = null, unit = null], { timeZone }) => {
    const by = { amount: direction * toNumber(amount), unit: String(unit), timeZone }
    return ofDate(a, (date) => addToDate(date, by))
  }

export const dateFunctions: Record<string, Call> = {
  now: (_, { at }) => instant(at, true),
  today: (_, { at, timeZone }) => instant(clockAt(at, timeZone).startOfDay().epochMilliseconds),
  start: ([a = null]) => ofDate(a, (date) => ({ ...date, end: null })),
  end: ([a = null]) => ofDate(a, (date) => ({ ...date, start: date.end ?? date.start, end: null })),
  timestamp: ([a = null]) => ofDate(a, ({ start }) => start),
  fromTimestamp: ([a = null]) => instant(toNumber(a), true),
  date: ofClock((clock) => clock.day),
  day: ofClock((clock, { kind }) => (kind === 1 ? clock.dayOfWeek % 7 : clock.dayOfWeek)),
  week: ofClock((clock) => clock.weekOfYear ?? 0),
  month: ofClock((clock, { kind }) => (kind === 1 ? clock.month - 1 : clock.month)),
  year: ofClock((clock) => clock.year),
  hour: ofClock((clock) => clock.hour),
  minute: ofClock((clock) => clock.minute),
  dateAdd: move(1),
  dateSubtract: move(-1),
  dateBetween: ([a = null, b = null, unit = null], { timeZone }) => {
    const [one, other] = [toDate(a), toDate(b)]
    return one && other && unitsBetween([one, other], { unit: String(unit), timeZone })
  },
  formatDate: ([a = null, format = null], { timeZone }) =>
    ofDate(a, (date) => dateText(date, timeZone, String(format)))
}

function instant(start: number, hasTime = false): FormulaDate {
  return { start, end: null, hasTime }
}

/** Of no date there is no value. */
function ofDate(value: FormulaValue, read: (date: FormulaDate) => FormulaValue): FormulaValue {
  const date = toDate(value)
  return date && read(date)
}
