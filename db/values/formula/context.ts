import type { FormulaValue } from './value.ts'

/** What a formula's result depends on besides its row. */
export interface FormulaContext {
  /** What `now()` answers, UTC milliseconds. */
  at: number
  /** The time zone of the site. */
  timeZone: string
  /** Formulas of the first kind count months and days of the week from 0. */
  kind: 1 | 2
}

/** A function whose arguments are known. Missing ones are undefined. */
export type Call = (args: FormulaValue[], context: FormulaContext) => FormulaValue
