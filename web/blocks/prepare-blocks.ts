import type { Block, ExtendedRecordMap } from 'notion-types'
import { getBlockValue } from 'notion-utils'

import { textLimit } from '../../site/block-weight.ts'
import type { Cut } from '../../site/cut.ts'
import { originalOf, recordWeights, shownTree } from '../../site/shown-tree.ts'
import { noteOf, placeNotes } from './cut-notes.ts'
import { ownWords } from './own-words.ts'
import { readingOrder } from './reading-order.ts'
import { recordNames } from './record-names.ts'
import { shortened } from './shorten-text.ts'

export interface PreparedBlocks {
  /** Every block of the record map by its id; those of the page as they are shown. */
  blocks: ReadonlyMap<string, Block>
  /** The blocks that the page shows, from top to bottom, each at its first place. */
  reading: Block[]
  cuts: Cut[]
  /** What its blocks weigh, about. */
  weight: number
}

interface PrepareOptions {
  /** About how many bytes the page's blocks may take; what goes beyond is left out, and said to be. */
  maxWeight?: number
  /** What the way to the page weighs, which its breadcrumbs show. */
  wayHere?: number
}

/**
 * Returns blocks of its own of which those of the page form a finite tree (`shownTree`), with a note
 * wherever something is cut. Synced references become containers of their original. Linear
 * in the number of blocks; the input is not changed.
 */
export function prepareBlocks(
  recordMap: ExtendedRecordMap,
  pageId: string,
  { maxWeight, wayHere }: PrepareOptions = {}
): PreparedBlocks {
  const blocks = unboxBlocks(recordMap)
  const weights = recordWeights(blocks, recordNames(recordMap), wayHere)
  const { order, children, cuts, weight } = shownTree(blocks, pageId, { maxWeight, weights })
  if (cuts.length > 0) placeNotes({ blocks, children, cuts, pageId })

  const shown = new Map(blocks)
  for (const id of order) {
    const block = blocks.get(id)
    if (!block) continue
    const hasOriginal = originalOf(blocks, block) !== undefined
    shown.set(id, withContent({ block, hasOriginal, content: children.get(id) ?? [] }))
  }
  for (const cut of cuts) {
    const block = shown.get(cut.blockId)
    const limit = block && cut.reason === 'text' ? textLimit(block) : undefined
    if (block && limit !== undefined) shown.set(block.id, shortened(block, limit))
    const note = noteOf(cut)
    shown.set(note.id, note)
  }
  for (const id of order) placeWords(shown, id)
  for (const block of blocks.values()) {
    const isInView = block.parent_table === 'collection' && block.id !== pageId
    const limit = isInView ? textLimit(block, rowBounds) : undefined
    if (limit !== undefined) {
      shown.set(block.id, shortened(shown.get(block.id) ?? block, limit))
    }
  }
  return { blocks: shown, reading: readingOrder(shown, pageId), cuts, weight }
}

/** A view shows a hundred rows, and how each text begins; the row's own page has all of it. */
const rowBounds = { one: 10_000, all: 300_000 }

/** Puts what a block's component has no place for into the block, before what it holds. */
function placeWords(shown: Map<string, Block>, id: string): void {
  const block = shown.get(id)
  const lines = block ? ownWords(block) : []
  if (!block || lines.length === 0) return
  for (const line of lines) shown.set(line.id, line)
  shown.set(id, { ...block, content: [...lines.map((line) => line.id), ...(block.content ?? [])] })
}

function unboxBlocks(recordMap: ExtendedRecordMap): Map<string, Block> {
  const blocks = new Map<string, Block>()
  for (const [id, box] of Object.entries(recordMap.block)) {
    const block = getBlockValue<Block>(box)
    // Records are as they were sent: the key is what they are asked for by.
    if (block && typeof block === 'object')
      blocks.set(id, block.id === id ? block : { ...block, id })
  }
  return blocks
}

function isSame(held: unknown, content: string[]): boolean {
  if (!Array.isArray(held)) return held === undefined && content.length === 0
  return (
    held.length > 0 && held.length === content.length && held.every((id, at) => id === content[at])
  )
}

function withContent(options: { block: Block; hasOriginal: boolean; content: string[] }): Block {
  const { block, hasOriginal, content } = options
  // Even when its original is cut; a reference whose original is missing stays one, to be named as such.
  const type = hasOriginal ? 'transclusion_container' : block.type
  if (type === block.type && isSame(block.content, content)) return block
  // A block without children has no content at all: renderers ask for its presence.
  return { ...block, type, content: content.length > 0 ? content : undefined } as Block
}
