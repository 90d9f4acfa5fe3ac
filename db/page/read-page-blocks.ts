import type { Block } from 'notion-types'

import { blockReferences, isPage } from '../../site/notion/blocks/block-references.ts'
import { caps } from '../../site/limits/caps.ts'
import { type PageQuery, defaultQuery } from '../../site/addresses/page-query.ts'
import type { ViewWindow } from '../../site/pages/view-window.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { readShownViews, shownRows } from '../collections/read-shown-views.ts'

/** The records that drawing a page needs. */
export interface PageBlocks {
  /** The page itself first. */
  blocks: Map<string, Block>
  /** What is shown of the views on it, by view id: one for each of its collections. */
  views: Record<string, ViewWindow>
  /** Views of which nothing is shown: there is no room left on the page. */
  leftOut: string[]
  /** Ids of what texts link to and is no page. */
  linked: string[]
}

/**
 * The blocks that drawing a page needs: what it holds, the originals that its synced blocks and
 * aliases show, the rows that the chosen views show, the first image of each row whose card shows it,
 * the blocks that title its forms, and the records of pages it names.
 */
export function readPageBlocks(
  mirror: Mirror,
  pageId: string,
  query: PageQuery = defaultQuery
): PageBlocks {
  const read = queriesOf(mirror)
  const blocks = readShownBlocks(mirror, pageId)
  const named = [...blocks.values()].map(blockReferences)
  const add = (found: Block[]) => {
    for (const block of found) {
      if (blocks.has(block.id)) continue
      blocks.set(block.id, block)
      named.push(blockReferences(block))
    }
  }

  // What rows and sub-pages hold is shown on their own pages; of a page that holds too much, the rest
  // is not read as if it were sub-pages.
  const content = holdsMany(mirror, pageId) ? [] : named.flatMap((each) => each.content)
  const showing = collectionBlocks(blocks, pageId)
  const { views, leftOut, pictured } = readShownViews(mirror, showing, query)
  add(read.formsOf(showing.flatMap((block) => blockReferences(block).viewIds)))
  const rowIds = views.flatMap(([, page]) => shownRows(page))
  add(read.byId(absentFrom(blocks, rowIds)))
  add(read.imagesIn(pictured))
  const linked = named.flatMap(({ pages }) => pages)
  add(read.byId(absentFrom(blocks, [...content, ...linked])))
  const isBlock = (id: string) => !isPage(blocks.get(id) ?? { type: 'page' })
  return {
    blocks,
    views: Object.fromEntries(views),
    leftOut,
    linked: [...new Set(linked)].filter(isBlock)
  }
}

/** The blocks that show collections here; a sub-page that is one is only named. */
export function collectionBlocks(blocks: Map<string, Block>, pageId: string): Block[] {
  return [...blocks.values()].filter(
    ({ id, type }) =>
      type === 'collection_view' || (type === 'collection_view_page' && id === pageId)
  )
}

/**
 * The blocks whose content stands on a page: the page itself first, what it holds, and the originals
 * that its synced blocks and aliases show.
 */
export function readShownBlocks(mirror: Mirror, pageId: string): Map<string, Block> {
  const read = queriesOf(mirror)
  const blocks = new Map<string, Block>()
  const asked = new Set<string>()
  let originals: string[] = []
  const add = (found: Block[]) => {
    originals = []
    for (const block of found) {
      if (blocks.has(block.id)) continue
      blocks.set(block.id, block)
      originals.push(...blockReferences(block).originals.filter((id) => !asked.has(id)))
    }
    originals.forEach((id) => asked.add(id))
  }

  const isMany = holdsMany(mirror, pageId)
  add([...read.byId([pageId]), ...(isMany ? readInOrder(mirror, pageId) : read.heldBy(pageId))])
  while (originals.length > 0 && blocks.size <= MAX_READ) {
    add(read.below(absentFrom(blocks, originals)))
  }
  return blocks
}

function absentFrom(blocks: Map<string, Block>, ids: string[]): string[] {
  return [...new Set(ids)].filter((id) => !blocks.has(id)).slice(0, MAX_READ)
}

/** More than a page shows; what is read beyond its own blocks ends there. */
const MAX_READ = 2 * caps.blocks

/** Whether a page holds more blocks than are shown. */
function holdsMany({ $client }: Mirror, pageId: string): boolean {
  const beyond = $client.prepare<[string], number>(
    `select 1 from block where page_id = ? limit 1 offset ${caps.blocks}`
  )
  return beyond.get(pageId) !== undefined
}

/**
 * Blocks and sub-pages of such a page in reading order, one more than are shown and one level
 * deeper, so that it is seen that something is left out. The others are not read at all.
 */
function readInOrder({ $client }: Mirror, pageId: string): Block[] {
  const read = $client.prepare<[string], string>('select raw from block where id = ?').pluck()
  const seen = new Map<string, Block>()
  const stack = [{ id: pageId, depth: 0 }]
  for (let next = stack.pop(); next && seen.size <= caps.blocks; next = stack.pop()) {
    const { id, depth } = next
    const raw = seen.has(id) ? undefined : read.get(id)
    if (raw === undefined) continue
    const block = JSON.parse(raw) as Block
    seen.set(id, block)
    if (depth > caps.depth || (isPage(block) && id !== pageId)) continue
    const content = blockReferences(block).content.slice(0, caps.blocks + 1)
    for (const child of content.toReversed()) stack.push({ id: child, depth: depth + 1 })
  }
  return [...seen.values()]
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
      select raw from (select id from tree limit ${caps.blocks + 1}) cross join block using (id)`),
    /** The blocks that title the forms among these views. */
    formsOf: byList(`
      select form.raw from collection_view as view
        cross join block as form on form.id = view.raw ->> '$.format.form_block_pointer.id'
       where view.id in (select value from json_each(?))`),
    /**
     * The first image in the content of each of these pages, for cards that show it. Without the order
     * of the joins, SQLite goes through all images of the site for each page.
     */
    imagesIn: byList(`
      select raw from (
        select image.raw, min(item.key)
          from block as page
         cross join json_each(page.content) as item
         cross join block as image on image.id = item.value and image.type = 'image'
         where page.id in (select value from json_each(?))
         group by page.id)`)
  }
}
