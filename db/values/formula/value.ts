/** A date in a formula; instants in UTC milliseconds. */
export interface FormulaDate {
  start: number
  /** Null for a date without an end. */
  end: number | null
  /** Whether it names a time of day. */
  hasTime: boolean
}

/** What a formula works with; null is what is empty. */
export type FormulaValue = null | string | number | boolean | FormulaDate | FormulaValue[]

/** Why a formula has no value here. */
export class FormulaProblem extends Error {
  override name = 'FormulaProblem'
}

export function isFormulaDate(value: FormulaValue): value is FormulaDate {
  return typeof value === 'object' && value !== null && 'start' in value
}

/** A number; what is empty counts as 0, as in Notion. Throws `FormulaProblem` for anything else. */
export function toNumber(value: FormulaValue): number {
  if (value === null || value === '') return 0
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  if (isFormulaDate(value)) return value.start
  const number = typeof value === 'string' ? Number(value) : Number.NaN
  if (Number.isNaN(number)) throw new FormulaProblem('it calculates with what is no number')
  return number
}

export function toDate(value: FormulaValue): FormulaDate | null {
  if (value === null || value === '') return null
  if (isFormulaDate(value)) return value
  throw new FormulaProblem('it takes for a date what is none')
}

export function toBoolean(value: FormulaValue): boolean {
  return typeof value === 'string'
    ? value !== ''
    : Array.isArray(value)
      ? value.length > 0
      : Boolean(value)
}

export function toList(value: FormulaValue): FormulaValue[] {
  return Array.isArray(value) ? value : isEmpty(value) ? [] : [value]
}

/** The items of a list and of the lists in it; any other value alone. */
export function itemsOf(value: FormulaValue): Exclude<FormulaValue, FormulaValue[]>[] {
  return Array.isArray(value) ? value.flatMap(itemsOf) : [value]
}

/** What `empty` says: also 0 and an unchecked box are. */
export function isEmpty(value: FormulaValue): boolean {
  return Array.isArray(value)
    ? value.length === 0
    : value === null || value === '' || value === 0 || value === false
}

export function isEqual(one: FormulaValue, other: FormulaValue): boolean {
  if (isFormulaDate(one) && isFormulaDate(other)) {
    return one.start === other.start && one.end === other.end
  }
  return (one ?? '') === (other ?? '')
}

/** Below 0, 0 or above as the first comes before, with or after the other. */
export function compare(one: FormulaValue, other: FormulaValue): number {
  if (typeof one === 'string' || typeof other === 'string') {
    const [a, b] = [String(one ?? ''), String(other ?? '')]
    return a < b ? -1 : Number(a > b)
  }
  return toNumber(one) - toNumber(other)
}
