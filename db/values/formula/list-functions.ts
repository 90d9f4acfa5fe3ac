import type { Call } from './context.ts'
import { type FormulaValue, compare, isEqual, toList, toNumber } from './value.ts'
import { wordsOf } from './to-text.ts'

export const listFunctions: Record<string, Call> = {
  concat: (args, scene) =>
    args.some(Array.isArray)
      ? args.flatMap(toList)
      : args.map((each) => wordsOf(each, scene)).join(''),
  length: ([a = null], scene) => (Array.isArray(a) ? a : [...wordsOf(a, scene)]).length,
  slice: ([a = null, from = null, to], scene) => {
    const range = [toNumber(from), to === undefined ? undefined : toNumber(to)] as const
    return Array.isArray(a) ? a.slice(...range) : wordsOf(a, scene).slice(...range)
  },
  /** The first kind has the separator first, the second the list. */
  join: ([first = null, ...others], scene) => {
    const [list, separator] = Array.isArray(first) ? [first, others[0] ?? ''] : [others, first]
    return list.map((each) => wordsOf(each, scene)).join(wordsOf(separator, scene))
  },
  at: ([a = null, index = null]) => toList(a).at(toNumber(index)) ?? null,
  first: ([a = null]) => toList(a)[0] ?? null,
  last: ([a = null]) => toList(a).at(-1) ?? null,
  includes: ([a = null, item = null]) => toList(a).some((each) => isEqual(each, item)),
  reverse: ([a = null]) => toList(a).toReversed(),
  sort: ([a = null]) => toList(a).toSorted(compare),
  flat: ([a = null]) => toList(a).flatMap(toList),
  unique: ([a = null]) => toList(a).filter(isFirst)
}

function isFirst(value: FormulaValue, index: number, list: FormulaValue[]): boolean {
  return list.findIndex((other) => isEqual(value, other)) === index
}
