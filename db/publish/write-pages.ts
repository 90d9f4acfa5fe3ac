import type { Block } from 'notion-types'

import type { SiteConfig } from '../../site/config/config.ts'
import { type PathSource, assignPagePaths } from '../../site/addresses/page-paths.ts'
import { plainText } from '../../site/notion/text/rich-text.ts'
import { type ForgottenNames, deleteFormerNames } from './copies/forget-names.ts'
import { noteTitleMentions } from './copies/title-mentions.ts'
import type { OpenNames } from './mark-spoilers.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { type ContentSite, pageContentReader } from '../records/page-content.ts'
import { pageDigest } from '../records/page-digest.ts'
import { assignOwners, childPageReader } from '../records/page-tree.ts'
import type { Yielder } from '../mirror/yielder.ts'
import { page } from '../schema/page-tables.ts'
import { SearchWriter } from '../search/write/search-writer.ts'
import { type TableWriter, tableWriter } from '../mirror/table-writer.ts'
import { treeOrder } from '../records/tree-order.ts'
import { type PageHistory, writeHistory } from './write-history.ts'

interface PageColumns {
  id: string
  title: string
  collection_id: string | null
  icon: string | null
  cover: string | null
  created_time: number
  last_edited_time: number
}

interface PageRecord extends PageColumns {
  /** Id of the `Slug` property of the row's collection, and the row's record to read it from. */
  slug_property: string | null
  row_raw: string | null
}

interface PageFacts extends Omit<PageHistory, 'paths' | 'titles'>, ForgottenNames {
  config: SiteConfig
  /** Titles of pages and names of users by id, for mentions in text. */
  names: OpenNames
  /** The generation of the publication. */
  generation: number
  yielder: Yielder
}

/**
 * Derives the pages of the site from the records just written: the page of each block, the tree and
 * the paths, then text, digest and search index page by page, so that the texts of all pages need
 * not fit into memory. Returns whether names of now withheld pages were deleted. Runs inside the
 * caller's transaction.
 */
export async function writePages(mirror: Mirror, facts: PageFacts): Promise<boolean> {
  const { config, names, fixedPaths, yielder } = facts
  assignOwners(mirror)
  const { columns, sources } = readPageRecords(mirror, names)
  const paths = assignPagePaths(sources, withFixedPaths(config, fixedPaths))
  writeHistory(mirror, { ...facts, paths, titles: columns })
  noteTitleMentions(mirror)
  // Before the search index is written: former titles match as well.
  const hasWithdrawn = deleteFormerNames(mirror, facts) > 0

  const readChildPages = childPageReader(mirror)
  const childPages = new Map<string, string[]>()
  for (const id of columns.keys()) {
    childPages.set(id, readChildPages(id))
    await yielder.due()
  }
  const search = new SearchWriter(mirror, facts.generation, names)
  const pages = tableWriter(mirror, page, pageOptions)
  const write = contentWriter(mirror, { names, site: config, pages, search })
  for (const [position, place] of treeOrder(childPages, config.rootNotionPageId).entries()) {
    const own = columns.get(place.id)
    const path = paths.get(place.id)
    if (!own || !path) continue
    const { depth, parentId } = place
    write(own, { ...path, parent_page_id: parentId, depth, position })
    await yielder.due()
  }
  search.finish()
  pages.finish()
  return hasWithdrawn
}

function withFixedPaths(config: SiteConfig, fixed: Map<string, string>): SiteConfig {
  const own = Object.entries(config.pageUrlOverrides).filter(([, id]) => !fixed.has(id))
  const added = [...fixed].map(([id, path]) => [path, id] as const)
  return { ...config, pageUrlOverrides: Object.fromEntries([...own, ...added]) }
}

/** `writeChapters` writes the chapters. */
const pageOptions = { derivedColumns: ['spoiler'] }

interface PagePlace {
  path: string
  slug: string
  parent_page_id: string | null
  depth: number
  position: number
}

/** Derives text, digest and search index of these pages; their paths and positions are unchanged. */
export async function rewritePages(
  mirror: Mirror,
  ids: string[],
  facts: Pick<PageFacts, 'config' | 'names' | 'generation' | 'yielder'>
): Promise<void> {
  const { config, names, generation, yielder } = facts
  noteTitleMentions(mirror, ids)
  const search = new SearchWriter(mirror, generation, names)
  const pages = tableWriter(mirror, page, { ...pageOptions, isPartial: true })
  const write = contentWriter(mirror, { names, site: config, pages, search })
  const readPlace = mirror.$client.prepare<[string], PagePlace>(
    'select path, slug, parent_page_id, depth, position from page where id = ?'
  )
  for (const own of readPageRecords(mirror, names, ids).columns.values()) {
    const place = readPlace.get(own.id)
    if (place) write(own, place)
    await yielder.due()
  }
  search.finishPart()
}

/** Returns a function that writes a page, its text and its search index from its blocks. */
function contentWriter(
  mirror: Mirror,
  parts: {
    names: PageFacts['names']
    site: ContentSite
    pages: TableWriter<typeof page.$inferInsert>
    search: SearchWriter
  }
) {
  const readContent = pageContentReader(mirror, parts)
  return (own: PageColumns, place: PagePlace): void => {
    const { text, digest, sections } = readContent(own.id)
    const { depth, position, ...address } = place
    const digested = { ...own, ...address, text }
    const characters = [...text].length
    parts.pages.write({
      ...digested,
      characters,
      depth,
      position,
      digest: pageDigest(digested, digest)
    })
    parts.search.write(own, sections)
  }
}

/** Reads the columns of pages by id, and the sources of their paths. */
function readPageRecords(mirror: Mirror, { titles }: Pick<OpenNames, 'titles'>, ids?: string[]) {
  const columns = new Map<string, PageColumns>()
  const sources: PathSource[] = []
  const only = ids ? 'and page.id in (select value from json_each(:ids))' : ''
  const statement = mirror.$client.prepare<{ ids: string }, PageRecord>(pageRecordSql(only))
  for (const record of statement.iterate({ ids: JSON.stringify(ids ?? []) })) {
    const { slug_property: _, row_raw: __, ...own } = record
    const title = titles.get(record.id) ?? record.title
    columns.set(record.id, { ...own, title })
    sources.push({
      id: record.id,
      title,
      slugProperty: slugProperty(record),
      createdTime: record.created_time
    })
  }
  return { columns, sources }
}

const pageRecordSql = (condition: string) => `
  select page.id, coalesce(nullif(page.title, ''), own.name, '') as title,
         home.id as collection_id,
         coalesce(page.page_icon, own.icon) as icon,
         coalesce(
           case json_type(page.raw, '$.format.page_cover')
             when 'text' then json_extract(page.raw, '$.format.page_cover') end,
           json_extract(own.raw, '$.cover')
         ) as cover,
         slug.property_id as slug_property,
         case when slug.property_id is not null then page.raw end as row_raw,
         page.created_time, page.last_edited_time
    from block as page
    left join collection as own on page.type = 'collection_view_page' and own.id = page.collection_id
    left join collection as home on page.parent_table = 'collection' and home.id = page.parent_id
    left join collection_property as slug on slug.collection_id = home.id and slug.name = 'Slug'
   where page.type in ('page', 'collection_view_page') ${condition}
   group by page.id`

function slugProperty(record: PageRecord): string | undefined {
  if (!record.slug_property || !record.row_raw) return undefined
  const { properties } = JSON.parse(record.row_raw) as Block
  return plainText(properties?.[record.slug_property]) || undefined
}
