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

export interface PreparedBlocks {
  /** Every block of the record map by id; those of the page with their visible content. */
  blocks: ReadonlyMap<string, Block>
  /** The visible blocks of the record map from top to bottom, each at its first place. */
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
 * Returns blocks that form a finite tree (`visibleTree`); those that change are copies. There is
 * a note wherever something was truncated. Synced references become containers of their original.
 * Linear in the number of blocks; the input is not changed.
 */
export function prepareBlocks(
  recordMap: ExtendedRecordMap,
  pageId: string,
  { maxCost, breadcrumbCost }: PrepareOptions = {}
): PreparedBlocks {
  const { blocks, rowIds } = unboxBlocks(recordMap)
  const costs = recordCosts(blocks, recordNames(recordMap), breadcrumbCost)
  const { children, truncations, cost } = visibleTree(blocks, pageId, { maxCost, costs })
  if (truncations.length > 0) placeNotes({ blocks, children, truncations, pageId })
  for (const truncation of truncations) {
    const block = blocks.get(truncation.blockId)
    if (block && truncation.reason === 'text') blocks.set(block.id, truncateTexts(block))
    const note = noteOf(truncation)
    blocks.set(note.id, note)
  }
  for (const id of rowIds) if (id !== pageId) truncateRow(blocks, id)
  return { blocks, reading: placeContent(blocks, children), truncations, cost }
}

/**
 * Replaces the blocks whose visible content differs from their record. The text that a component does not
 * show comes first in it. Returns the visible blocks in reading order; one pass makes both, since most
 * blocks of a long page are not in the processor's cache.
 */
function placeContent(blocks: Map<string, Block>, children: ReadonlyMap<string, string[]>) {
  const reading: Block[] = []
  for (const [id, content] of children) {
    const block = blocks.get(id)
    if (!block) continue
    const hasOriginal = originalOf(blocks, block) !== undefined
    const placed = withContent({ block, hasOriginal, content })
    const lines = extraText(placed)
    for (const line of lines) blocks.set(line.id, line)
    const shown = lines.length === 0 ? placed : withLines(placed, lines)
    if (shown !== block) blocks.set(id, shown)
    reading.push(shown)
  }
  return reading
}

function withLines(block: Block, lines: Block[]): Block {
  return { ...block, content: [...lines.map(({ id }) => id), ...(block.content ?? [])] }
}

/** A view shows less of a text than the page of its row. */
function truncateRow(blocks: Map<string, Block>, id: string): void {
  const row = blocks.get(id)
  if (row) blocks.set(id, truncateTexts(row, rowTextCaps))
}

/** The blocks of a record map by id, and the ids of those that are rows of a collection. */
function unboxBlocks({ block: boxes }: ExtendedRecordMap) {
  const blocks = new Map<string, Block>()
  const rowIds: string[] = []
  for (const id of Object.keys(boxes)) {
    const block = getBlockValue<Block>(boxes[id])
    if (!block || typeof block !== 'object') continue
    // Records are stored as received: the key is the id they were requested by.
    blocks.set(id, block.id === id ? block : { ...block, id })
    if (block.parent_table === 'collection') rowIds.push(id)
  }
  return { blocks, rowIds }
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
