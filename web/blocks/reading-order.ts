import type { Block, ExtendedRecordMap } from 'notion-types'
import { getBlockValue } from 'notion-utils'

/**
 * The blocks that a page of a prepared record map shows, from top to bottom; one that shows in
 * several places (a synced block, say) only at its first.
 */
export function* readingOrder(recordMap: ExtendedRecordMap, pageId: string): Generator<Block> {
  const seen = new Set<string>()
  const stack = [pageId]
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    const block = getBlockValue<Block>(recordMap.block[id])
    if (!block) continue
    yield block
    stack.push(...(block.content ?? []).toReversed())
  }
}
