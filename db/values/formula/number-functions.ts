import type { FormulaFunction } from './context.ts'
import { toList, toNumber } from './value.ts'

const ofOne =
  (compute: (a: number) => number): FormulaFunction =>
  ([a = null]) =>
    compute(toNumber(a))

const ofTwo =
  (compute: (a: number, b: number) => number): FormulaFunction =>
  ([a = null, b = null]) =>
    compute(toNumber(a), toNumber(b))

const ofAll =
  (compute: (numbers: number[]) => number): FormulaFunction =>
  (args) =>
    compute(args.flatMap(toList).map(toNumber))

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

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
  toNumber: ofOne((a) => a),
  subtract: ofTwo((a, b) => a - b),
  multiply: ofTwo((a, b) => a * b),
  divide: ofTwo((a, b) => a / b),
  mod: ofTwo((a, b) => a % b),
  pow: ofTwo((a, b) => a ** b),
  /** The second argument is the number of decimal places. */
  round: ofTwo((a, places) => Math.round(a * 10 ** places) / 10 ** places),
  max: ofAll((numbers) => Math.max(...numbers)),
  min: ofAll((numbers) => Math.min(...numbers)),
  sum: ofAll(sum),
  mean: ofAll((numbers) => sum(numbers) / numbers.length)
}
