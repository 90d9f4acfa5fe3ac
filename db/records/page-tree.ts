import { isPage } from '../../site/notion/blocks/block-references.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** A block as its place in a page needs it. */
export interface PlacedBlock {
  id: string
  type: string
  /** JSON list of child block ids, in order. */
  content: string | null
}

/**
 * Writes the page that holds each block into `block.page_id`, where it is another than before: the
 * nearest page above it by `parent_id`; a page holds itself. A block whose parents are not in the
 * mirror has none.
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
 * The same for blocks that were added or have moved, and those below them; `above` are ids of
 * blocks that are gone. Returns the blocks and the pages that held or hold them.
 */
export function reassignOwners(
  { $client }: Mirror,
  moved: string[],
  above: string[]
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
    .all(JSON.stringify(moved), JSON.stringify(above))
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

/** The nearest page at or above a block; null when its parents end before, or name each other. */
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

/** A function that reads the pages below any page, in the order they stand, once `assignOwners` has run. */
export function childPageReader(mirror: Mirror): (pageId: string) => string[] {
  const select = 'block.id, block.type, block.content, block.collection_id, block.view_ids'
  const readBlocks = mirror.$client.prepare<[string, string], CollectionBlock>(
    containedBlocks(select)
  )
  const readRows = rowReader(mirror)

  return (pageId) =>
    inOrder(readBlocks.all(pageId, pageId), pageId).flatMap((item) =>
      isPage(item) && item.id !== pageId ? [item.id] : readRows(item)
    )
}

interface CollectionBlock extends PlacedBlock {
  collection_id: string | null
  /** JSON list of collection view ids. */
  view_ids: string | null
}

/**
 * SQL for the blocks that a page holds, and its sub-pages without what they hold; takes the page's
 * id twice. `cross join` keeps SQLite from starting at all pages of the mirror, for each page.
 */
export function containedBlocks(columns: string): string {
  return `
    select ${columns} from block where page_id = ?
     union all
    select ${columns} from block as parent cross join block on block.parent_id = parent.id
     where parent.page_id = ? and block.type in ('page', 'collection_view_page')`
}

/** Reads the rows of the collection a block owns (not of one it only shows), in the order of its first view. */
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

/** The blocks of a page in reading order; each once, whatever cycles the records hold. */
export function inOrder<T extends PlacedBlock>(held: T[], pageId: string): T[] {
  const blocks = new Map(held.map((block) => [block.id, block]))
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
