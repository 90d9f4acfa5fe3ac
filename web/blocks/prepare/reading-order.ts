import type { Block } from 'notion-types'

/**
 * The blocks that a page shows, from top to bottom; one that shows in several places (a synced block,
 * say) only at its first.
 */
export function readingOrder(blocks: ReadonlyMap<string, Block>, pageId: string): Block[] {
  const read = new Map<string, Block>()
  const stack = [pageId]
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const block = read.has(id) ? undefined : blocks.get(id)
    if (!block) continue
    read.set(id, block)
    stack.push(...(block.content ?? []).toReversed())
  }
  return [...read.values()]
}
