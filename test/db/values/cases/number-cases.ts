import type { Cases } from '../calculate.ts'

const noNumber = { problem: 'it calculates with a value that is not a number' }

/** Empty values count as 0; checkboxes as 0 and 1. */
export const numberCases: Cases = {
  add: [
    ['add(7, 3)', 10],
    ['7 + 3', 10],
    ['1.5 + -2', -0.5],
    ['"Wick " + 7', 'Wick 7'],
    ['7 + "!"', '7!'],
    ['true + "!"', 'true!'],
    ['prop("Day") + "!"', 'July 31, 2026!'],
    ['prop("No text") + 7', '7'],
    ['prop("No number") + 7', 7],
    ['true + 1', 2],
    ['prop("Tags") + 1', noNumber]
  ],
  subtract: [
    ['subtract(12, 6)', 6],
    ['1 - 2.5', -1.5],
    ['3 - prop("No number")', 3],
    ['3 - true', 2],
    ['"a" - 1', noNumber],
    ['prop("Tags") - 1', noNumber]
  ],
  multiply: [
    ['multiply(2, 10)', 20],
    ['-2 * 0.5', -1],
    ['prop("No number") * 7', 0],
    ['"a" * 2', noNumber]
  ],
  divide: [
    ['divide(12, 6)', 2],
    ['-1 / 4', -0.25],
    ['prop("No number") / 2', 0],
    ['1 / 0', Infinity],
    ['"" + 1 / 0', { problem: 'it divides by zero, or has no finite result' }],
    ['"a" / 2', noNumber]
  ],
  mod: [
    ['mod(7, 5)', 2],
    ['-26 % 3', -2],
    ['26 % -3', 2],
    ['5.5 % 2', 1.5],
    ['prop("No number") % 3', 0],
    ['5 % 0', Number.NaN],
    ['"a" % 2', noNumber]
  ],
  pow: [
    ['pow(5, 4)', 625],
    ['2 ^ 3 ^ 2', 512],
    ['4 ^ 0.5', 2],
    ['2 ^ -2', 0.25],
    ['2 * 3 ^ 2', 18],
    ['prop("No number") ^ 2', 0],
    ['"a" ^ 2', noNumber]
  ],
  unaryMinus: [
    ['unaryMinus(42)', -42],
    ['-prop("Number")', -7],
    ['--2.5', 2.5],
    ['-true', -1],
    ['-prop("No number")', 0],
    ['-"a"', noNumber]
  ],
  unaryPlus: [
    ['unaryPlus("42")', 42],
    ['+true', 1],
    ['+prop("No number")', 0],
    ['+"-1.5"', -1.5],
    ['+"a"', noNumber]
  ],
  toNumber: [
    ['toNumber("42")', 42],
    ['toNumber(" -1.5e2 ")', -150],
    ['toNumber(".5")', 0.5],
    ['toNumber("+3.")', 3],
    ['toNumber("42 rabbits jump 100 times")', 42],
    ['toNumber("I have 42 rabbits.")', null],
    ['toNumber("Infinity")', null],
    ['toNumber("")', null],
    ['toNumber(prop("No number"))', null],
    ['toNumber(-2.5)', -2.5],
    ['toNumber(true)', 1],
    ['toNumber(5 < 3)', 0],
    ['toNumber(prop("Time"))', Date.UTC(2026, 6, 31, 15, 45, 30, 250)],
    ['toNumber(prop("Tags"))', noNumber]
  ],
  abs: [
    ['abs(-3)', 3],
    ['(-2.5).abs()', 2.5],
    ['abs(prop("No number"))', 0],
    ['abs("a")', noNumber]
  ],
  cbrt: [
    ['cbrt(64)', 4],
    ['cbrt(-8)', -2],
    ['cbrt(0.125)', 0.5],
    ['cbrt(prop("No number"))', 0],
    ['cbrt("a")', noNumber]
  ],
  ceil: [
    ['ceil(4.2)', 5],
    ['ceil(-0.6)', 0],
    ['ceil(-1.6)', -1],
    ['ceil(prop("No number"))', 0],
    ['ceil("a")', noNumber]
  ],
  floor: [
    ['floor(2.8)', 2],
    ['floor(-0.6)', -1],
    ['floor(prop("No number"))', 0],
    ['floor("a")', noNumber]
  ],
  round: [
    ['round(0.4)', 0],
    ['round(-0.6)', -1],
    ['round(2.5)', 3],
    ['round(-2.5)', -2],
    ['round(2.345, 2)', 2.35],
    ['round(-1.25, 1)', -1.2],
    ['round(1234, -2)', 1200],
    ['round(prop("No number"))', 0],
    ['round("a")', noNumber]
  ],
  sign: [
    ['sign(4)', 1],
    ['sign(-0.5)', -1],
    ['sign(0)', 0],
    ['sign(prop("No number"))', 0],
    ['sign("a")', noNumber]
  ],
  sqrt: [
    ['sqrt(16)', 4],
    ['sqrt(0.25)', 0.5],
    ['sqrt(-1)', Number.NaN],
    ['sqrt(prop("No number"))', 0],
    ['sqrt("a")', noNumber]
  ],
  exp: [
    ['exp(1)', Math.E],
    ['exp(-1)', 1 / Math.E],
    ['exp(prop("No number"))', 1],
    ['exp("a")', noNumber]
  ],
  ln: [
    ['ln(e)', 1],
    ['ln(0.5)', -Math.LN2],
    ['ln(prop("No number"))', -Infinity],
    ['ln(-1)', Number.NaN],
    ['ln("a")', noNumber]
  ],
  log10: [
    ['log10(1000)', 3],
    ['log10(0.01)', -2],
    ['log10(-1)', Number.NaN],
    ['log10("a")', noNumber]
  ],
  log2: [
    ['log2(64)', 6],
    ['log2(0.25)', -2],
    ['log2(-1)', Number.NaN],
    ['log2("a")', noNumber]
  ],
  max: [
    ['max(5, 2, 9, 3)', 9],
    ['max(-5, 0)', 0],
    ['[1.5, 1].max()', 1.5],
    ['max(2, [4, [30]], 9)', 30],
    ['max(-2, prop("No number"))', -2],
    ['max(prop("No tags"))', null],
    ['max(true, 0)', 1],
    ['max("a", 1)', noNumber]
  ],
  min: [
    ['min(4, 1, 5, 3)', 1],
    ['min(0, 5)', 0],
    ['[1.5, -1].min()', -1],
    ['min(2, prop("No number"))', 2],
    ['min(prop("No tags"))', null],
    ['min(false, 3)', 0],
    ['min("a", 1)', noNumber]
  ],
  sum: [
    ['sum([1, 2, 3], 4, 5)', 15],
    ['[0.5, -1].sum()', -0.5],
    ['sum(prop("No tags"))', 0],
    ['sum(prop("No number"), 2)', 2],
    ['sum("a")', noNumber]
  ],
  mean: [
    ['mean(15, 35, 70)', 40],
    ['[30, 60, 110, 75].mean()', 68.75],
    ['mean(2, 5, [4, 30, 13], 9)', 10.5],
    ['mean(0, -1)', -0.5],
    ['mean(prop("No number"), 4)', 4],
    ['mean(prop("No tags"))', null],
    ['mean("a")', noNumber]
  ],
  median: [
    ['median(1, 2, 4)', 2],
    ['median([1, 2, 3], 4)', 2.5],
    ['[10, 9, 1].median()', 9],
    ['median(-1.5)', -1.5],
    ['median(-1, prop("No number"), 0.5)', -0.25],
    ['median(prop("No tags"))', null],
    ['median("a")', noNumber]
  ],
  pi: [
    ['pi()', Math.PI],
    ['2 * pi()', 2 * Math.PI]
  ],
  e: [
    ['e()', Math.E],
    ['ln(e())', 1]
  ]
}
