import type { Block, ExtendedRecordMap } from 'notion-types'
import { getBlockValue } from 'notion-utils'

import { MAX_TEXT_BYTES, textWeight } from '../../site/block-weight.ts'
import type { Cut } from '../../site/cut.ts'
import { heldContent, shownTree } from '../../site/shown-tree.ts'
import { noteOf, placeNotes } from './cut-notes.ts'
import { ownWords } from './own-words.ts'
import { shortened } from './shorten-text.ts'

export interface PreparedRecordMap {
  recordMap: ExtendedRecordMap
  cuts: Cut[]
}

/**
 * Returns a record map of its own in which the page's blocks form a finite tree (`shownTree`), with
 * a note wherever something is cut. Synced references become containers of their original. Linear
 * in the number of blocks; the input is not changed.
 */
export function prepareRecordMap(
  recordMap: ExtendedRecordMap,
  pageId: string,
  maxWeight?: number
): PreparedRecordMap {
  const blocks = unboxBlocks(recordMap)
  const { order, children, cuts } = shownTree(blocks, pageId, { maxWeight })
  if (cuts.length > 0) placeNotes({ blocks, children, cuts, pageId })

  const shown = new Map(blocks)
  for (const id of order) {
    const block = blocks.get(id)
    const hasOriginal = heldContent(blocks, id, id === pageId).length > 0
    const kept = children.get(id) ?? []
    if (block) shown.set(id, withContent({ block, hasOriginal, content: kept }))
  }
  for (const cut of cuts) {
    const block = shown.get(cut.blockId)
    if (block && cut.reason === 'text') shown.set(block.id, shortened(block, MAX_TEXT_BYTES))
    const note = noteOf(cut)
    shown.set(note.id, note)
  }
  for (const id of order) placeWords(shown, id)
  for (const block of blocks.values()) {
    if (block.id !== pageId && isLongRow(block)) {
      shown.set(block.id, shortened(shown.get(block.id) ?? block, MAX_CELL_BYTES))
    }
  }
  const boxes = [...shown].map(([id, value]) => [id, { role: 'reader', value }] as const)
  return {
    recordMap: { ...recordMap, block: Object.fromEntries(boxes), signed_urls: {} },
    cuts
  }
}

/** A view shows a hundred rows, and how each text begins; the row's own page has all of it. */
const MAX_CELL_BYTES = 10_000

function isLongRow({ parent_table, properties }: Block): boolean {
  if (parent_table !== 'collection') return false
  return Object.values(properties ?? {}).some((text) => textWeight(text) > MAX_CELL_BYTES)
}

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
    if (block && typeof block === 'object') blocks.set(id, { ...block, id })
  }
  return blocks
}

function withContent(options: { block: Block; hasOriginal: boolean; content: string[] }): Block {
  const { block, hasOriginal, content } = options
  // Even when its original is cut; a reference whose original is missing stays one, to be named as such.
  const isResolved = block.type === 'transclusion_reference' && hasOriginal
  const type = isResolved ? 'transclusion_container' : block.type
  // A block without children has no content at all: renderers ask for its presence.
  return { ...block, type, content: content.length > 0 ? content : undefined } as Block
}
