import { dateFunctions } from './date-functions.ts'
import { listFunctions } from './list-functions.ts'
import { numberFunctions } from './number-functions.ts'
import type { FormulaFunction } from '../context.ts'
import { textFunctions } from './text-functions.ts'
import { compare, isEmpty, isEqual, toBoolean, toNumber } from '../value.ts'
import { toText } from '../to-text.ts'

/** Functions and operators by their names in formulas. */
export const functions: Record<string, FormulaFunction> = {
  ...numberFunctions,
  ...textFunctions,
  ...dateFunctions,
  ...listFunctions,
  equal: ([a = null, b = null]) => isEqual(a, b),
  unequal: ([a = null, b = null]) => !isEqual(a, b),
  larger: ([a = null, b = null]) => compare(a, b) > 0,
  largerEq: ([a = null, b = null]) => compare(a, b) >= 0,
  smaller: ([a = null, b = null]) => compare(a, b) < 0,
  smallerEq: ([a = null, b = null]) => compare(a, b) <= 0,
  not: ([a = null]) => !toBoolean(a),
  /** Without an argument it is the empty value. */
  empty: (args) => (args.length === 0 ? null : isEmpty(args[0] ?? null)),
  /** If one operand is a text, both are concatenated as text. */
  add: ([a = null, b = null], context) =>
    [a, b].some((each) => typeof each === 'string')
      ? toText(a, context) + toText(b, context)
      : toNumber(a) + toNumber(b)
}
