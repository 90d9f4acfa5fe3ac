import { shortLabel } from '../../site/notion/text/short-label.ts'
import {
  type NameLimits,
  type PageNames,
  isPlainAnchor,
  nameLimits
} from '../../site/search/names/name-list.ts'
import { isFileKey, keys } from '../changes/change-keys.ts'
import { type ChangeKey, noteRead, noteReads } from '../changes/record-reads.ts'
import { pageIcon } from '../lists/page-icon.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { publishedIndex } from './published-index.ts'
import { listOf } from './write/name-writer.ts'

interface NamesRow {
  number: number
  id: string
  path: string
  title: string
  icon: string | null
  parent: string | null
  aliases: string
}

interface HeadingRow {
  page: number
  text: string
  anchor: string | null
}

/**
 * Reads the names of all pages but excluded and covered ones, in the order of the search index;
 * undefined if the site has more than 10,000 pages or no search index. Headings are read for up to 2,000
 * pages.
 */
export function readNames(
  mirror: Mirror,
  { maxPages, maxPagesWithHeadings }: NameLimits = nameLimits
): PageNames[] | undefined {
  noteReads([keys.list, keys.names])
  const count = mirror.$client.prepare<[], number>('select count(*) from page').pluck().get() ?? 0
  if (count > maxPages || publishedIndex(mirror) === undefined) return undefined
  const rows = mirror.$client
    .prepare<[], NamesRow>(
      `select number, page.id, path, page.title, icon, parent_page_id as parent, aliases
         from search_page join page on page.id = page_id where spoiler is null order by number`
    )
    .all()
  const headings = count > maxPagesWithHeadings ? undefined : readHeadings(mirror)
  const places = new Map(rows.map(({ id }, index) => [id, index]))
  return rows.map((row) => {
    const own = headings?.get(row.number) ?? []
    // Other anchors also depend on the blocks of the headings.
    if (!own.every(isPlainAnchor)) noteRead(keys.page(row.id))
    return {
      path: row.path,
      title: shortLabel(row.title),
      icon: pageIcon(mirror, row),
      parent: row.parent === null ? undefined : places.get(row.parent),
      aliases: listOf(row.aliases).map(shortLabel),
      headings: own
    }
  })
}

/**
 * Whether `readNames` may return something else after these keys were touched. A needless true only
 * costs reading the names.
 */
export function mayNamesDiffer(
  { $client }: Mirror,
  touched: ReadonlySet<ChangeKey>,
  { maxPagesWithHeadings }: NameLimits = nameLimits
): boolean {
  if (touched.has(keys.list) || touched.has(keys.names)) return true
  const all = [...touched]
  // Icons may be pictures.
  if (all.some(isFileKey)) return true
  const count = $client.prepare<[], number>('select count(*) from page').pluck().get() ?? 0
  const hasHeadings = count <= maxPagesWithHeadings
  return hasHeadings && all.some((key) => key.startsWith(keys.page('')))
}

/** By the number of the page in the search index. */
function readHeadings({ $client }: Mirror): Map<number, PageNames['headings']> {
  const headings = new Map<number, PageNames['headings']>()
  const rows = $client.prepare<[], HeadingRow>(
    `select page_number as page, heading as text, anchor from search_section
      where heading <> '' order by id`
  )
  for (const { page, text, anchor } of rows.all()) {
    const known = headings.get(page) ?? []
    known.push({ text: shortLabel(text), anchor })
    headings.set(page, known)
  }
  return headings
}
