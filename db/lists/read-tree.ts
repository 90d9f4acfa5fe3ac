import { addressWords } from '../../site/pages/view-words.ts'
import { shortLabel } from '../../site/notion/text/short-label.ts'
import type { TreeBranch, TreeEntry } from '../../site/pages/site-tree.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead, noteReads } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { hasHiddenPages } from './exclusion/exclude-pages.ts'

/** A page in the tree of the site. */
export interface TreePage extends TreeEntry {
  id: string
  parentId: string | null
  isRow: boolean
}

interface Row {
  id: string
  parentId: string | null
  path: string
  title: string
  isRow: number
  hasMore: number
}

const MAX_VIEWS = 50

interface ViewRow {
  id: string
  name: string
  type: string
  collectionId: string
  collection: string
}

/** A database has its views below it; its rows are not in the tree. */
const columns = `page.id, page.parent_page_id as parentId, page.path, page.title,
  page.collection_id is not null as isRow,
  exists (select 1 from page as child
           where child.parent_page_id = page.id and child.collection_id is null)
    or (block.type = 'collection_view_page'
        and (select count(*) from json_each(block.view_ids) as listed
               join collection_view on collection_view.id = listed.value) > 1) as hasMore`

/** Reads a page as an entry of the tree; undefined for an unknown page. */
export function readTreePage(mirror: Mirror, pageId: string): TreePage | undefined {
  noteRead(keys.name(pageId))
  const row = mirror.$client
    .prepare<[string], Row>(
      `select ${columns} from page join block on block.id = page.id where page.id = ?`
    )
    .get(pageId)
  return row && entryOf(mirror, row)
}

/** Reads what is below a page: its views if it is a database, then its sub-pages, at most `limit`. */
export function readBranch(
  mirror: Mirror,
  page: { id: string; path: string },
  limit: number
): TreeBranch & { entries: (TreeEntry | TreePage)[] } {
  noteReads([keys.subPages(page.id), keys.name(page.id)])
  const rows = mirror.$client
    .prepare<[string, number], Row>(
      `select ${columns} from page join block on block.id = page.id
        where page.parent_page_id = ? and page.collection_id is null
        order by page.position limit ?`
    )
    .all(page.id, limit + 1)
  const pages = rows.slice(0, limit).map((row) => {
    noteRead(keys.name(row.id))
    return entryOf(mirror, row)
  })
  const entries = [...readViews(mirror, page), ...pages]
  return { path: page.path, entries, isCut: rows.length > limit }
}

/** Reads the views of a database as entries; none if it has only one. */
export function readViews(
  { $client }: Mirror,
  { id, path }: { id: string; path: string }
): TreeEntry[] {
  // The list of views is a part of the page's record; see `blockKeys`.
  noteRead(keys.name(id))
  const views = $client
    .prepare<[string, number], ViewRow>(
      `select view.id, view.name, view.type,
              collection.id as collectionId, collection.name as collection
         from block, json_each(block.view_ids) as listed
         join collection_view as view on view.id = listed.value
         join collection on collection.id = view.collection_id
        where block.id = ? and block.type = 'collection_view_page' limit ?`
    )
    .all(id, MAX_VIEWS)
  for (const view of views) noteRead(keys.view(view.id))
  if (views.length < 2) return []
  for (const { collectionId } of views) noteRead(keys.collection(collectionId))
  // Words that other collections of the page use too still lead to the views of the page itself.
  const words = addressWords(
    views.map((view) => ({ ...view, collection: { name: view.collection, properties: [] } }))
  )
  return views.map((view) => ({
    path: `${path}?v=${encodeURIComponent(words.get(view.id)?.view ?? '')}`,
    title: shortLabel(view.name.trim()),
    viewType: view.type
  }))
}

function entryOf(mirror: Mirror, row: Row): TreePage {
  const { id, parentId, path, title, isRow, hasMore } = row
  // The key of the branch does not tell hidden sub-pages from others.
  noteReads([keys.branch(id), ...(hasHiddenPages(mirror) ? [keys.subPages(id)] : [])])
  const own = { id, parentId, path, title: shortLabel(title), isRow: isRow === 1 }
  return hasMore === 1 ? { ...own, hasMore: true } : own
}
