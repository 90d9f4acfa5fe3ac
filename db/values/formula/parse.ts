import jsep, { type CallExpression, type CoreExpression, type Expression } from 'jsep'

import { isNestedDeeper } from '../../../site/notion/is-nested-deeper.ts'
import type { FormulaNode } from './node.ts'
import { FormulaProblem } from './value.ts'
import { messageOf } from '../../../site/formats/error-message.ts'

/** The functions that implement operators. */
const operators: Record<string, string> = {
  '+': 'add',
  '-': 'subtract',
  '*': 'multiply',
  '/': 'divide',
  '%': 'mod',
  '^': 'pow',
  '==': 'equal',
  '!=': 'unequal',
  '>': 'larger',
  '>=': 'largerEq',
  '<': 'smaller',
  '<=': 'smallerEq',
  and: 'and',
  '&&': 'and',
  or: 'or',
  '||': 'or'
}
const unaryOperators: Record<string, string> = {
  '-': 'unaryMinus',
  '+': 'unaryPlus',
  '!': 'not',
  not: 'not'
}

/** Operators and functions inside each other, such as the terms of a sum: evaluation is recursive. */
const MAX_DEPTH = 1000

jsep.addBinaryOp('^', 11, true)
jsep.addBinaryOp('and', 2)
jsep.addBinaryOp('or', 1)
jsep.addUnaryOp('not')

/**
 * Parses the code of a formula 2.0: comments, literals, lists, operators, `a ? b : c`, `name(…)`,
 * `value.name(…)` and `prop("…")`, whose argument `idOf` resolves to a property id. Throws
 * `FormulaProblem` for anything else.
 */
export function parseFormula(
  code: string,
  idOf: (name: string) => string | undefined
): FormulaNode {
  let tree: Expression
  try {
    tree = jsep(withoutComments(code))
  } catch (error) {
    throw new FormulaProblem(`it cannot be read (${messageOf(error)})`)
  }
  if (isNestedDeeper(tree, MAX_DEPTH)) throw new FormulaProblem('it is too long to compute')
  return nodeOf(tree, idOf)
}

/** Replaces comments by spaces, except inside texts. */
function withoutComments(code: string): string {
  return code.replaceAll(/"(?:\\.|[^"\\])*"|\/\*[^]*?\*\//g, (part) =>
    part.startsWith('"') ? part : ' '
  )
}

function nodeOf(expression: Expression, idOf: (name: string) => string | undefined): FormulaNode {
  const of = (each: Expression) => nodeOf(each, idOf)
  // jsep types child nodes as any node; without plug-ins it produces only these.
  const node = expression as CoreExpression
  switch (node.type) {
    case 'Literal':
      return { type: 'constant', value: node.value }
    case 'Identifier':
      return { type: 'symbol', name: node.name }
    case 'ArrayExpression':
      return { type: 'list', items: node.elements.flatMap((each) => (each ? [of(each)] : [])) }
    case 'ConditionalExpression':
      return fn('if', [node.test, node.consequent, node.alternate].map(of))
    case 'UnaryExpression':
      return fn(unaryOperators[node.operator], [of(node.argument)])
    case 'BinaryExpression':
      return fn(operators[node.operator], [of(node.left), of(node.right)])
    case 'CallExpression':
      return callOf(node, idOf)
    default:
      throw new FormulaProblem(`it has a part that is not known here (${node.type})`)
  }
}

function callOf(node: CallExpression, idOf: (name: string) => string | undefined): FormulaNode {
  const callee = node.callee as CoreExpression
  const args = (values: Expression[]) => values.map((each) => nodeOf(each, idOf))
  if (callee.type === 'MemberExpression') {
    return fn(nameOf(callee.property), args([callee.object, ...node.arguments]))
  }
  const name = nameOf(callee)
  return name === 'prop' ? property(node.arguments[0], idOf) : fn(name, args(node.arguments))
}

function property(
  argument: Expression | undefined,
  idOf: (name: string) => string | undefined
): FormulaNode {
  const name = argument?.type === 'Literal' ? String(argument['value']) : ''
  const id = idOf(name)
  if (id !== undefined) return { type: 'property', id }
  throw new FormulaProblem(`it reads the property "${name}", which the collection does not have`)
}

function nameOf(expression: Expression): string | undefined {
  return expression.type === 'Identifier' ? String(expression['name']) : undefined
}

function fn(name: string | undefined, args: FormulaNode[]): FormulaNode {
  if (name === undefined) throw new FormulaProblem('it has an operator that is not known here')
  return { type: 'function', name, args }
}
