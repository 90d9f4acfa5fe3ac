import type { Block } from 'notion-types'

import type { SiteConfig } from '../site/config.ts'
import { assignPagePaths } from '../site/page-paths.ts'
import { plainText } from '../site/rich-text.ts'
import type { Mirror } from './open-mirror.ts'
import { type PageTree, assignOwners, pageTreeReader } from './page-tree.ts'
import { page } from './schema.ts'
import { insertInto } from './write-records.ts'

interface PageRecord {
  id: string
  title: string
  collection_id: string | null
  parent_page_id: string | null
  icon: string | null
  cover: string | null
  /** Id of the `Slug` property of the row's collection, and the row's record to read it from. */
  slug_property: string | null
  row_raw: string | null
  created_time: number
  last_edited_time: number
}

/**
 * Derives the pages of the site from the records just written: who holds which block, the tree,
 * the text and the paths. Runs inside the caller's transaction; `page` must be empty.
 */
export function writePages(mirror: Mirror, config: SiteConfig, names: Map<string, string>): void {
  assignOwners(mirror)
  const records = new Map(readPageRecords(mirror).map((record) => [record.id, record]))
  const readTree = pageTreeReader(mirror, names)
  const trees = new Map([...records.keys()].map((id) => [id, readTree(id)]))
  const paths = assignPagePaths([...records.values()].map(pathSource), config)
  const insertPage = insertInto(mirror, page)

  for (const [position, { id, depth, parentId }] of treeOrder(trees, config).entries()) {
    const record = records.get(id)
    const path = paths.get(id)
    if (!record || !path) continue
    const { slug_property: _, row_raw: __, ...columns } = record
    const text = trees.get(id)?.text ?? ''
    insertPage({ ...columns, ...path, parent_page_id: parentId, depth, position, text })
  }
}

/** Pages with what their own record says; the parent is the page that holds the block above them. */
function readPageRecords(mirror: Mirror): PageRecord[] {
  return mirror.$client
    .prepare<[], PageRecord>(
      `select page.id, coalesce(nullif(page.title, ''), own.name, '') as title,
              case page.parent_table when 'collection' then page.parent_id end as collection_id,
              coalesce(above.page_id, holder.page_id) as parent_page_id,
              coalesce(page.page_icon, own.icon) as icon,
              coalesce(json_extract(page.raw, '$.format.page_cover'), json_extract(own.raw, '$.cover')) as cover,
              slug.property_id as slug_property,
              case when slug.property_id is not null then page.raw end as row_raw,
              page.created_time, page.last_edited_time
         from block as page
         left join collection as own on page.type = 'collection_view_page' and own.id = page.collection_id
         left join block as above on above.id = page.parent_id
         left join collection as home on page.parent_table = 'collection' and home.id = page.parent_id
         left join block as holder on holder.id = home.parent_id
         left join collection_property as slug on slug.collection_id = home.id and slug.name = 'Slug'
        where page.type in ('page', 'collection_view_page')
        group by page.id`
    )
    .all()
}

function pathSource(record: PageRecord) {
  return {
    id: record.id,
    title: record.title,
    slugProperty: slugProperty(record),
    createdTime: record.created_time
  }
}

function slugProperty(record: PageRecord): string | undefined {
  if (!record.slug_property || !record.row_raw) return undefined
  const { properties } = JSON.parse(record.row_raw) as Block
  return plainText(properties?.[record.slug_property]) || undefined
}

interface Place {
  id: string
  depth: number
  parentId: string | null
}

/**
 * Every page in the order of the site: from the root down, parents before children, siblings as
 * they stand; then the pages that only links lead to, each with what hangs below it.
 */
function treeOrder(trees: Map<string, PageTree>, config: SiteConfig): Place[] {
  const hasParent = new Set([...trees.values()].flatMap((tree) => tree.childPageIds))
  const linkedOnly = [...trees.keys()].filter((id) => !hasParent.has(id))
  const order = new Map<string, Place>()
  const visit = (start: Place) => {
    const stack = [start]
    for (let place = stack.pop(); place !== undefined; place = stack.pop()) {
      const tree = trees.get(place.id)
      if (!tree || order.has(place.id)) continue
      order.set(place.id, place)
      const { id, depth } = place
      const below = tree.childPageIds.map((child) => ({
        id: child,
        depth: depth + 1,
        parentId: id
      }))
      stack.push(...below.toReversed())
    }
  }

  visit({ id: config.rootNotionPageId, depth: 0, parentId: null })
  // The last round catches pages that only point at each other.
  for (const id of [...linkedOnly, ...trees.keys()]) visit({ id, depth: 1, parentId: null })
  return [...order.values()]
}
