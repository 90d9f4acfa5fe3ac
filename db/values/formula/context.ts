import type { FormulaBudget } from './budget.ts'
import type { FormulaValue } from './value.ts'

/** The inputs of a formula besides its row. */
export interface FormulaContext {
  /** The time of `now()`, UTC milliseconds. */
  at: number
  /** The site's IANA time zone. */
  timeZone: string
  /** Formulas 1.0 count months and weekdays from 0. */
  version: 1 | 2
  budget: FormulaBudget
}

/** A function of evaluated arguments; missing ones are undefined. Throws `FormulaProblem`. */
export type FormulaFunction = (args: FormulaValue[], context: FormulaContext) => FormulaValue
