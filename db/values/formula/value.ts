/** A date in a formula; instants in UTC milliseconds. */
export interface FormulaDate {
  start: number
  /** Null for a date without an end. */
  end: number | null
  /** Whether it has a time of day. */
  hasTime: boolean
}

/** A value in a formula; null is an empty value. */
export type FormulaValue = null | string | number | boolean | FormulaDate | FormulaValue[]

/** Why a formula or rollup has no value; the message is stored in `property_value.problem`. */
export class FormulaProblem extends Error {
  override name = 'FormulaProblem'
}

export function isFormulaDate(value: FormulaValue): value is FormulaDate {
  return typeof value === 'object' && value !== null && 'start' in value
}

/** Converts to a number; an empty value is 0, as in Notion. Throws `FormulaProblem` for anything else. */
export function toNumber(value: FormulaValue): number {
  if (value === null || value === '') return 0
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  if (isFormulaDate(value)) return value.start
  const number = typeof value === 'string' ? Number(value) : Number.NaN
  if (Number.isNaN(number))
    throw new FormulaProblem('it calculates with a value that is not a number')
  return number
}

/**
 * Converts to a whole number, for functions whose result Notion does not document for fractions. Throws
 * `FormulaProblem` for anything else.
 */
export function toWholeNumber(value: FormulaValue): number {
  const number = toNumber(value)
  if (!Number.isInteger(number))
    throw new FormulaProblem('it counts with a number that is not whole')
  return number
}

/** Converts to a date; null for an empty value. Throws `FormulaProblem` for anything else. */
export function toDate(value: FormulaValue): FormulaDate | null {
  if (value === null || value === '') return null
  if (isFormulaDate(value)) return value
  throw new FormulaProblem('it uses a value that is not a date as a date')
}

/** Converts to a boolean: empty texts and lists are false. */
export function toBoolean(value: FormulaValue): boolean {
  return typeof value === 'string'
    ? value !== ''
    : Array.isArray(value)
      ? value.length > 0
      : Boolean(value)
}

/** Returns a list unchanged; any other value becomes a list of one item, an empty value of none. */
export function toList(value: FormulaValue): FormulaValue[] {
  return Array.isArray(value) ? value : value === null || value === '' ? [] : [value]
}

/** Sizes of lists, which never change: a list of lists can be far larger than its own length. */
const listSizes = new WeakMap<FormulaValue[], number>()

/** The characters of a text, the size of all items of a list, and 1 for any other value. */
export function sizeOf(value: FormulaValue): number {
  if (typeof value === 'string') return value.length
  if (!Array.isArray(value)) return 1
  const known = listSizes.get(value)
  if (known !== undefined) return known
  const size = value.reduce<number>((sum, item) => sum + 1 + sizeOf(item), 0)
  listSizes.set(value, size)
  return size
}

/**
 * Flattens a list with nested lists; any other value becomes a single item. Without recursion: a formula
 * can nest lists deeper than the stack allows.
 */
export function itemsOf(value: FormulaValue): Exclude<FormulaValue, FormulaValue[]>[] {
  const items: Exclude<FormulaValue, FormulaValue[]>[] = []
  const waiting = [value]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!Array.isArray(next)) items.push(next)
    else for (const item of next.toReversed()) waiting.push(item)
  }
  return items
}

/** Whether a value is empty in the sense of `empty()`: also 0 and an unchecked checkbox. */
export function isEmpty(value: FormulaValue): boolean {
  return Array.isArray(value)
    ? value.length === 0
    : value === null || value === '' || value === 0 || value === false
}

/** Compares two values, dates by start and end, lists by their items; null equals an empty text. */
export function isEqual(one: FormulaValue, other: FormulaValue): boolean {
  if (isFormulaDate(one) && isFormulaDate(other)) {
    return one.start === other.start && one.end === other.end
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => isEqual(item, other[at] ?? null))
  }
  return (one ?? '') === (other ?? '')
}

/** The first of the items that are equal (`isEqual`). */
export function uniqueItems(list: FormulaValue[]): FormulaValue[] {
  const seen = new Set<string>()
  return list.filter((item) => {
    const key = keyOf(item)
    const isFirst = !seen.has(key)
    seen.add(key)
    return isFirst
  })
}

/** A text that equal values have in common. */
function keyOf(value: FormulaValue): string {
  return JSON.stringify(partsOf(value))
}

/** Lists stay lists: a text in a text is escaped again, and would double its length with each list around it. */
function partsOf(value: FormulaValue): unknown {
  if (typeof value === 'number') return { number: String(value) }
  if (isFormulaDate(value)) return { start: value.start, end: value.end }
  return Array.isArray(value) ? value.map(partsOf) : (value ?? '')
}

/** Compares two values for sorting: negative, 0 or positive. Throws `FormulaProblem`. */
export function compare(one: FormulaValue, other: FormulaValue): number {
  if (typeof one === 'string' || typeof other === 'string') {
    if ([one, other].some((each) => typeof each === 'object' && each !== null)) {
      throw new FormulaProblem('it compares a text with a date or a list')
    }
    const [a, b] = [String(one ?? ''), String(other ?? '')]
    return a < b ? -1 : Number(a > b)
  }
  return toNumber(one) - toNumber(other)
}
