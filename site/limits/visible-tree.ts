import { type Truncation, blockTextCaps, caps } from './caps.ts'
import { NOTE_COST } from './html-cost.ts'
import { type BlockCosts, costCounter, recordCosts } from './page-costs.ts'
import { type TreeBlock, contentOf } from './tree-content.ts'
import { textLimit } from './truncate-text.ts'

interface TreeLimits {
  /** Maximum cost of all blocks; 5 MB of HTML by default. */
  maxCost?: number
  /**
   * Cost of each block; computed from its record by default. In bytes of HTML, unless the blocks have
   * no texts.
   */
  costs?: BlockCosts
}

/** The blocks that a page shows, as a finite tree. */
export interface VisibleTree {
  /** Visible children of each visible block, in order; the page itself comes first. */
  children: Map<string, string[]>
  truncations: Truncation[]
  /** Nesting levels below the page. */
  depth: number
  cost: number
}

interface Visit {
  id: string
  content: string[]
  next: number
}

/**
 * The tree of blocks to render for a page. Cyclic content (synced blocks that contain each other),
 * content nested too deep and content beyond the cost limit is left out and listed in
 * `truncations`.
 */
export function visibleTree(
  blocks: ReadonlyMap<string, TreeBlock>,
  pageId: string,
  { maxCost = caps.htmlBytes, costs = recordCosts(blocks) }: TreeLimits = {}
): VisibleTree {
  const walk = new TreeWalk(blocks, { pageId, maxCost, costs })
  walk.run()
  const isWhole = walk.truncations.length === 0
  const children = isWhole ? walk.children : visiblePart(walk.children, pageId)
  const truncations = walk.truncations.filter(({ blockId }) => children.has(blockId))
  const costly = [...walk.costly].filter((id) => children.has(id))
  truncations.push(...longTexts(blocks, costly))
  return { children, truncations, depth: walk.depth, cost: walk.cost }
}

/**
 * Walks a page in reading order, each shared block wherever it occurs, and stops at the limit of
 * blocks or cost. Truncates a block once, so that it looks the same everywhere. Uses its own stack,
 * because nesting may exceed the call stack.
 */
class TreeWalk {
  readonly children = new Map<string, string[]>()
  readonly truncations: Truncation[] = []
  /** Blocks of which a text may exceed its limit. */
  readonly costly = new Set<string>()
  depth = 0
  cost = 0
  readonly #blocks: ReadonlyMap<string, TreeBlock>
  readonly #pageId: string
  readonly #maxCost: number
  readonly #costOf: (id: string) => number
  readonly #stack: Visit[] = []
  readonly #open = new Set<string>()
  readonly #noted = new Set<string>()
  #count = 0

  constructor(
    blocks: ReadonlyMap<string, TreeBlock>,
    { pageId, maxCost, costs }: Required<TreeLimits> & { pageId: string }
  ) {
    this.#blocks = blocks
    this.#pageId = pageId
    this.#maxCost = maxCost
    this.#costOf = costCounter(costs)
  }

  run(): void {
    this.#enter(this.#pageId, this.#costOf(this.#pageId))
    for (let visit = this.#stack.at(-1); visit; visit = this.#stack.at(-1)) {
      const child = visit.content[visit.next]
      if (child === undefined) {
        this.#stack.pop()
        this.#open.delete(visit.id)
        continue
      }
      const cost = this.#costOf(child)
      if (this.#count >= caps.blocks || this.cost + cost > this.#maxCost)
        return this.#truncateRest()
      visit.next++
      this.#enter(child, cost)
    }
  }

  #enter(id: string, cost: number): void {
    this.#count++
    // Read once here: most blocks of a long page are not in the processor's cache.
    if (cost >= blockTextCaps.one) this.costly.add(id)
    const content = this.#finiteContent(id)
    const level = this.#stack.length
    const isTooDeep = level >= caps.depth && content.length > 0
    if (isTooDeep) this.#truncate(id, [], 'depth')
    this.cost += cost + (this.#noted.has(id) ? NOTE_COST : 0)
    this.depth = Math.max(this.depth, level)
    if (isTooDeep || content.length === 0) return
    this.#open.add(id)
    this.#stack.push({ id, content, next: 0 })
  }

  /** The children of a block without its own ancestors. */
  #finiteContent(id: string): string[] {
    const known = this.children.get(id)
    if (known) return known
    const content = contentOf(this.#blocks, id, this.#pageId)
    const finite = content.filter((child) => child !== id && !this.#open.has(child))
    this.children.set(id, finite)
    if (finite.length < content.length) this.#truncate(id, finite, 'cycle')
    return finite
  }

  #truncateRest(): void {
    for (const { id, content, next } of this.#stack) {
      if (next < content.length) this.#truncate(id, content.slice(0, next), 'size')
    }
  }

  #truncate(id: string, content: string[], reason: Truncation['reason']): void {
    this.children.set(id, content)
    this.truncations.push({ blockId: id, reason })
    this.#noted.add(id)
  }
}

/**
 * The reachable part, in reading order. A child visited early may be unreachable: a later, deeper
 * visit may have truncated its parent.
 */
function visiblePart(children: Map<string, string[]>, pageId: string): Map<string, string[]> {
  const visible = new Map<string, string[]>()
  const stack = [pageId]
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (visible.has(id)) continue
    const content = children.get(id) ?? []
    visible.set(id, content)
    stack.push(...content.toReversed())
  }
  return visible
}

function longTexts(blocks: ReadonlyMap<string, TreeBlock>, ids: Iterable<string>): Truncation[] {
  return [...ids]
    .filter((id) => textLimit(blocks.get(id) ?? {}) !== undefined)
    .map((blockId) => ({ blockId, reason: 'text' }))
}
