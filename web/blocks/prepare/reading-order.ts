import type { Block } from 'notion-types'

/**
 * The visible blocks of a page from top to bottom. A block that is shown in several places, such as
 * a synced block, is listed at its first.
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
