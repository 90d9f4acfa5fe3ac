import type { FormulaNode } from './node.ts'

type Fields = Record<string, unknown>

/**
 * A formula's tree as the wire has it, with a node for each of its parts; undefined where there is no
 * tree. What stands in place of a node is one of a kind that nothing is known of.
 */
export function normalizeNode(value: unknown): FormulaNode | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { args, items, name, id, type, ...rest }: Fields = { ...value }
  const node = {
    ...rest,
    type: words(type),
    name: words(name),
    id: words(id),
    args: nodes(args),
    items: nodes(items)
  }
  // Its kind may be any; who evaluates it says so of one that is not known.
  return node as FormulaNode
}

function nodes(value: unknown): FormulaNode[] {
  const listed: unknown[] = Array.isArray(value) ? value : []
  return listed.flatMap((each) => normalizeNode(each) ?? normalizeNode({ value: each }) ?? [])
}

function words(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
