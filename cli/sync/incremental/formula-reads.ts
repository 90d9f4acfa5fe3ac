import type { CollectionProperty } from '../../../db/records/collection-schema.ts'
import { formulaCode } from '../../../db/values/formula/formula-code.ts'
import type { FormulaNode } from '../../../db/values/formula/node.ts'

/** The input of a formula. */
export interface FormulaReads {
  /** Whether it may depend on the time of day. */
  isTimely: boolean
  /** Ids and names of properties, of its own row or of related rows. */
  properties: Set<string>
  /** How many relations it may follow, one after the other. */
  hops: number
}

const clocks = new Set(['now', 'today'])
const propertyCalls = /\bprop\(\s*("(?:[^"\\]|\\.)*")\s*\)/g
const texts = /"(?:[^"\\]|\\.)*"/g

/** Finds the properties on which a formula depends; one without tree or code counts as time-dependent. */
export function formulaReads({ formula, formula2 }: CollectionProperty): FormulaReads {
  if (formula2) return readsOfCode(formulaCode(formula2.code))
  return formula ? readsOfTree(formula) : { isTimely: true, properties: new Set(), hops: 0 }
}

function readsOfTree(tree: FormulaNode): FormulaReads {
  const nodes = nodesIn(tree)
  const named = nodes.flatMap((node) => (node.type === 'property' ? [node.id] : []))
  const isTimely = nodes.some((node) => 'name' in node && clocks.has(node.name))
  return { isTimely, properties: new Set(named), hops: 0 }
}

function nodesIn(node: FormulaNode): FormulaNode[] {
  const inner = [
    ...('args' in node ? (node.args ?? []) : []),
    ...('items' in node ? node.items : [])
  ]
  return [node, ...inner.flatMap(nodesIn)]
}

function readsOfCode(code: string): FormulaReads {
  const named = [...code.matchAll(propertyCalls)].map(([, text]) => unquoted(text ?? '""'))
  const words = code.replaceAll(texts, '""')
  // `{{…}}` refers to a property too, in a form that is not parsed here.
  const isTimely = /\b(?:now|today)\b|\{\{/.test(words)
  // The code names each relation on the way, and the property at its end.
  return { isTimely, properties: new Set(named), hops: Math.max(0, named.length - 1) }
}

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll(/\\(.)/g, '$1')
}
