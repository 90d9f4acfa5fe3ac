import type { Block } from 'notion-types'

import {
  type BlockReferences,
  blockReferences,
  isPage,
  originalIds
} from '../../site/notion/blocks/block-references.ts'
import { caps } from '../../site/limits/caps.ts'
import { type PageQuery, defaultQuery } from '../../site/addresses/page-query.ts'
import type { ViewWindow } from '../../site/pages/view-window.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { perMirror } from '../mirror/per-mirror.ts'
import { readShownViews, shownRows } from '../collections/read-shown-views.ts'

/** The records for rendering a page. */
export interface PageBlocks {
  /** The page itself first. */
  blocks: Map<string, Block>
  /** What each block refers to, in the same order. */
  references: BlockReferences[]
  /** The visible part of its views, by view id: one view for each of its collections. */
  views: Record<string, ViewWindow>
  /** Ids of views that exceed the page's limit and are omitted. */
  leftOut: string[]
  /** Ids of linked blocks that are not pages. */
  linked: string[]
}

/**
 * Reads the blocks for rendering a page: its content, the originals of its synced blocks and aliases,
 * the visible rows of the chosen views, the first image of each row whose card shows it, the blocks
 * with the titles of its forms, and the records of linked pages.
 */
export function readPageBlocks(
  mirror: Mirror,
  pageId: string,
  query: PageQuery = defaultQuery
): PageBlocks {
  const read = queriesOf(mirror)
  const blocks = readShownBlocks(mirror, pageId)
  const references = [...blocks.values()].map(blockReferences)
  const add = (found: Block[]) => {
    for (const block of found) {
      if (blocks.has(block.id)) continue
      blocks.set(block.id, block)
      references.push(blockReferences(block))
    }
  }

  // The content of rows and sub-pages is shown on their own pages. When a page exceeds the limit, its
  // remaining blocks must not be read here as if they were sub-pages.
  const content = exceedsLimit(mirror, pageId) ? [] : references.flatMap((each) => each.content)
  const collections = collectionBlocks(blocks, pageId)
  const { views, leftOut, pictured } = readShownViews(mirror, collections, query)
  const viewIds = collections.flatMap((block) => blockReferences(block).viewIds)
  add(read.formsOf([...viewIds, ...views.map(([id]) => id)]))
  const rowIds = views.flatMap(([, window]) => shownRows(window))
  const rows = read.byId(absentFrom(blocks, rowIds))
  for (const row of rows) noteRead(keys.rows(row.parent_id))
  add(rows)
  add(read.imagesIn(pictured))
  const linked = references.flatMap(({ pages }) => pages)
  const listed = read.byId(absentFrom(blocks, content))
  add(listed)
  // A block of another page that this one lists as well is shown with its content.
  const strayIds = listed.filter((block) => !isPage(block)).flatMap((block) => block.content ?? [])
  add(read.below(absentFrom(blocks, strayIds)))
  add(read.byId(absentFrom(blocks, linked)))
  const isBlock = (id: string) => !isPage(blocks.get(id) ?? { type: 'page' })
  return {
    blocks,
    references,
    views: Object.fromEntries(views),
    leftOut,
    linked: [...new Set(linked)].filter(isBlock)
  }
}

/** Reads the block of a page and the pages that it names, without its content and views. */
export function readHeadBlocks(
  mirror: Mirror,
  pageId: string
): Pick<PageBlocks, 'blocks' | 'references'> {
  const read = queriesOf(mirror)
  const own = read.byId([pageId])
  const references = own.map((block) => ({ ...blockReferences(block), viewIds: [], content: [] }))
  const named = read.byId(references.flatMap(({ pages }) => pages.slice(0, MAX_NAMED)))
  return { blocks: new Map([...own, ...named].map((block) => [block.id, block])), references }
}

/** Limit for the pages that the properties of a row name. */
const MAX_NAMED = 100

/** Reads blocks by their ids; absent ones are omitted. */
export function readBlocks(mirror: Mirror, ids: string[]): Block[] {
  return queriesOf(mirror).byId(ids)
}

/** Returns the blocks that show collections on the page; a sub-page that is a database is only linked. */
export function collectionBlocks(blocks: Map<string, Block>, pageId: string): Block[] {
  return [...blocks.values()].filter(
    ({ id, type }) =>
      type === 'collection_view' || (type === 'collection_view_page' && id === pageId)
  )
}

/**
 * Reads the blocks whose content a page shows: the page itself first, its content, and the originals of
 * its synced blocks and aliases.
 */
export function readShownBlocks(mirror: Mirror, pageId: string): Map<string, Block> {
  const read = queriesOf(mirror)
  const blocks = new Map<string, Block>()
  const requested = new Set<string>()
  let originals: string[] = []
  const add = (found: Block[]) => {
    originals = []
    for (const block of found) {
      if (blocks.has(block.id)) continue
      blocks.set(block.id, block)
      originals.push(...originalIds(block).filter((id) => !requested.has(id)))
    }
    originals.forEach((id) => requested.add(id))
  }

  const isMany = exceedsLimit(mirror, pageId)
  add([...read.byId([pageId]), ...(isMany ? readInOrder(mirror, pageId) : read.onPage(pageId))])
  while (originals.length > 0 && blocks.size <= MAX_READ) {
    add(read.below(absentFrom(blocks, originals)))
  }
  return blocks
}

function absentFrom(blocks: Map<string, Block>, ids: string[]): string[] {
  return [...new Set(ids)].filter((id) => !blocks.has(id)).slice(0, MAX_READ)
}

/** Limit for records besides the page's own blocks. */
const MAX_READ = 2 * caps.blocks

/** Whether a page contains more blocks than are shown. */
function exceedsLimit({ $client }: Mirror, pageId: string): boolean {
  const beyond = $client.prepare<[string], number>(
    `select 1 from block where page_id = ? limit 1 offset ${caps.blocks}`
  )
  return beyond.get(pageId) !== undefined
}

/**
 * Reads the blocks and sub-pages of a page with too many blocks in reading order: one block more than
 * the limit and one level deeper, so that the truncation is noticed. The other blocks are not read.
 */
function readInOrder({ $client }: Mirror, pageId: string): Block[] {
  noteRead(keys.page(pageId))
  const read = $client.prepare<[string], string>('select raw from block where id = ?').pluck()
  const seen = new Map<string, Block>()
  const stack = [{ id: pageId, depth: 0 }]
  for (let next = stack.pop(); next && seen.size <= caps.blocks; next = stack.pop()) {
    const { id, depth } = next
    const raw = seen.has(id) ? undefined : read.get(id)
    if (raw === undefined) continue
    const block = JSON.parse(raw) as Block
    if (isPage(block)) noteRead(keys.name(id))
    seen.set(id, block)
    if (depth > caps.depth || (isPage(block) && id !== pageId)) continue
    const content = blockReferences(block).content.slice(0, caps.blocks + 1)
    for (const child of content.toReversed()) stack.push({ id: child, depth: depth + 1 })
  }
  return [...seen.values()]
}

interface FoundRow {
  id: string
  page_id: string | null
  /** Null for a block that is referred to and absent. */
  raw: string | null
}

/** Parses found blocks. Notes what shows them: a link, a view, or a synced copy. */
function parseFound(rows: FoundRow[]): Block[] {
  return rows.flatMap(({ id, page_id: pageId, raw }) => {
    const block = raw === null ? undefined : (JSON.parse(raw) as Block)
    if (!block) noteRead(keys.block(id))
    else if (isPage(block)) noteRead(keys.name(id))
    else noteRead(pageId === null ? keys.block(id) : keys.page(pageId))
    return block ?? []
  })
}

const queriesOf = perMirror((mirror) => {
  const byList = (sql: string) => {
    const statement = mirror.$client.prepare<[string], FoundRow>(sql)
    return (ids: string[]) => (ids.length > 0 ? parseFound(statement.all(JSON.stringify(ids))) : [])
  }
  const onPage = mirror.$client
    .prepare<[string], string>('select raw from block where page_id = ?')
    .pluck()
  const byId = byList(
    `select value as id, page_id, raw from json_each(?) left join block on block.id = value`
  )
  const imagesIn = byList(`
    select image.id, image.page_id, image.raw, min(item.key)
      from block as page
     cross join json_each(page.content) as item
     cross join block as image on image.id = item.value and image.type = 'image'
     where page.id in (select value from json_each(?))
     group by page.id`)

  return {
    onPage(pageId: string): Block[] {
      noteRead(keys.page(pageId))
      return onPage.all(pageId).map((raw) => JSON.parse(raw) as Block)
    },
    byId,
    /** Blocks with their descendants, down to and including sub-pages. */
    below: byList(`
      with recursive requested (id) as (select value from json_each(?)),
      tree (id, type) as (
        select id, type from block where id in (select id from requested)
        union
        select child.id, child.type from tree join block as child on child.parent_id = tree.id
         where tree.type not in ('page', 'collection_view_page')
      )
      select * from (
        select id, page_id, raw from (select id from tree limit ${caps.blocks + 1}) cross join block using (id))
       union all
      select id, null, null from requested
       where not exists (select 1 from block where block.id = requested.id)`),
    /** The blocks with the titles of the forms among these views. */
    formsOf: byList(`
      select view.raw ->> '$.format.form_block_pointer.id' as id, form.page_id, form.raw
        from collection_view as view
        left join block as form on form.id = view.raw ->> '$.format.form_block_pointer.id'
       where view.id in (select value from json_each(?))
         and view.raw ->> '$.format.form_block_pointer.id' is not null`),
    /**
     * The first image in the content of each of these pages, for cards that show it. `cross join` fixes
     * the join order: otherwise SQLite scans all images of the site for each page.
     */
    imagesIn(pageIds: string[]): Block[] {
      for (const id of pageIds) noteRead(keys.page(id))
      return imagesIn(pageIds)
    }
  }
})
