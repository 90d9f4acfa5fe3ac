import type { Call } from './context.ts'
import { toList, toNumber } from './value.ts'

const ofOne =
  (reckon: (a: number) => number): Call =>
  ([a = null]) =>
    reckon(toNumber(a))

const ofTwo =
  (reckon: (a: number, b: number) => number): Call =>
  ([a = null, b = null]) =>
    reckon(toNumber(a), toNumber(b))

const ofAll =
  (reckon: (numbers: number[]) => number): Call =>
  (args) =>
    reckon(args.flatMap(toList).map(toNumber))

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

export const numberFunctions: Record<string, Call> = {
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
  /** The second argument counts the places behind the point. */
  round: ofTwo((a, places) => Math.round(a * 10 ** places) / 10 ** places),
  max: ofAll((numbers) => Math.max(...numbers)),
  min: ofAll((numbers) => Math.min(...numbers)),
  sum: ofAll(sum),
  mean: ofAll((numbers) => sum(numbers) / numbers.length)
}
