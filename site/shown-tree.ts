import type { Block } from 'notion-types'

import { acyclicOrder } from './acyclic-order.ts'
import {
  MAX_HTML_BYTES,
  NOTE_BYTES,
  type NameOfRecord,
  blockWeight,
  entryWeight,
  textLimit
} from './block-weight.ts'
import { MAX_BLOCKS, boundDepth, boundSize } from './bound-tree.ts'
import { ids } from './block-references.ts'
import type { Cut } from './cut.ts'
import { type BlockWeights, pageWeigher } from './page-weigher.ts'

/** What decides where a block stands and what it weighs. */
export type TreeBlock = Pick<Block, 'type' | 'content' | 'format' | 'properties'>

/** What a page may show; each has a default. */
export interface TreeLimits {
  /** About how many bytes of HTML. */
  maxWeight?: number
  maxBlocks?: number
  /** What its blocks weigh, by ids; by their records unless told otherwise. */
  weights?: BlockWeights
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
  /** What is shown weighs, about. */
  weight: number
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
  limits: TreeLimits = {}
): ShownTree {
  const { maxWeight = MAX_HTML_BYTES, maxBlocks = MAX_BLOCKS } = limits
  const { order, children, cuts } = acyclicOrder(pageId, (id) =>
    heldContent(blocks, id, id === pageId)
  )
  const shallow = boundDepth({ order, children })
  const left = [...cuts.filter(({ blockId }) => shallow.children.has(blockId)), ...shallow.cuts]
  const noted = new Set(left.map(({ blockId }) => blockId))
  const weigh = pageWeigher(limits.weights ?? recordWeights(blocks))
  const weightOf = (id: string) => weigh(id) + (noted.has(id) ? NOTE_BYTES : 0)
  const small = boundSize({ order, children: shallow.children, weightOf, maxWeight, maxBlocks })
  return {
    order,
    children: small.children,
    cuts: [...left, ...small.cuts, ...longTexts(blocks, small.children.keys())],
    depth: shallow.depth,
    weight: small.weight
  }
}

/** Of a cell of a simple table; it takes longer than its length. */
const CELL_BYTES = 40

/** Columns that the format of a table names, or any of its rows has a text in. */
function columnCount(blocks: Map<string, TreeBlock>, tableId: string): number {
  const table = blocks.get(tableId)
  const rows = heldContent(blocks, tableId, false).map((id) => blocks.get(id)?.properties)
  const named = rows.flatMap((properties) => Object.keys(properties ?? {}))
  return new Set([...ids(table?.format?.table_block_column_order), ...named]).size
}

/** What blocks weigh by their records; `nameOf` knows what else they name. */
export function recordWeights(
  blocks: Map<string, TreeBlock>,
  nameOf?: NameOfRecord,
  wayHere = 0
): BlockWeights {
  const block = (id: string) => blocks.get(id) ?? {}
  return {
    typeOf: (id) => blocks.get(id)?.type,
    own: (id) => blockWeight(block(id), nameOf),
    entry: (id) => entryWeight(block(id)),
    cells: (id) => CELL_BYTES * columnCount(blocks, id),
    wayHere
  }
}

/** What a record says that a block holds; a synced reference its original first, then what is its own. */
function heldContent(blocks: Map<string, TreeBlock>, id: string, isRoot: boolean): string[] {
  const block = blocks.get(id)
  if (!block || (leaves.has(block.type) && !isRoot)) return []

  const own: unknown = block.content
  const original = originalOf(blocks, block)
  const held = [...(original === undefined ? [] : [original]), ...(Array.isArray(own) ? own : [])]
  return [...new Set(held)].filter((child) => blocks.has(child))
}

/** The block that a synced reference shows; undefined where it is missing, and of any other block. */
export function originalOf(blocks: Map<string, TreeBlock>, block: TreeBlock): string | undefined {
  if (block.type !== 'transclusion_reference') return undefined
  const original: unknown = block.format?.transclusion_reference_pointer?.id
  return typeof original === 'string' && blocks.has(original) ? original : undefined
}

function longTexts(blocks: Map<string, TreeBlock>, shown: Iterable<string>): Cut[] {
  return [...shown]
    .filter((id) => textLimit(blocks.get(id) ?? {}) !== undefined)
    .map((blockId) => ({ blockId, reason: 'text' }))
}
