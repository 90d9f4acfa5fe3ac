import type { Cut } from './cut.ts'

/** As deep as pages are drawn; a reader is lost long before. */
export const MAX_DEPTH = 64

/** Blocks of one page that are drawn at most, which keeps drawing it within two seconds. */
export const MAX_BLOCKS = 20_000

/** A tree by the ids of its blocks. */
export interface Tree {
  /** Every block, children before their parents (`acyclicOrder`); the root is the last. */
  order: string[]
  children: Map<string, string[]>
}

interface Bounded {
  children: Map<string, string[]>
  cuts: Cut[]
}

/** Limits how deep content nests; `depth` is how deep it is then. Knows only the blocks that are left. */
export function boundDepth({ order, children }: Tree): Bounded & { depth: number } {
  const depths = new Map([[order.at(-1) ?? '', 0]])
  const result = { children: new Map<string, string[]>(), cuts: [] as Cut[], depth: 0 }

  for (const id of order.toReversed()) {
    const depth = depths.get(id)
    // It stands only below a block whose content is cut.
    if (depth === undefined) continue
    const content = children.get(id) ?? []
    const isTooDeep = depth >= MAX_DEPTH && content.length > 0
    if (isTooDeep) result.cuts.push({ blockId: id, reason: 'depth' })
    result.depth = Math.max(result.depth, depth)
    result.children.set(id, isTooDeep ? [] : content)
    if (isTooDeep) continue
    for (const child of content) depths.set(child, Math.max(depths.get(child) ?? 0, depth + 1))
  }
  return result
}

interface Weighed extends Tree {
  /** Asked for each place in turn where a block shows. */
  weightOf: (id: string) => number
  maxWeight: number
  maxBlocks: number
}

interface Visit {
  id: string
  next: number
}

/**
 * Limits how many blocks a page shows and what they weigh in all, a shared block counted each time it
 * shows: goes through the page as a reader does, and ends where it has become too much. Decides once
 * for each block, so that a block looks the same wherever it stands.
 */
export function boundSize({
  order,
  children,
  weightOf,
  maxWeight,
  maxBlocks
}: Weighed): Bounded & { weight: number } {
  const kept = new Map(children)
  const contentOf = (id: string) => children.get(id) ?? []
  const root = order.at(-1) ?? ''
  const stack: Visit[] = [{ id: root, next: 0 }]
  let [count, weight] = [1, weightOf(root)]

  for (let visit = stack.at(-1); visit; visit = stack.at(-1)) {
    const child = contentOf(visit.id)[visit.next]
    if (child === undefined) {
      stack.pop()
      continue
    }
    count++
    const added = weightOf(child)
    if (count > maxBlocks || weight + added > maxWeight) {
      return { children: kept, cuts: cutBehind(stack), weight }
    }
    weight += added
    visit.next++
    stack.push({ id: child, next: 0 })
  }
  return { children: kept, cuts: [], weight }

  function cutBehind(open: Visit[]): Cut[] {
    return open.flatMap(({ id, next }): Cut[] => {
      const content = contentOf(id)
      if (next >= content.length) return []
      kept.set(id, content.slice(0, next))
      return [{ blockId: id, reason: 'size' }]
    })
  }
}
