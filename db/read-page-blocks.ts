import type { Block } from 'notion-types'

import { blockReferences } from '../site/block-references.ts'
import type { Mirror } from './open-mirror.ts'

/**
 * The blocks that drawing a page needs, the page itself first: what it holds, the originals that
 * its synced blocks and aliases show, the rows of the views on it with the first image of each,
 * and the records of pages it names.
 */
export function readPageBlocks(mirror: Mirror, pageId: string): Map<string, Block> {
  const read = blockQueries(mirror)
  const blocks = new Map<string, Block>()
  const add = (found: Block[]) => found.forEach((block) => blocks.set(block.id, block))
  const absent = (ids: string[]) => [...new Set(ids)].filter((id) => !blocks.has(id))

  add(read.byId([pageId]))
  add(read.heldBy(pageId))
  const isOriginalAsked = new Set<string>()
  for (let ids = originals(blocks); ids.some((id) => !isOriginalAsked.has(id));) {
    ids.forEach((id) => isOriginalAsked.add(id))
    add(read.below(absent(ids)))
    ids = originals(blocks)
  }

  const rows = read.rowsOf([...blocks.values()].flatMap((block) => blockReferences(block).viewIds))
  add(rows.filter((row) => !blocks.has(row.id)))
  add(read.imagesIn(rows.map((row) => row.id)))
  add(read.byId(absent([...blocks.values()].flatMap(namedBlocks))))
  return blocks
}

function originals(blocks: Map<string, Block>): string[] {
  return [...blocks.values()].flatMap((block) => blockReferences(block).originals)
}

function namedBlocks(block: Block): string[] {
  const { content, pages } = blockReferences(block)
  return [...content, ...pages]
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
        select id, 'block' from block where id in (select value from json_each(?))
        union
        select child.id, child.type from tree join block as child on child.parent_id = tree.id
         where tree.type not in ('page', 'collection_view_page')
      )
      select raw from tree join block using (id)`),
    rowsOf: byList(`
      select raw from block where id in (
        select block_id from collection_view_row where view_id in (select value from json_each(?)))`),
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
