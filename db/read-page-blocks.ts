import type { Block } from 'notion-types'

import { type BlockReferences, blockReferences } from '../site/block-references.ts'
import { type PageQuery, plainQuery } from '../site/page-query.ts'
import type { ViewPage } from '../site/view-page.ts'
import type { Mirror } from './open-mirror.ts'
import { readShownViews } from './read-shown-views.ts'

/** The records that drawing a page needs. */
export interface PageBlocks {
  /** The page itself first. */
  blocks: Map<string, Block>
  /** What is shown of the views on it, by view id: one for each of its collections. */
  views: Record<string, ViewPage>
}

/**
 * The blocks that drawing a page needs: what it holds, the originals that its synced blocks and
 * aliases show, the rows that the chosen views show with the first image of each, and the records
 * of pages it names.
 */
export function readPageBlocks(
  mirror: Mirror,
  pageId: string,
  query: PageQuery = plainQuery
): PageBlocks {
  const read = queriesOf(mirror)
  const blocks = new Map<string, Block>()
  const named: BlockReferences[] = []
  const add = (found: Block[]) => {
    for (const block of found) {
      if (blocks.has(block.id)) continue
      blocks.set(block.id, block)
      named.push(blockReferences(block))
    }
  }
  const absent = (ids: string[]) => [...new Set(ids)].filter((id) => !blocks.has(id))

  add(read.byId([pageId]))
  add(read.heldBy(pageId))
  const isAsked = new Set<string>()
  const originals = () => named.flatMap((each) => each.originals).filter((id) => !isAsked.has(id))
  for (let ids = originals(); ids.length > 0; ids = originals()) {
    ids.forEach((id) => isAsked.add(id))
    add(read.below(absent(ids)))
  }

  // What rows and sub-pages hold is shown on their own pages.
  const content = named.flatMap((each) => each.content)
  const views = readShownViews(mirror, collectionBlocks(blocks, pageId), query)
  const rowIds = views.flatMap(([, { groups }]) => groups.flatMap((group) => group.rowIds))
  add(read.byId(absent(rowIds)))
  add(read.imagesIn(rowIds))
  add(read.byId(absent([...content, ...named.flatMap(({ pages }) => pages)])))
  return { blocks, views: Object.fromEntries(views) }
}

/** The blocks that show collections here; a sub-page that is one is only named. */
function collectionBlocks(blocks: Map<string, Block>, pageId: string): Block[] {
  return [...blocks.values()].filter(
    ({ id, type }) =>
      type === 'collection_view' || (type === 'collection_view_page' && id === pageId)
  )
}

/** Prepared once for each open mirror: that takes as long as reading a page. */
const prepared = new WeakMap<Mirror, ReturnType<typeof blockQueries>>()

function queriesOf(mirror: Mirror): ReturnType<typeof blockQueries> {
  const queries = prepared.get(mirror) ?? blockQueries(mirror)
  prepared.set(mirror, queries)
  return queries
}

function blockQueries(mirror: Mirror) {
  const query = (sql: string) => {
    const statement = mirror.$client.prepare<[string], string>(sql).pluck()
    return (argument: string) => statement.all(argument).map((raw) => JSON.parse(raw) as Block)
  }
  const byList = (sql: string) => {
    const run = query(sql)
    return (ids: string[]) => (ids.length > 0 ? run(JSON.stringify(ids)) : [])
  }

  return {
    heldBy: query('select raw from block where page_id = ?'),
    byId: byList('select raw from block where id in (select value from json_each(?))'),
    /** Blocks with all below them, down to and with sub-pages. */
    below: byList(`
      with recursive tree (id, type) as (
        select id, type from block where id in (select value from json_each(?))
        union
        select child.id, child.type from tree join block as child on child.parent_id = tree.id
         where tree.type not in ('page', 'collection_view_page')
      )
      select raw from tree join block using (id)`),
    /** The first image in the content of each of these pages, for cards that show it. */
    imagesIn: byList(`
      select raw from (
        select image.raw, min(item.key)
          from block as page, json_each(page.content) as item
          join block as image on image.id = item.value and image.type = 'image'
         where page.id in (select value from json_each(?))
         group by page.id)`)
  }
}
