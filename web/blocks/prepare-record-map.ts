import type { Block, ExtendedRecordMap } from 'notion-types'
import { getBlockValue } from 'notion-utils'

import { textLimit, textWeight } from '../../site/block-weight.ts'
import type { Cut } from '../../site/cut.ts'
import { heldContent, recordWeights, shownTree } from '../../site/shown-tree.ts'
import { noteOf, placeNotes } from './cut-notes.ts'
import { ownWords } from './own-words.ts'
import { recordNames } from './record-names.ts'
import { shortened } from './shorten-text.ts'

export interface PreparedRecordMap {
  recordMap: ExtendedRecordMap
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
 * Returns a record map of its own in which the page's blocks form a finite tree (`shownTree`), with
 * a note wherever something is cut. Synced references become containers of their original. Linear
 * in the number of blocks; the input is not changed.
 */
export function prepareRecordMap(
  recordMap: ExtendedRecordMap,
  pageId: string,
  { maxWeight, wayHere }: PrepareOptions = {}
): PreparedRecordMap {
  const blocks = unboxBlocks(recordMap)
  const weights = recordWeights(blocks, recordNames(recordMap), wayHere)
  const { order, children, cuts, weight } = shownTree(blocks, pageId, { maxWeight, weights })
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
    if (block && cut.reason === 'text') shown.set(block.id, shortened(block, textLimit(block)))
    const note = noteOf(cut)
    shown.set(note.id, note)
  }
  for (const id of order) placeWords(shown, id)
  for (const block of blocks.values()) {
    const limit = block.id === pageId ? Infinity : cellLimit(block)
    if (hasLonger(block, limit)) {
      shown.set(block.id, shortened(shown.get(block.id) ?? block, limit))
    }
  }
  const boxes = [...shown].map(([id, value]) => [id, { role: 'reader', value }] as const)
  return {
    recordMap: { ...recordMap, block: Object.fromEntries(boxes), signed_urls: {} },
    cuts,
    weight
  }
}

/** A view shows a hundred rows, and how each text begins; the row's own page has all of it. */
const MAX_CELL_BYTES = 10_000

const MAX_ROW_BYTES = 300_000

/** What a text of a row may weigh in a view; less where the row has many long ones. */
function cellLimit({ parent_table, properties }: Block): number {
  if (parent_table !== 'collection') return Infinity
  const texts: unknown[] = Object.values(properties ?? {})
  const bound = texts.map((text) => Math.min(textWeight(text), MAX_CELL_BYTES))
  const weight = bound.reduce((sum, each) => sum + each, 0)
  return weight > MAX_ROW_BYTES ? MAX_ROW_BYTES / texts.length : MAX_CELL_BYTES
}

function hasLonger({ properties }: Block, limit: number): boolean {
  if (limit === Infinity) return false
  return Object.values(properties ?? {}).some((text) => textWeight(text) > limit)
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
