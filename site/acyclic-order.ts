import type { Cut } from './cut.ts'

interface AcyclicOrder {
  /** Every block that can be reached, children before their parents. */
  order: string[]
  /** Content per block, without the steps that lead back into a block they stand in. */
  children: Map<string, string[]>
  cuts: Cut[]
}

interface Visit {
  id: string
  content: string[]
  next: number
}

/**
 * Walks content depth first from the root and drops every step back to a block that is still open,
 * so that what remains has no cycle. A loop with its own stack: real nesting may be deeper than calls can be.
 */
export function acyclicOrder(rootId: string, contentOf: (id: string) => string[]): AcyclicOrder {
  const result: AcyclicOrder = { order: [], children: new Map([[rootId, []]]), cuts: [] }
  const stack: Visit[] = [{ id: rootId, content: contentOf(rootId), next: 0 }]
  const open = new Set([rootId])

  for (let visit = stack.at(-1); visit; visit = stack.at(-1)) {
    const child = visit.content[visit.next++]
    if (child === undefined) close(visit.id)
    else if (open.has(child)) result.cuts.push({ blockId: visit.id, reason: 'cycle' })
    else enter(visit.id, child)
  }
  return result

  function close(id: string) {
    stack.pop()
    open.delete(id)
    result.order.push(id)
  }

  function enter(parentId: string, child: string) {
    result.children.get(parentId)?.push(child)
    if (result.children.has(child)) return
    result.children.set(child, [])
    open.add(child)
    stack.push({ id: child, content: contentOf(child), next: 0 })
  }
}
