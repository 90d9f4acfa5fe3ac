import { isPage } from '../../site/notion/blocks/block-references.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** The fields of a block that its position in a page depends on. */
export interface PlacedBlock {
  id: string
  type: string
  /** JSON list of child block ids, in order. */
  content: string | null
}

/**
 * Updates `block.page_id` of every block to the page that contains it: the nearest page above it by
 * `parent_id`, and for a page itself. It is null for a block whose ancestors are not in the mirror.
 */
export function assignOwners(mirror: Mirror): void {
  mirror.$client.exec(`
    create temp table owner (id text primary key, page_id text not null) without rowid;
    insert or ignore into owner
    with recursive owned (id, page_id) as (
      select id, id from block where type in ('page', 'collection_view_page')
      union all
      select child.id, owned.page_id
        from owned join block as child on child.parent_id = owned.id
       where child.type not in ('page', 'collection_view_page')
    )
    select id, page_id from owned;
    update block set page_id = owner.page_id from owner
     where owner.id = block.id and block.page_id is not owner.page_id;
    update block set page_id = null
     where page_id is not null and not exists (select 1 from owner where owner.id = block.id);
    drop table owner`)
}

/**
 * Updates `block.page_id` of added or moved blocks and their descendants, and of the descendants of
 * the removed blocks in `removed`. Returns the ids of the blocks and of their old and new pages.
 */
export function reassignOwners(
  { $client }: Mirror,
  moved: string[],
  removed: string[]
): { blockIds: string[]; pageIds: string[] } {
  const blockIds = $client
    .prepare<[string, string], string>(
      `with recursive below (id) as (
         select value from json_each(?)
         union
         select block.id from json_each(?) as gone join block on block.parent_id = gone.value
         union
         select child.id from below join block as child on child.parent_id = below.id
          where child.type not in ('page', 'collection_view_page')
       ) select id from below`
    )
    .pluck()
    .all(JSON.stringify(moved), JSON.stringify(removed))
  const find = $client.prepare<
    [string],
    { type: string; parent_id: string; page_id: string | null }
  >('select type, parent_id, page_id from block where id = ?')
  const update = $client.prepare<[string | null, string]>(
    'update block set page_id = ? where id = ?'
  )
  const pageIds = new Set<string>()
  for (const id of blockIds) {
    const before = find.get(id)?.page_id ?? null
    const owner = ownerOf(id, (each) => find.get(each))
    if (owner !== before) update.run(owner, id)
    for (const page of [before, owner]) if (page !== null) pageIds.add(page)
  }
  return { blockIds, pageIds: [...pageIds] }
}

/** Returns the nearest page at or above a block; null when an ancestor is missing or there is a cycle. */
function ownerOf(
  id: string,
  find: (id: string) => { type: string; parent_id: string } | undefined
): string | null {
  const seen = new Set<string>()
  for (let at = id; !seen.has(at);) {
    seen.add(at)
    const block = find(at)
    if (!block) return null
    if (isPage(block)) return at
    at = block.parent_id
  }
  return null
}

/** Returns a function that reads the child pages of a page in order; requires `assignOwners` to have run. */
export function childPageReader(mirror: Mirror): (pageId: string) => string[] {
  const select = 'block.id, block.type, block.content, block.collection_id, block.view_ids'
  const readBlocks = mirror.$client.prepare<[string, string], CollectionBlock>(
    containedBlocksSql(select)
  )
  const readRows = rowReader(mirror)

  return (pageId) =>
    readingOrder(readBlocks.all(pageId, pageId), pageId).flatMap((item) =>
      isPage(item) && item.id !== pageId ? [item.id] : readRows(item)
    )
}

interface CollectionBlock extends PlacedBlock {
  collection_id: string | null
  /** JSON list of collection view ids. */
  view_ids: string | null
}

/**
 * Returns SQL for the blocks of a page and its sub-pages without their content; takes the page's id
 * twice. `cross join` keeps SQLite from scanning all pages of the mirror for each page.
 */
export function containedBlocksSql(columns: string): string {
  return `
    select ${columns} from block where page_id = ?
     union all
    select ${columns} from block as parent cross join block on block.parent_id = parent.id
     where parent.page_id = ? and block.type in ('page', 'collection_view_page')`
}

/** Reads the rows of the collection whose parent the block is, in the order of its first view. */
function rowReader(mirror: Mirror) {
  const statement = mirror.$client
    .prepare<[string, string], string>(
      `select block.id from collection
         join block on block.parent_id = collection.id and block.type = 'page'
         left join collection_view_row as row on row.block_id = block.id and row.view_id = ?
        where collection.parent_id = ?
        group by block.id
        order by min(row.group_position) is null, min(row.group_position), min(row.position),
                 block.created_time, block.id`
    )
    .pluck()
  return (item: CollectionBlock): string[] => {
    const viewIds = JSON.parse(item.view_ids ?? '[]') as string[]
    const isCollection = item.collection_id !== null || viewIds.length > 0
    return isCollection ? statement.all(viewIds[0] ?? '', item.id) : []
  }
}

/** Returns the blocks of a page in reading order, each once even when the records contain cycles. */
export function readingOrder<T extends PlacedBlock>(contained: T[], pageId: string): T[] {
  const blocks = new Map(contained.map((block) => [block.id, block]))
  const ordered: T[] = []
  const stack = [pageId]
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const block = blocks.get(id)
    if (!block) continue
    blocks.delete(id)
    ordered.push(block)
    const isEntered = id === pageId || !isPage(block)
    if (isEntered) stack.push(...childIds(block).toReversed())
  }
  return ordered
}

function childIds(block: PlacedBlock): string[] {
  return block.content === null ? [] : (JSON.parse(block.content) as string[])
}
