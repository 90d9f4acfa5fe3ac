import { functions } from './functions.ts'
import type { FormulaNode } from './node.ts'
import type { FormulaContext } from './context.ts'
import { FormulaProblem, type FormulaValue, isEmpty, toBoolean, toList } from './value.ts'

/** A row, as its formulas see it. */
export interface FormulaRow extends FormulaContext {
  /** The value of a property of the row. */
  read: (propertyId: string) => FormulaValue
  /** What `let` has named, and `current` in lists. */
  names?: ReadonlyMap<string, FormulaValue>
}

const symbols: Record<string, FormulaValue> = { e: Math.E, pi: Math.PI, true: true, false: false }

/**
 * The value of a formula for a row. Throws `FormulaProblem` when the formula goes beyond what is
 * known here, or calculates what cannot be.
 */
export function evaluate(node: FormulaNode, row: FormulaRow): FormulaValue {
  switch (node.type) {
    case 'constant':
      return constant(node)
    case 'symbol':
      return symbol(node.name, row)
    case 'property':
      return row.read(node.id)
    case 'list':
      return node.items.map((item) => evaluate(item, row))
    case 'function':
    case 'operator':
      return call(node, row)
    default:
      throw new FormulaProblem(
        `it has a part of the unknown kind "${String((node as FormulaNode).type)}"`
      )
  }
}

function constant({ value, value_type }: { value?: unknown; value_type?: string }): FormulaValue {
  if (value_type !== undefined && value_type in symbols) return symbols[value_type] ?? null
  if (value_type === 'number') return Number(value)
  if (typeof value === 'boolean' || typeof value === 'number') return value
  return typeof value === 'string' ? value : null
}

function symbol(name: string, { names }: FormulaRow): FormulaValue {
  const value = names?.get(name) ?? symbols[name]
  if (value === undefined && !names?.has(name))
    throw new FormulaProblem(`it names "${name}", which is not known here`)
  return value ?? null
}

function call(
  { name, args = [] }: { name: string; args?: FormulaNode[] },
  row: FormulaRow
): FormulaValue {
  const form = forms[name]
  if (form) return form(args, row)
  const known = functions[name]
  if (!known) throw new FormulaProblem(`it uses "${name}", which is not known here`)
  return known(
    args.map((arg) => evaluate(arg, row)),
    row
  )
}

type Form = (args: FormulaNode[], row: FormulaRow) => FormulaValue

/** What does not look at all of its arguments, or at some of them more than once. */
const forms: Record<string, Form> = {
  if: ([test, yes, no], row) => chosen(toBoolean(of(test, row)) ? yes : no, row),
  ifs: (args, row) => {
    for (let index = 0; index + 1 < args.length; index += 2) {
      if (toBoolean(of(args[index], row))) return of(args[index + 1], row)
    }
    return chosen(args.length % 2 === 1 ? args.at(-1) : undefined, row)
  },
  and: (args, row) => args.every((arg) => toBoolean(evaluate(arg, row))),
  or: (args, row) => args.some((arg) => toBoolean(evaluate(arg, row))),
  ifEmpty: ([value, other], row) => {
    const known = of(value, row)
    return isEmpty(known) ? of(other, row) : known
  },
  let: (args, row) => bound(args, row),
  lets: (args, row) => bound(args, row),
  map: ([list, body], row) => each(list, row).map((inner) => of(body, inner)),
  filter: ([list, body], row) =>
    each(list, row)
      .filter((inner) => toBoolean(of(body, inner)))
      .map((inner) => inner.names?.get('current') ?? null),
  some: ([list, body], row) => each(list, row).some((inner) => toBoolean(of(body, inner))),
  every: ([list, body], row) => each(list, row).every((inner) => toBoolean(of(body, inner)))
}

function of(node: FormulaNode | undefined, row: FormulaRow): FormulaValue {
  if (!node) throw new FormulaProblem('a part of it is missing')
  return evaluate(node, row)
}

function chosen(node: FormulaNode | undefined, row: FormulaRow): FormulaValue {
  return node ? evaluate(node, row) : null
}

/** `let(name, value, …, result)`: each value may use the names before it. */
function bound(args: FormulaNode[], row: FormulaRow): FormulaValue {
  const names = new Map(row.names)
  for (let index = 0; index + 2 < args.length; index += 2) {
    const name = args[index]
    if (name?.type !== 'symbol') throw new FormulaProblem('it names a value by what is no name')
    names.set(name.name, of(args[index + 1], { ...row, names }))
  }
  return of(args.at(-1), { ...row, names })
}

/** The row as it is for each item of a list, which is `current` there. */
function each(list: FormulaNode | undefined, row: FormulaRow): FormulaRow[] {
  return toList(of(list, row)).map((current, index) => ({
    ...row,
    names: new Map([...(row.names ?? []), ['current', current], ['index', index]])
  }))
}
