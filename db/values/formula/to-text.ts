import { formatDate } from './dates.ts'
import { FormulaProblem, type FormulaValue, isFormulaDate } from './value.ts'

/** Formats a value as Notion does. Throws `FormulaProblem` for a number that is not finite. */
export function toText(value: FormulaValue, context: { timeZone: string }): string {
  if (value === null) return ''
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new FormulaProblem('it divides by zero, or has no finite result')
  }
  if (Array.isArray(value)) return value.map((each) => toText(each, context)).join(', ')
  return isFormulaDate(value) ? formatDate(value, context.timeZone) : String(value)
}
