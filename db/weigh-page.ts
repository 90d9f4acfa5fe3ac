import { type TreeBlock, shownTree } from '../site/shown-tree.ts'
import type { BlockWeights } from '../site/page-weigher.ts'
import { type PageQuery, isNarrowed } from '../site/page-query.ts'
import type { Mirror } from './open-mirror.ts'
import { wayWeight } from './read-names.ts'
import { readViews } from './read-shown-views.ts'
import { viewCost } from './view-cost.ts'

/** What a page may have of each and still be drawn beside other requests. */
const light = {
  /** Blocks and sub-pages: some 40 ms. */
  blocks: 2000,
  /** Of simple tables: some 60 ms. */
  tableCells: 8000,
  /** Of views, in cells of a table: some 40 ms. */
  cells: 4000,
  /** Of which the mean costs of each are counted. */
  views: 50,
  /** Values of a collection in which a visitor searches, or by which they sort: some 30 ms. */
  values: 5000,
  /** Of all records, and of one: formulas and code take longest for their length. */
  bytes: 1_500_000,
  recordBytes: 20_000,
  /** Of code and formulas together, each of which takes as long as so many of other blocks. */
  typesetBytes: 40_000,
  /** Of the squares of code, since some grammars take that time for a text: some 200 ms at worst. */
  codeSquares: 64_000_000,
  /** Of the collections that its views show, which are read several times. */
  schemaBytes: 300_000,
  /** React's renderer overflows Node's usual stack at some 100 levels, and then leaves blocks out without a word. */
  depth: 30
}

/** Of a mention without its name, and of the longest name that is shown whole. */
const LINK_BYTES = 60
const LABEL_BYTES = 1500

interface BlockFacts {
  id: string
  type: string
  content: string | null
  view_ids: string | null
  original: string | null
  bytes: number
  /** Of the names that its text mentions. */
  names: number
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
  const code = blocks.filter(({ type }) => type === 'code')
  if (code.reduce((sum, block) => sum + block.bytes ** 2, 0) > light.codeSquares) return true
  // Sub-pages are blocks of their own, that a page only names.
  const named = blocks.reduce((sum, block) => sum + parsed(block.content).length, 0)
  if (named > light.blocks) return true
  const listed = blocks.map((block) => parsed(block.view_ids)).filter((ids) => ids.length > 0)
  return isHeavyTree(mirror, blocks, pageId) || hasHeavyViews(mirror, listed)
}

/** Whether answering what a visitor asks of views goes through so many values that it takes long. */
export function isHeavyQuery({ $client }: Mirror, { views }: PageQuery): boolean {
  const count = $client
    .prepare<[string, number], number>(
      `select count(*) from (
         select 1 from collection_view as view join property_value as value using (collection_id)
          where view.id = ? limit ?)`
    )
    .pluck()
  return views
    .filter((asked) => asked.sort !== undefined || isNarrowed(asked))
    .some(({ viewId }) => (count.get(viewId, light.values + 1) ?? 0) > light.values)
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
              (select total(${LINK_BYTES} + 2 * min(octet_length(page.title), ${LABEL_BYTES}))
                 from link cross join page on page.id = link.target_id
                where link.block_id = block.id and link.kind in ('mention', 'alias')) as names,
              case when type = 'transclusion_reference'
                   then raw ->> '$.format.transclusion_reference_pointer.id' end as original
         from shown cross join block using (id)`
    )
    .all(pageId, light.blocks + 1)
}

/** Of the collections of views, before they are read. */
function schemaBytes({ $client }: Mirror, viewIds: string[]): number {
  if (viewIds.length === 0) return 0
  const sum = $client
    .prepare<[string], number>(
      `select total(octet_length(raw)) from collection where id in (
         select collection_id from collection_view where id in (select value from json_each(?)))`
    )
    .pluck()
  return sum.get(JSON.stringify(viewIds)) ?? 0
}

/** Whether views are heavy, of each block the one of its views that costs most. */
function hasHeavyViews(mirror: Mirror, listed: string[][]): boolean {
  if (listed.flat().length > light.views) return true
  if (schemaBytes(mirror, listed.flat()) > light.schemaBytes) return true
  const views = readViews(mirror, listed.flat())
  let [cells, bytes] = [0, 0]
  for (const ids of listed) {
    const costs = ids.flatMap((id) => {
      const view = views.get(id)
      return view ? viewCost(mirror, view) : []
    })
    cells += Math.max(0, ...costs.map(({ reading, rows, perRow }) => reading + rows * perRow))
    bytes += Math.max(0, ...costs.map((cost) => cost.bytes))
  }
  return cells > light.cells || bytes > light.bytes
}

/** Whether content nests deep, or is much where it shows in several places or repeats the words of other blocks. */
function isHeavyTree(mirror: Mirror, blocks: BlockFacts[], pageId: string): boolean {
  const facts = new Map(blocks.map((block) => [block.id, block]))
  const weights: BlockWeights = {
    typeOf: (id) => facts.get(id)?.type,
    own: (id) => factsWeight(facts.get(id)),
    entry: (id) => facts.get(id)?.bytes ?? 0,
    cells: (id) => (columnCount(mirror, id) * light.bytes) / light.tableCells,
    wayHere: blocks.some(({ type }) => type === 'breadcrumb') ? wayWeight(mirror, pageId) : 0
  }
  const limits = { weights, maxWeight: light.bytes, maxBlocks: light.blocks }
  const { cuts, depth } = shownTree(treeOf(blocks), pageId, limits)
  return depth > light.depth || cuts.some(({ reason }) => reason === 'size')
}

/** Columns of a simple table: those of its format, and any that a row has a text in. */
function columnCount({ $client }: Mirror, tableId: string): number {
  const count = $client
    .prepare<{ id: string }, number>(
      `select count(*) from (
         select value from block, json_each(raw, '$.format.table_block_column_order') where block.id = :id
          union
         select key from block, json_each(raw, '$.properties') where parent_id = :id)`
    )
    .pluck()
  return count.get({ id: tableId }) ?? 0
}

function factsWeight(block: BlockFacts | undefined): number {
  if (!block) return 0
  return block.names + block.bytes * (isTypeset(block) ? light.bytes / light.typesetBytes : 1)
}

function isTypeset({ type }: BlockFacts): boolean {
  return type === 'code' || type === 'equation'
}

function treeOf(blocks: BlockFacts[]): Map<string, TreeBlock> {
  const tree = blocks.map(({ id, type, content, original }): [string, TreeBlock] => [
    id,
    // Only what decides where a block stands.
    {
      type,
      content: parsed(content),
      format: { transclusion_reference_pointer: { id: original } }
    } as unknown as TreeBlock
  ])
  return new Map(tree)
}

function parsed(json: string | null): string[] {
  return json === null ? [] : (JSON.parse(json) as string[])
}
