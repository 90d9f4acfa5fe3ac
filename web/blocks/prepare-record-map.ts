import type { Block, ExtendedRecordMap } from 'notion-types'
import { getBlockValue } from 'notion-utils'

import { acyclicOrder } from './acyclic-order.ts'
import { boundTree } from './bound-tree.ts'

/** A place where content was left out: the block that would have shown it, and why. */
export interface Cut {
  blockId: string
  reason: 'cycle' | 'depth' | 'size'
}

export interface PreparedRecordMap {
  recordMap: ExtendedRecordMap
  cuts: Cut[]
}

/** Shown as links or drawn from rows: their own content belongs to other pages. */
const leaves = new Set<string>(['page', 'collection_view', 'collection_view_page', 'alias'])

/**
 * Returns a record map of its own in which the page's blocks form a finite tree: content that
 * repeats itself (synced blocks that point at each other, or at a block they stand in), nests too
 * deep or multiplies through sharing is cut. Synced references become containers of their original.
 * Linear in the number of blocks; the input is not changed.
 */
export function prepareRecordMap(recordMap: ExtendedRecordMap, pageId: string): PreparedRecordMap {
  const blocks = unboxBlocks(recordMap)
  const content = (id: string) => shownContent(blocks, id, id === pageId)
  const { order, children, cuts } = acyclicOrder(pageId, content)
  const bounded = boundTree(order, children)

  const shown = new Map(blocks)
  for (const id of order) {
    const block = blocks.get(id)
    const hasOriginal = content(id).length > 0
    const kept = bounded.children.get(id) ?? []
    if (block) shown.set(id, withContent({ block, hasOriginal, content: kept }))
  }
  const boxes = [...shown].map(([id, value]) => [id, { role: 'reader', value }] as const)
  return {
    recordMap: { ...recordMap, block: Object.fromEntries(boxes), signed_urls: {} },
    cuts: [...cuts, ...bounded.cuts]
  }
}

function unboxBlocks(recordMap: ExtendedRecordMap): Map<string, Block> {
  const blocks = new Map<string, Block>()
  for (const [id, box] of Object.entries(recordMap.block)) {
    const block = getBlockValue<Block>(box)
    if (block && typeof block === 'object') blocks.set(id, { ...block, id })
  }
  return blocks
}

function shownContent(blocks: Map<string, Block>, id: string, isRoot: boolean): string[] {
  const block = blocks.get(id)
  if (!block || (leaves.has(block.type) && !isRoot)) return []

  const original = block.format?.transclusion_reference_pointer?.id
  const ids: unknown = block.type === 'transclusion_reference' ? [original] : block.content
  if (!Array.isArray(ids)) return []
  return [...new Set(ids)].filter((child) => blocks.has(child))
}

function withContent(options: { block: Block; hasOriginal: boolean; content: string[] }): Block {
  const { block, hasOriginal, content } = options
  // Even when its original is cut; a reference whose original is missing stays one, to be named as such.
  const isResolved = block.type === 'transclusion_reference' && hasOriginal
  const type = isResolved ? 'transclusion_container' : block.type
  // A block without children has no content at all: renderers ask for its presence.
  return { ...block, type, content: content.length > 0 ? content : undefined } as Block
}
