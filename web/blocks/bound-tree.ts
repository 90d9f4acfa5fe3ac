import type { Cut } from './prepare-record-map.ts'

/** React's renderer overflows Node's stack some 57 levels deep and then leaves blocks out without a word. */
const MAX_DEPTH = 30
const MAX_NODES = 100_000

interface BoundTree {
  children: Map<string, string[]>
  cuts: Cut[]
}

/**
 * Limits how deep content nests and how many blocks it shows in all, a shared block counted each
 * time it shows. Takes blocks with children before parents (`acyclicOrder`) and decides once per step,
 * so that a block looks the same wherever it stands.
 */
export function boundTree(order: string[], children: Map<string, string[]>): BoundTree {
  const shallow = boundDepth(order, children)
  const small = boundSize(order, shallow.children)
  return { children: small.children, cuts: [...shallow.cuts, ...small.cuts] }
}

function boundDepth(order: string[], children: Map<string, string[]>): BoundTree {
  const depths = new Map<string, number>()
  const result: BoundTree = { children: new Map(), cuts: [] }

  for (const id of order.toReversed()) {
    const depth = depths.get(id) ?? 0
    const content = children.get(id) ?? []
    const isTooDeep = depth >= MAX_DEPTH && content.length > 0
    if (isTooDeep) result.cuts.push({ blockId: id, reason: 'depth' })
    result.children.set(id, isTooDeep ? [] : content)
    if (isTooDeep) continue
    for (const child of content) depths.set(child, Math.max(depths.get(child) ?? 0, depth + 1))
  }
  return result
}

function boundSize(order: string[], children: Map<string, string[]>): BoundTree {
  const sizes = new Map<string, number>()
  const result: BoundTree = { children: new Map(), cuts: [] }

  for (const id of order) {
    let size = 1
    const kept = (children.get(id) ?? []).filter((child) => {
      const grown = size + (sizes.get(child) ?? 1)
      if (grown > MAX_NODES) return false
      size = grown
      return true
    })
    sizes.set(id, size)
    result.children.set(id, kept)
    if (kept.length < (children.get(id) ?? []).length) {
      result.cuts.push({ blockId: id, reason: 'size' })
    }
  }
  return result
}
