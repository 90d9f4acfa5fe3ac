import type { BlockCosts } from '../../site/limits/page-costs.ts'
import type { TreeBlock } from '../../site/limits/tree-content.ts'
import { visibleTree } from '../../site/limits/visible-tree.ts'
import { widgetIds } from '../../site/notion/collections/dashboard.ts'
import { type PageQuery, isFiltered } from '../../site/addresses/page-query.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { readViews } from '../collections/read-shown-views.ts'
import { breadcrumbCost } from './name-reader.ts'
import { type ViewOfCollection, viewCost } from './view-cost.ts'

/** Rendering costs in microseconds of CPU time, measured on an idle machine. */
const micros = {
  /** A block or sub-page, a cell of a simple table, a cell of a view. */
  block: 20,
  tableCell: 6.25,
  viewCell: 12.5,
  /** A byte of a record; of code or an equation; of a collection, which is read several times. */
  byte: 1 / 30,
  sourceByte: 1.25,
  schemaByte: 1 / 6,
  /** Times the square of the bytes of code: some grammars take quadratic time. */
  codeSquare: 1 / 1280,
  /** A value of a collection that a visitor searches or sorts. */
  value: 10
}

/** Limits of a page that is rendered in the same process as other requests. */
const light = {
  micros: 50_000,
  /** React's renderer overflows Node's default stack at about 100 levels and then omits blocks silently. */
  depth: 30,
  /** Of one record: marks and brackets take longest for their length. */
  recordBytes: 20_000,
  /** Views whose costs are counted. */
  views: 50
}

const MAX_BLOCKS = light.micros / micros.block

/** A mention without its name, and the longest name that is not shortened. */
const MENTION_BYTES = 60
const LABEL_BYTES = 1500

interface BlockFacts {
  id: string
  page_id: string | null
  type: string
  content: string | null
  view_ids: string | null
  original: string | null
  bytes: number
  /** Bytes of the names in its mentions. */
  names: number
  /** Bytes of code or of an equation. */
  source: number
}

/**
 * Whether rendering a page may take too long, or too deep a stack, for the server's own process.
 * Estimates by counting, so that a heavy page takes no longer to estimate than a light one.
 */
export function isHeavyPage(mirror: Mirror, pageId: string): boolean {
  noteRead(keys.page(pageId))
  const isHeavy = exceedsLight(mirror, pageId)
  // The names in mentions count too; the Markdown of a light page notes each of them.
  if (isHeavy) noteRead(keys.list)
  return isHeavy
}

function exceedsLight(mirror: Mirror, pageId: string): boolean {
  const { own, synced, shown, onPage } = statements(mirror)
  if ((own.get(pageId, MAX_BLOCKS + 1) ?? 0) > MAX_BLOCKS) return true
  const isSynced = synced.get(pageId) !== undefined
  const blocks = (isSynced ? shown : onPage).all(pageId, MAX_BLOCKS + 1)
  for (const { page_id: id } of blocks) if (id !== null) noteRead(keys.page(id))
  if (blocks.length > MAX_BLOCKS) return true
  if (blocks.some(({ bytes }) => bytes > light.recordBytes)) return true
  const listed = blocks.map((block) => parseIds(block.view_ids)).filter((ids) => ids.length > 0)
  return blocksCost(mirror, blocks, pageId) + viewsCost(mirror, listed) > light.micros
}

/** Whether the filters and sort orders of a query read too many values for the server's own process. */
export function isHeavyQuery(mirror: Mirror, { views }: PageQuery): boolean {
  const { values } = statements(mirror)
  const maxValues = light.micros / micros.value
  for (const { viewId } of views) noteRead(keys.viewRows(viewId))
  return views
    .filter((view) => view.sort !== undefined || isFiltered(view))
    .some(({ viewId }) => (values.get(viewId, maxValues + 1) ?? 0) > maxValues)
}

/** Microseconds for the visible blocks and the names in them; infinite for deep nesting. */
function blocksCost(mirror: Mirror, blocks: BlockFacts[], pageId: string): number {
  const facts = new Map(blocks.map((block) => [block.id, block]))
  const { columns } = statements(mirror)
  const hasBreadcrumb = blocks.some(({ type }) => type === 'breadcrumb')
  const costs: BlockCosts = {
    typeOf: (id) => facts.get(id)?.type,
    own: (id) => blockCost(facts.get(id)),
    entry: (id) => (facts.get(id)?.bytes ?? 0) * micros.byte,
    cells: (id) => (columns.get({ id }) ?? 0) * micros.tableCell,
    breadcrumb: hasBreadcrumb ? breadcrumbCost(mirror, pageId) * micros.byte : 0
  }
  const limits = { costs, maxCost: light.micros }
  const { cost, depth, truncations } = visibleTree(treeOf(blocks), pageId, limits)
  const isMore = depth > light.depth || truncations.some(({ reason }) => reason === 'size')
  return isMore ? Infinity : cost
}

/** Microseconds for a block, with its references to child blocks and sub-pages. */
function blockCost(block: BlockFacts | undefined): number {
  if (!block) return 0
  const { type, bytes, names, source, content } = block
  const squares = type === 'code' ? source ** 2 * micros.codeSquare : 0
  const typeset = source * micros.sourceByte + squares
  return (bytes + names) * micros.byte + typeset + parseIds(content).length * micros.block
}

/** Microseconds for the most expensive view of each block. */
function viewsCost(mirror: Mirror, listed: string[][]): number {
  const ids = listed.flat()
  if (ids.length === 0) return 0
  const bytes = statements(mirror).schemas.get(JSON.stringify(ids)) ?? 0
  const schemas = bytes * micros.schemaByte
  if (ids.length > light.views || schemas > light.micros) return Infinity
  const views = readViews(mirror, ids)
  const costs = listed.map((each) =>
    each.flatMap((id) => views.get(id) ?? []).map((view) => shownCost(mirror, view))
  )
  return costs.reduce((sum, each) => sum + Math.max(0, ...each), schemas)
}

/** Microseconds for a view, with the widgets of a dashboard. */
function shownCost(mirror: Mirror, shown: ViewOfCollection): number {
  const widgets = [...readViews(mirror, widgetIds(shown.view)).values()]
  return [shown, ...widgets]
    .map((each) => viewCost(mirror, each))
    .map(
      (cost) =>
        (cost.reading + cost.rows * cost.perRow) * micros.viewCell + cost.bytes * micros.byte
    )
    .reduce((sum, cost) => sum + cost)
}

function treeOf(blocks: BlockFacts[]): Map<string, TreeBlock> {
  const tree = blocks.map(({ id, type, content, original }): [string, TreeBlock] => [
    id,
    // Only the fields that decide where a block is visible.
    {
      type,
      content: parseIds(content),
      format: { transclusion_reference_pointer: { id: original } }
    } as unknown as TreeBlock
  ])
  return new Map(tree)
}

function parseIds(json: string | null): string[] {
  return json === null ? [] : (JSON.parse(json) as string[])
}

const blockFacts = `
  id, page_id, type, content, view_ids, octet_length(raw) as bytes,
  iif(type in ('code', 'equation'), octet_length(coalesce(title, '')), 0) as source,
  (select total(${MENTION_BYTES} + 2 * min(octet_length(page.title), ${LABEL_BYTES}))
     from link cross join page on page.id = link.target_id
    where link.block_id = block.id and link.kind in ('mention', 'alias')) as names,
  case when type = 'transclusion_reference'
       then raw ->> '$.format.transclusion_reference_pointer.id' end as original`

const statements = ({ $client }: Mirror) => ({
  /** Counted first: `shown` follows synced blocks and reads all blocks of a page. */
  own: $client
    .prepare<[string, number], number>(
      'select count(*) from (select 1 from block where page_id = ? limit ?)'
    )
    .pluck(),
  /** Whether a page has synced blocks. */
  synced: $client
    .prepare<[string], number>(
      `select 1 from link where page_id = ? and kind = 'synced' and target_id is not null limit 1`
    )
    .pluck(),
  /** The blocks of a page without synced blocks, in half the time of `shown`. */
  onPage: $client.prepare<[string, number], BlockFacts>(
    `select ${blockFacts} from block where page_id = ? limit ?`
  ),
  /** The blocks of a page and the originals of its synced blocks. */
  shown: $client.prepare<[string, number], BlockFacts>(
    `with recursive shown (id) as (
       select id from block where page_id = ?
        union
       select link.target_id from shown cross join link on link.block_id = shown.id
        where link.kind = 'synced' and link.target_id is not null
        union
       select child.id from shown cross join block as child on child.parent_id = shown.id
        where child.type not in ('page', 'collection_view_page')
        limit ?)
     select ${blockFacts}
       from shown cross join block using (id)`
  ),
  /** Bytes of the collections of views. */
  schemas: $client
    .prepare<[string], number>(
      `select total(octet_length(raw)) from collection where id in (
         select collection_id from collection_view where id in (select value from json_each(?)))`
    )
    .pluck(),
  /** Columns of a simple table: those of its format, and any other with text in a row. */
  columns: $client
    .prepare<{ id: string }, number>(
      `select count(*) from (
         select value from block, json_each(raw, '$.format.table_block_column_order') where block.id = :id
          union
         select key from block, json_each(raw, '$.properties') where parent_id = :id)`
    )
    .pluck(),
  /** Values of the collection of a view. */
  values: $client
    .prepare<[string, number], number>(
      `select count(*) from (
         select 1 from collection_view as view cross join property_value as value using (collection_id)
          where view.id = ? limit ?)`
    )
    .pluck()
})
