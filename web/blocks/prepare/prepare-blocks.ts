import type { Block, ExtendedRecordMap } from 'notion-types'
import { getBlockValue } from 'notion-utils'

import { type Truncation, rowTextCaps } from '../../../site/limits/caps.ts'
import { recordCosts } from '../../../site/limits/page-costs.ts'
import { originalOf } from '../../../site/limits/tree-content.ts'
import { truncateTexts } from '../../../site/limits/truncate-text.ts'
import { visibleTree } from '../../../site/limits/visible-tree.ts'
import { recordNames } from '../limits/record-names.ts'
import { noteOf, placeNotes } from '../limits/truncation-notes.ts'
import { extraText } from '../context/extra-text.ts'
import { readingOrder } from './reading-order.ts'

export interface PreparedBlocks {
  /** Every block of the record map by id; those of the page with their visible content. */
  blocks: ReadonlyMap<string, Block>
  /** The visible blocks from top to bottom, each at its first place. */
  reading: Block[]
  truncations: Truncation[]
  /** Cost of the blocks, in bytes of HTML. */
  cost: number
}

interface PrepareOptions {
  /** Limit for the cost of the blocks; what exceeds it is left out. */
  maxCost?: number
  /** Cost of the breadcrumbs, in bytes of HTML. */
  breadcrumbCost?: number
}

/**
 * Returns copies of the blocks in which those of the page form a finite tree (`visibleTree`), with
 * a note wherever something was truncated. Synced references become containers of their original.
 * Linear in the number of blocks; the input is not changed.
 */
export function prepareBlocks(
  recordMap: ExtendedRecordMap,
  pageId: string,
  { maxCost, breadcrumbCost }: PrepareOptions = {}
): PreparedBlocks {
  const blocks = unboxBlocks(recordMap)
  const costs = recordCosts(blocks, recordNames(recordMap), breadcrumbCost)
  const { children, truncations, cost } = visibleTree(blocks, pageId, { maxCost, costs })
  const visible = [...children.keys()]
  if (truncations.length > 0) placeNotes({ blocks, children, truncations, pageId })

  const shown = new Map(blocks)
  for (const id of visible) {
    const block = blocks.get(id)
    if (!block) continue
    const hasOriginal = originalOf(blocks, block) !== undefined
    shown.set(id, withContent({ block, hasOriginal, content: children.get(id) ?? [] }))
  }
  for (const truncation of truncations) {
    const block = shown.get(truncation.blockId)
    if (block && truncation.reason === 'text') shown.set(block.id, truncateTexts(block))
    const note = noteOf(truncation)
    shown.set(note.id, note)
  }
  for (const id of visible) placeExtraText(shown, id)
  for (const block of blocks.values()) {
    const isInView = block.parent_table === 'collection' && block.id !== pageId
    if (isInView) shown.set(block.id, truncateTexts(shown.get(block.id) ?? block, rowTextCaps))
  }
  return { blocks: shown, reading: readingOrder(shown, pageId), truncations, cost }
}

/** Adds the text that a block's component does not show to the start of the block's content. */
function placeExtraText(shown: Map<string, Block>, id: string): void {
  const block = shown.get(id)
  const lines = block ? extraText(block) : []
  if (!block || lines.length === 0) return
  for (const line of lines) shown.set(line.id, line)
  shown.set(id, { ...block, content: [...lines.map((line) => line.id), ...(block.content ?? [])] })
}

function unboxBlocks(recordMap: ExtendedRecordMap): Map<string, Block> {
  const blocks = new Map<string, Block>()
  for (const [id, box] of Object.entries(recordMap.block)) {
    const block = getBlockValue<Block>(box)
    // Records are stored as received: the key is the id they were requested by.
    if (block && typeof block === 'object')
      blocks.set(id, block.id === id ? block : { ...block, id })
  }
  return blocks
}

function isSame(stored: unknown, content: string[]): boolean {
  if (!Array.isArray(stored)) return stored === undefined && content.length === 0
  return (
    stored.length > 0 &&
    stored.length === content.length &&
    stored.every((id, at) => id === content[at])
  )
}

function withContent(options: { block: Block; hasOriginal: boolean; content: string[] }): Block {
  const { block, hasOriginal, content } = options
  // Even if its original is truncated. A reference whose original is missing keeps its type, so
  // that its placeholder names it.
  const type = hasOriginal ? 'transclusion_container' : block.type
  if (type === block.type && isSame(block.content, content)) return block
  // A block without children has no `content`: components check for its presence.
  return { ...block, type, content: content.length > 0 ? content : undefined } as Block
}
