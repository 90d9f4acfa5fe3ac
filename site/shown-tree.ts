import type { Block } from 'notion-types'

import { acyclicOrder } from './acyclic-order.ts'
import {
  MAX_HTML_BYTES,
  MAX_TEXT_BYTES,
  NOTE_BYTES,
  blockWeight,
  textWeight
} from './block-weight.ts'
import { MAX_BLOCKS, boundDepth, boundSize } from './bound-tree.ts'
import type { Cut } from './cut.ts'

/** What decides where a block stands and what it weighs. */
export type TreeBlock = Pick<Block, 'type' | 'content' | 'format' | 'properties'>

/** What a page may show; each has a default. */
export interface TreeLimits {
  /** About how many bytes of HTML. */
  maxWeight?: number
  maxBlocks?: number
}

/** The blocks that a page shows, as a finite tree. */
export interface ShownTree {
  /** Every block that can be reached, children before their parents. */
  order: string[]
  /** What each block shows, in order. */
  children: Map<string, string[]>
  cuts: Cut[]
  /** Levels of blocks below the page. */
  depth: number
}

/** Shown as links: what they hold belongs to other pages. */
const leaves = new Set<string>(['page', 'collection_view_page'])

/**
 * The tree that is drawn of a page: content that repeats itself (synced blocks that point at each
 * other, or at a block they stand in), nests too deep or is too much is cut. Linear in the number of
 * blocks. The pages and `fansite check` ask the same.
 */
export function shownTree(
  blocks: Map<string, TreeBlock>,
  pageId: string,
  { maxWeight = MAX_HTML_BYTES, maxBlocks = MAX_BLOCKS }: TreeLimits = {}
): ShownTree {
  const { order, children, cuts } = acyclicOrder(pageId, (id) =>
    heldContent(blocks, id, id === pageId)
  )
  const shallow = boundDepth({ order, children })
  const left = [...cuts.filter(({ blockId }) => shallow.children.has(blockId)), ...shallow.cuts]
  const noted = new Set(left.map(({ blockId }) => blockId))
  const weightOf = (id: string) =>
    blockWeight(blocks.get(id) ?? {}) + (noted.has(id) ? NOTE_BYTES : 0)
  const small = boundSize({ order, children: shallow.children, weightOf, maxWeight, maxBlocks })
  return {
    order,
    children: small.children,
    cuts: [...left, ...small.cuts, ...longTexts(blocks, small.children.keys())],
    depth: shallow.depth
  }
}

/** What a record says that a block holds; a synced reference holds its original. */
export function heldContent(blocks: Map<string, TreeBlock>, id: string, isRoot: boolean): string[] {
  const block = blocks.get(id)
  if (!block || (leaves.has(block.type) && !isRoot)) return []

  const original: unknown = block.format?.transclusion_reference_pointer?.id
  const ids: unknown = block.type === 'transclusion_reference' ? [original] : block.content
  if (!Array.isArray(ids)) return []
  return [...new Set(ids)].filter((child) => blocks.has(child))
}

function longTexts(blocks: Map<string, TreeBlock>, ids: Iterable<string>): Cut[] {
  return [...ids]
    .filter((id) => hasLongText(blocks.get(id)))
    .map((blockId) => ({ blockId, reason: 'text' }))
}

function hasLongText(block: TreeBlock | undefined): boolean {
  return Object.values(block?.properties ?? {}).some((text) => textWeight(text) > MAX_TEXT_BYTES)
}
