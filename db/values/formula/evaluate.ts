import { functions } from './functions/functions.ts'
import { withinSize } from './budget.ts'
import type { FormulaNode } from './node.ts'
import type { FormulaContext } from './context.ts'
import { FormulaProblem, type FormulaValue, compare, isEmpty, toBoolean, toList } from './value.ts'

/** The scope of a formula: a row and named values. */
export interface FormulaRow extends FormulaContext {
  /** Returns the value of a property of the row. Throws `FormulaProblem`. */
  read: (propertyId: string) => FormulaValue
  /** Variables of `let`, and `current` and `index` within list functions. */
  names?: ReadonlyMap<string, FormulaValue>
}

const symbols: Record<string, FormulaValue> = { e: Math.E, pi: Math.PI, true: true, false: false }

/**
 * Evaluates a formula for a row. Throws `FormulaProblem` for unsupported parts and for impossible
 * calculations.
 */
export function evaluate(node: FormulaNode, row: FormulaRow): FormulaValue {
  row.budget.spend()
  switch (node.type) {
    case 'constant':
      return constant(node)
    case 'symbol':
      return symbol(node.name, row)
    case 'property':
      return row.read(node.id)
    case 'list':
      return withinSize(node.items.map((item) => evaluate(item, row)))
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
  const named = own(symbols, value_type)
  if (named !== undefined) return named
  if (value_type === 'number') return Number(value)
  if (typeof value === 'boolean' || typeof value === 'number') return value
  return typeof value === 'string' ? value : null
}

function symbol(name: string, { names }: FormulaRow): FormulaValue {
  const value = names?.get(name) ?? own(symbols, name)
  if (value === undefined && !names?.has(name))
    throw new FormulaProblem(`it names "${name}", which is not known here`)
  return value ?? null
}

function call(
  { name, args = [] }: { name: string; args?: FormulaNode[] },
  row: FormulaRow
): FormulaValue {
  const form = own(specialForms, name)
  if (form) return withinSize(form(args, row))
  const known = own(functions, name)
  if (!known) throw new FormulaProblem(`it uses "${name}", which is not known here`)
  const values = args.map((arg) => evaluate(arg, row))
  row.budget.spend(values)
  try {
    return withinSize(known(values, row))
  } catch (error) {
    // A date, text or list beyond what JavaScript can represent.
    if (!(error instanceof RangeError)) throw error
    throw new FormulaProblem('it has a value that is out of range', { cause: error })
  }
}

/** An entry of a table, ignoring what every object inherits, such as `constructor`. */
function own<T>(table: Record<string, T>, name: string | undefined): T | undefined {
  return name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined
}

type SpecialForm = (args: FormulaNode[], row: FormulaRow) => FormulaValue

/** Functions that evaluate some arguments never or repeatedly. */
export const specialForms: Record<string, SpecialForm> = {
  if: ([test, yes, no], row) =>
    evaluateOptional(toBoolean(evaluateRequired(test, row)) ? yes : no, row),
  ifs: (args, row) => {
    for (let index = 0; index + 1 < args.length; index += 2) {
      if (toBoolean(evaluateRequired(args[index], row)))
        return evaluateRequired(args[index + 1], row)
    }
    return evaluateOptional(args.length % 2 === 1 ? args.at(-1) : undefined, row)
  },
  and: (args, row) => args.every((arg) => toBoolean(evaluate(arg, row))),
  or: (args, row) => args.some((arg) => toBoolean(evaluate(arg, row))),
  ifEmpty: ([value, other], row) => {
    const known = evaluateRequired(value, row)
    return isEmpty(known) ? evaluateRequired(other, row) : known
  },
  let: (args, row) => evaluateLet(args, row),
  lets: (args, row) => evaluateLet(args, row),
  map: ([list, body], row) => itemScopes(list, row).map((inner) => evaluateRequired(body, inner)),
  filter: ([list, body], row) => itemScopes(list, row).filter(holds(body)).map(currentOf),
  find: ([list, body], row) => {
    const found = itemScopes(list, row).find(holds(body))
    return found ? currentOf(found) : null
  },
  findIndex: ([list, body], row) => itemScopes(list, row).findIndex(holds(body)),
  /** The number of items for which a condition is true, or of all items. */
  count: ([list, body], row) => {
    const scopes = itemScopes(list, row)
    return (body ? scopes.filter(holds(body)) : scopes).length
  },
  /** By the value of the second argument for each item, or by the items themselves. */
  sort: ([list, key], row) =>
    itemScopes(list, row)
      .map((inner) => ({ inner, by: key ? evaluate(key, inner) : currentOf(inner) }))
      .toSorted((one, other) => compare(one.by, other.by))
      .map(({ inner }) => currentOf(inner)),
  some: ([list, body], row) => itemScopes(list, row).some(holds(body)),
  every: ([list, body], row) => itemScopes(list, row).every(holds(body))
}

/** Returns a function that evaluates a condition for an item of a list. */
function holds(condition: FormulaNode | undefined): (row: FormulaRow) => boolean {
  return (row) => toBoolean(evaluateRequired(condition, row))
}

function evaluateRequired(node: FormulaNode | undefined, row: FormulaRow): FormulaValue {
  if (!node) throw new FormulaProblem('a part of it is missing')
  return evaluate(node, row)
}

function evaluateOptional(node: FormulaNode | undefined, row: FormulaRow): FormulaValue {
  return node ? evaluate(node, row) : null
}

/** Evaluates `let(name, value, …, result)`: each value may use the names before it. */
function evaluateLet(args: FormulaNode[], row: FormulaRow): FormulaValue {
  const names = new Map(row.names)
  for (let index = 0; index + 2 < args.length; index += 2) {
    const name = args[index]
    if (name?.type !== 'symbol')
      throw new FormulaProblem('it assigns a value to something other than a name')
    names.set(name.name, evaluateRequired(args[index + 1], { ...row, names }))
  }
  return evaluateRequired(args.at(-1), { ...row, names })
}

function currentOf({ names }: FormulaRow): FormulaValue {
  return names?.get('current') ?? null
}

/** Returns a scope for each item of a list, with the item as `current`. */
function itemScopes(list: FormulaNode | undefined, row: FormulaRow): FormulaRow[] {
  return toList(evaluateRequired(list, row)).map((current, index) => ({
    ...row,
    names: new Map([...(row.names ?? []), ['current', current], ['index', index]])
  }))
}
