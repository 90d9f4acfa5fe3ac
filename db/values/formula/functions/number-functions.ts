import { median, sum } from '../../../../site/notion/collections/statistics.ts'
import type { FormulaFunction } from '../context.ts'
import { itemsOf, toList, toNumber } from '../value.ts'

const ofOne =
  (compute: (a: number) => number): FormulaFunction =>
  ([a = null]) =>
    compute(toNumber(a))

const ofTwo =
  (compute: (a: number, b: number) => number): FormulaFunction =>
  ([a = null, b = null]) =>
    compute(toNumber(a), toNumber(b))

/** Empty arguments do not count; without a number the result is empty. */
const ofAll =
  (compute: (numbers: number[]) => number): FormulaFunction =>
  (args) => {
    const numbers = args.flatMap(itemsOf).flatMap(toList).map(toNumber)
    return numbers.length > 0 ? compute(numbers) : null
  }

export const numberFunctions: Record<string, FormulaFunction> = {
  abs: ofOne(Math.abs),
  cbrt: ofOne(Math.cbrt),
  ceil: ofOne(Math.ceil),
  exp: ofOne(Math.exp),
  floor: ofOne(Math.floor),
  ln: ofOne(Math.log),
  log10: ofOne(Math.log10),
  log2: ofOne(Math.log2),
  sign: ofOne(Math.sign),
  sqrt: ofOne(Math.sqrt),
  unaryMinus: ofOne((a) => -a),
  unaryPlus: ofOne((a) => a),
  /** A text has the number it starts with, or none. */
  toNumber: ([a = null]) =>
    typeof a === 'string' ? leadingNumber(a) : a === null ? null : toNumber(a),
  subtract: ofTwo((a, b) => a - b),
  multiply: ofTwo((a, b) => a * b),
  divide: ofTwo((a, b) => a / b),
  mod: ofTwo((a, b) => a % b),
  pow: ofTwo((a, b) => a ** b),
  /** The second argument is the number of decimal places. */
  round: ofTwo((a, places) => Math.round(a * 10 ** places) / 10 ** places),
  max: ofAll((numbers) => Math.max(...numbers)),
  min: ofAll((numbers) => Math.min(...numbers)),
  sum: (args, context) => ofAll(sum)(args, context) ?? 0,
  mean: ofAll((numbers) => sum(numbers) / numbers.length),
  median: ofAll(median),
  pi: () => Math.PI,
  e: () => Math.E
}

function leadingNumber(text: string): number | null {
  const [number] = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/i.exec(text) ?? []
  return number === undefined ? null : Number(number)
}
