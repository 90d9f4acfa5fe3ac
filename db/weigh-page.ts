import { type TreeBlock, shownTree } from '../site/shown-tree.ts'
import type { Mirror } from './open-mirror.ts'

/** What a page may have of each and still be drawn beside other requests. */
const light = {
  /** Blocks and sub-pages: some 40 ms. */
  blocks: 2000,
  /** Values of rows. */
  cells: 10_000,
  /** Of all records, and of one: formulas and code take longest for their length. */
  bytes: 1_500_000,
  recordBytes: 20_000,
  /** Of code and formulas together. */
  typesetBytes: 40_000,
  /** React's renderer overflows Node's usual stack at some 100 levels, and then leaves blocks out without a word. */
  depth: 30
}

/** About as many as a page shows of a view at once. */
const ROWS_SHOWN = 100

interface BlockFacts {
  id: string
  type: string
  content: string | null
  view_ids: string | null
  original: string | null
  bytes: number
}

/**
 * Whether drawing a page may take so long, or so deep a stack, that it needs a thread of its own.
 * Reads no more of it than tells that: a heavy page is as quickly weighed as a light one.
 */
export function isHeavyPage(mirror: Mirror, pageId: string): boolean {
  if (countHeld(mirror, pageId) > light.blocks) return true
  const blocks = shownFacts(mirror, pageId)
  const bytes = blocks.reduce((sum, block) => sum + block.bytes, 0)
  if (blocks.length > light.blocks || bytes > light.bytes) return true
  if (blocks.some((block) => block.bytes > light.recordBytes)) return true
  const typeset = blocks.filter(({ type }) => type === 'code' || type === 'equation')
  if (typeset.reduce((sum, block) => sum + block.bytes, 0) > light.typesetBytes) return true
  // Sub-pages are blocks of their own, that a page only names.
  const named = blocks.reduce((sum, block) => sum + parsed(block.content).length, 0)
  if (named > light.blocks) return true
  const cells = blocks.reduce((sum, block) => sum + countCells(mirror, parsed(block.view_ids)), 0)
  if (cells > light.cells) return true
  return depthOf(blocks, pageId) > light.depth
}

/** Counted before: a query that follows synced blocks goes through all that a page holds. */
function countHeld({ $client }: Mirror, pageId: string): number {
  const count = $client
    .prepare<[string, number], number>(
      'select count(*) from (select 1 from block where page_id = ? limit ?)'
    )
    .pluck()
  return count.get(pageId, light.blocks + 1) ?? 0
}

/** The blocks a page holds, and those its synced blocks show; one more than is light when there are more. */
function shownFacts({ $client }: Mirror, pageId: string): BlockFacts[] {
  return $client
    .prepare<[string, number], BlockFacts>(
      `with recursive shown (id) as (
         select id from block where page_id = ?
          union
         select link.target_id from shown cross join link on link.block_id = shown.id
          where link.kind = 'synced' and link.target_id is not null
          union
         select child.id from shown cross join block as child on child.parent_id = shown.id
          where child.type not in ('page', 'collection_view_page')
          limit ?)
       select id, type, content, view_ids, octet_length(raw) as bytes,
              case when type = 'transclusion_reference'
                   then raw ->> '$.format.transclusion_reference_pointer.id' end as original
         from shown join block using (id)`
    )
    .all(pageId, light.blocks + 1)
}

/** Of the largest of these views, of which one is shown: rows of one part of it times properties. */
function countCells({ $client }: Mirror, viewIds: string[]): number {
  if (viewIds.length === 0) return 0
  const count = $client
    .prepare<[string], number>(
      `select max(
         (select count(*) from (
            select 1 from collection_view_row as row where row.view_id = view.id limit ${ROWS_SHOWN}))
         * (select count(*) from collection_property as property
             where property.collection_id = view.collection_id))
       from collection_view as view where view.id in (select value from json_each(?))`
    )
    .pluck()
  return count.get(JSON.stringify(viewIds)) ?? 0
}

function depthOf(blocks: BlockFacts[], pageId: string): number {
  const tree = blocks.map(({ id, type, content, original }): [string, TreeBlock] => [
    id,
    // Only what decides where a block stands.
    {
      type,
      content: parsed(content),
      format: { transclusion_reference_pointer: { id: original } }
    } as unknown as TreeBlock
  ])
  return shownTree(new Map(tree), pageId).depth
}

function parsed(json: string | null): string[] {
  return json === null ? [] : (JSON.parse(json) as string[])
}
