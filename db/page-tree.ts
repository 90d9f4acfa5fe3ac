import type { Block } from 'notion-types'

import { collectionIdOf, isPage } from '../site/block-references.ts'
import { blockText } from './block-text.ts'
import type { Mirror } from './open-mirror.ts'

/** What the tree of one page's blocks says: its text, and the pages below it in the order they stand. */
export interface PageTree {
  text: string
  childPageIds: string[]
}

/**
 * Writes the page that holds each block into `block.page_id`: the nearest page above it by
 * `parent_id`; a page holds itself. A block whose parents are not in the mirror stays null.
 */
export function assignOwners(mirror: Mirror): void {
  mirror.$client.exec(`
    with recursive owner (id, page_id) as (
      select id, id from block where type in ('page', 'collection_view_page')
      union all
      select child.id, owner.page_id
        from owner join block as child on child.parent_id = owner.id
       where child.type not in ('page', 'collection_view_page')
    )
    update block set page_id = owner.page_id from owner where owner.id = block.id`)
}

/** A function that reads the tree of any page once `assignOwners` has run. */
export function pageTreeReader(mirror: Mirror, names: Map<string, string>) {
  const nameOf = (id: string) => names.get(id)
  const readBlocks = blockReader(mirror)
  const readRows = rowReader(mirror)

  return (pageId: string): PageTree => {
    const ordered = inOrder(readBlocks(pageId), pageId)
    const [page] = ordered
    const lines = ordered.filter((item) => !isPage(item)).map((item) => blockText(item, nameOf))
    // A row's values come last: what is written on the page says more about it.
    if (page) lines.push(blockText(withoutTitle(page), nameOf))
    const childPageIds = ordered.flatMap((item) =>
      isPage(item) && item.id !== pageId ? [item.id] : readRows(item)
    )
    return { text: lines.filter(Boolean).join('\n'), childPageIds }
  }
}

/** Reads the blocks a page holds, and its sub-pages without what they hold, by id. */
function blockReader(mirror: Mirror) {
  const statement = mirror.$client
    .prepare<[string, string], string>(
      `select raw from block where page_id = ?
       union all
       select child.raw from block as parent join block as child on child.parent_id = parent.id
        where parent.page_id = ? and child.type in ('page', 'collection_view_page')`
    )
    .pluck()
  return (pageId: string): Map<string, Block> => {
    const blocks = new Map<string, Block>()
    for (const raw of statement.iterate(pageId, pageId)) {
      const block = JSON.parse(raw) as Block
      blocks.set(block.id, block)
    }
    return blocks
  }
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
  return (item: Block): string[] => {
    const viewIds = 'view_ids' in item ? item.view_ids : []
    return collectionIdOf(item) ? statement.all(viewIds?.[0] ?? '', item.id) : []
  }
}

/** The blocks of a page in reading order; each once, whatever cycles the records hold. */
function inOrder(blocks: Map<string, Block>, pageId: string): Block[] {
  const ordered: Block[] = []
  const seen = new Set<string>()
  const stack = [pageId]
  for (let id = stack.pop(); id !== undefined; id = stack.pop()) {
    const block = blocks.get(id)
    if (!block || seen.has(id)) continue
    seen.add(id)
    ordered.push(block)
    const isEntered = id === pageId || !isPage(block)
    if (isEntered) stack.push(...(block.content ?? []).toReversed())
  }
  return ordered
}

function withoutTitle(page: Block): Block {
  return { ...page, properties: { ...page.properties, title: undefined } }
}
