import { dateWords } from './dates.ts'
import { FormulaProblem, type FormulaValue, isFormulaDate } from './value.ts'

/** A value as Notion writes it. Throws `FormulaProblem` for a number that is none. */
export function wordsOf(value: FormulaValue, scene: { timeZone: string }): string {
  if (value === null) return ''
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new FormulaProblem('it divides by zero, or has no finite result')
  }
  if (Array.isArray(value)) return value.map((each) => wordsOf(each, scene)).join(', ')
  return isFormulaDate(value) ? dateWords(value, scene.timeZone) : String(value)
}
