import { describe, expect, test } from 'vitest'

import { specialForms } from '../../../db/values/formula/evaluate.ts'
import { functions } from '../../../db/values/formula/functions/functions.ts'
import type { FormulaNode } from '../../../db/values/formula/node.ts'
import { parseFormula } from '../../../db/values/formula/parse.ts'
import { type Cases, calculate } from './calculate.ts'
import { dateCases } from './cases/date-cases.ts'
import { listCases } from './cases/list-cases.ts'
import { logicCases } from './cases/logic-cases.ts'
import { numberCases } from './cases/number-cases.ts'
import { textCases } from './cases/text-cases.ts'
import { zoneCases } from './cases/zone-cases.ts'

const cases: Cases = {
  ...numberCases,
  ...textCases,
  ...listCases,
  ...logicCases,
  ...dateCases
}

/** Names of the functions and operators in an expression. */
function namesIn(node: FormulaNode): string[] {
  if (node.type === 'list') return node.items.flatMap(namesIn)
  if (node.type !== 'function' && node.type !== 'operator') return []
  return [node.name, ...(node.args ?? []).flatMap(namesIn)]
}

test('each function of the formula engine has cases that use it', () => {
  const known = [...Object.keys(functions), ...Object.keys(specialForms)]
  expect(Object.keys(cases).toSorted()).toEqual(known.toSorted())
  for (const [name, own] of Object.entries(cases)) {
    const trees = own.map(([code]) => parseFormula(code, (property) => property))
    const using = trees.filter((tree) => namesIn(tree).includes(name))
    expect(using, name).toHaveLength(own.length)
  }
})

describe.each(Object.keys(cases))('%s', (name) => {
  test.each(cases[name] ?? [])('%s is %j', (code, expected) => {
    expect(calculate(code)).toEqual(expected)
  })
})

describe.each(Object.entries(zoneCases))('in the time zone %s', (timeZone, own) => {
  test.each(own)('%s is %j', (code, expected) => {
    expect(calculate(code, { timeZone })).toEqual(expected)
  })
})

test.each([
  ['day(prop("Day"))', 5],
  ['day(end(prop("Range")))', 0],
  ['month(prop("Day"))', 6],
  ['month(prop("New year"))', 0]
])('formulas 1.0 count weekdays and months from 0: %s is %j', (code, expected) => {
  expect(calculate(code, { version: 1 })).toBe(expected)
})

test.each([
  ['pi', Math.PI],
  ['e', Math.E],
  ['true', true],
  ['/* lamps */ 1 + /* "oil" */ 2', 3],
  ['"/* text */"', '/* text */'],
  ['[1, "a", true, [2]]', [1, 'a', true, [2]]],
  ['(1 + 2) * 3', 9],
  ['1 + 2 * 3 > 6 and true', true],
  ['brew(1)', { problem: 'it uses "brew", which is not known here' }],
  ['constructor(1)', { problem: 'it uses "constructor", which is not known here' }],
  ['toString', { problem: 'it names "toString", which is not known here' }]
])('the expression %s is %j', (code, expected) => {
  expect(calculate(code)).toEqual(expected)
})
