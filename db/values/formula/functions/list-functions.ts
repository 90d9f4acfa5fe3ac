import type { FormulaFunction } from '../context.ts'
import { FormulaProblem, isEqual, toList, toNumber, toWholeNumber, uniqueItems } from '../value.ts'
import { toText } from '../to-text.ts'

export const listFunctions: Record<string, FormulaFunction> = {
  concat: (args, context) =>
    args.some(Array.isArray)
      ? args.flatMap(toList)
      : args.map((each) => toText(each, context)).join(''),
  length: ([a = null], context) => (Array.isArray(a) ? a : [...toText(a, context)]).length,
  slice: ([a = null, from = null, to], context) => {
    const range = [toNumber(from), to === undefined ? undefined : toNumber(to)] as const
    return Array.isArray(a) ? a.slice(...range) : toText(a, context).slice(...range)
  },
  /** The first argument is the separator in formulas 1.0 and the list in 2.0. */
  join: ([first = null, ...others], context) => {
    const [list, separator] = Array.isArray(first) ? [first, others[0] ?? ''] : [others, first]
    return list.map((each) => toText(each, context)).join(toText(separator, context))
  },
  /** Removes items at an index, which counts from the end if it is negative, and inserts others. */
  splice: ([a = null, from = null, count = 0, ...items]) => {
    const removed = toWholeNumber(count)
    if (removed < 0) throw new FormulaProblem('it removes a negative number of items')
    return toList(a).toSpliced(toWholeNumber(from), removed, ...items)
  },
  at: ([a = null, index = null]) => toList(a).at(toNumber(index)) ?? null,
  first: ([a = null]) => toList(a)[0] ?? null,
  last: ([a = null]) => toList(a).at(-1) ?? null,
  includes: ([a = null, item = null]) => toList(a).some((each) => isEqual(each, item)),
  reverse: ([a = null]) => toList(a).toReversed(),
  flat: ([a = null]) => toList(a).flatMap(toList),
  unique: ([a = null]) => uniqueItems(toList(a))
}
