import type { FormulaNode } from './node.ts'

type Fields = Record<string, unknown>

/**
 * Normalizes a received formula tree, so that each part is a node; undefined if there is no tree.
 * Anything else in the place of a node becomes a node of unknown type.
 */
export function normalizeNode(value: unknown): FormulaNode | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { args, items, name, id, type, ...rest }: Fields = { ...value }
  const node = {
    ...rest,
    type: text(type),
    name: text(name),
    id: text(id),
    args: nodes(args),
    items: nodes(items)
  }
  // Any type is possible here; `evaluate` rejects unknown ones.
  return node as FormulaNode
}

function nodes(value: unknown): FormulaNode[] {
  const listed: unknown[] = Array.isArray(value) ? value : []
  return listed.flatMap((each) => normalizeNode(each) ?? normalizeNode({ value: each }) ?? [])
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
