import { FormulaBudget } from '../../../db/values/formula/budget.ts'
import { type FormulaRow, evaluate } from '../../../db/values/formula/evaluate.ts'
import { localTime } from '../../../db/values/formula/dates.ts'
import { parseFormula } from '../../../db/values/formula/parse.ts'
import {
  FormulaProblem,
  type FormulaValue,
  isFormulaDate
} from '../../../db/values/formula/value.ts'

/** An expression of formulas 2.0 and its result; a problem is `{ problem }`. */
type Case = [code: string, expected: unknown]

/** Cases by the function that they are about. */
export type Cases = Record<string, Case[]>

/** Friday, 31 July 2026, 15:45:30.250 UTC. */
const NOW = Date.UTC(2026, 6, 31, 15, 45, 30, 250)

const day = (year: number, month: number, date: number, timeZone: string): number => {
  const noon = localTime(Date.UTC(year, month - 1, date, 12), timeZone)
  return noon.startOfDay().epochMilliseconds
}

/** The properties of the row, by name. */
function properties(timeZone: string): Record<string, FormulaValue> {
  const on = (...date: [number, number, number]) => ({
    start: day(...date, timeZone),
    end: null,
    hasTime: false
  })
  return {
    Number: 7,
    'No number': null,
    Text: 'Wick',
    'No text': '',
    Day: on(2026, 7, 31),
    'New year': on(2027, 1, 1),
    Range: { ...on(2026, 7, 31), end: day(2026, 8, 2, timeZone) },
    Time: { start: NOW, end: null, hasTime: true },
    'Leap day': on(2028, 2, 29),
    'No day': null,
    Tags: ['b', 'a', 'b'],
    'No tags': [],
    On: true,
    Off: false
  }
}

/** The result of an expression; dates as `YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`. */
export function calculate(
  code: string,
  { timeZone = 'UTC', version = 2 }: Partial<Pick<FormulaRow, 'timeZone' | 'version'>> = {}
): unknown {
  const values = properties(timeZone)
  const tree = parseFormula(code, (name) => (name in values ? name : undefined))
  const read = (name: string) => values[name] ?? null
  try {
    const budget = new FormulaBudget()
    return shown(evaluate(tree, { read, at: NOW, timeZone, version, budget }), timeZone)
  } catch (error) {
    if (error instanceof FormulaProblem) return { problem: error.message }
    throw error
  }
}

function shown(value: FormulaValue, timeZone: string): unknown {
  if (Array.isArray(value)) return value.map((each) => shown(each, timeZone))
  // Negative zero is written like zero.
  if (!isFormulaDate(value)) return value === 0 ? 0 : value
  return [value.start, ...(value.end === null ? [] : [value.end])]
    .map((instant) => localTime(instant, timeZone).toPlainDateTime().toString())
    .map((text) => (value.hasTime ? text.slice(0, 19).replace('T', ' ') : text.slice(0, 10)))
    .join(' → ')
}
