import { shortTitled } from '../../site/notion/text/short-label.ts'
import { keys } from '../changes/change-keys.ts'
import { readPlace } from '../changes/read-place.ts'
import { noteReads } from '../changes/record-reads.ts'
import { type SitePage, isListed, sitePageColumns } from '../lists/read-site-pages.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { readIdentity } from '../mirror/read-identity.ts'
import { readTransaction } from '../mirror/read-transaction.ts'

/** What a list of pages can be sorted by; `position` is the order of the site. */
export const pageSorts = ['position', 'title', 'createdTime', 'lastEditedTime'] as const
export type PageSort = (typeof pageSorts)[number]

/**
 * Where the next part of a list begins: the sort value and the id of the last page before it, and the
 * publication, which cursors of earlier versions do not have.
 */
export type AfterPage = [value: string | number, id: string, generation: number | undefined]

/** A part of a filtered list of pages. */
export interface PageListQuery {
  sort: PageSort
  isDescending: boolean
  limit: number
  after?: AfterPage | undefined
  /** Only pages directly below this one. */
  parentId?: string | undefined
  /** Only rows of this collection. */
  collectionId?: string | undefined
  /** Only pages that were edited at this time or later, UTC milliseconds. */
  editedSince?: number | undefined
  /** Name of a covered page of this chapter. By default, covered pages are sorted by their titles. */
  labelOf?: ((chapter: string) => string) | undefined
}

/** A page of such a list. */
export interface ListedPage extends SitePage {
  parentId: string | null
}

const columns = `${sitePageColumns}, parent_page_id as parentId`

/** Characters of a title that decide the order: a title may be very long. */
const SORTED_LENGTH = 200

/** The label instead of a covered title: neither the cursor nor the order may reveal it. */
const shownTitle = `coalesce((select label.value from json_each(:labels) as label where label.key = spoiler), title)`

/** Titles are compared in binary order, and only their beginnings, so that a cursor stays short. */
const sortValues: Record<PageSort, string> = {
  position: 'position',
  title: `substr(${shownTitle}, 1, ${SORTED_LENGTH})`,
  createdTime: 'created_time',
  lastEditedTime: 'last_edited_time'
}

interface PageListPart {
  pages: ListedPage[]
  /** Number of pages of the whole list. */
  total: number
  /** Where the following part begins; undefined after the last one. */
  next: [value: string | number, id: string, generation: number] | undefined
}

/** Reads a part of the list of all pages but withheld ones. */
export function readPageList(mirror: Mirror, query: PageListQuery): PageListPart {
  noteReads([keys.list, keys.order, keys.edits, keys.sync])
  return readTransaction(mirror, () => readPart(mirror, query))
}

function readPart(mirror: Mirror, query: PageListQuery): PageListPart {
  const { sort, isDescending, limit, labelOf } = query
  const generation = readIdentity(mirror)?.generation ?? 0
  const filter = filterOf(query)
  const total = mirror.$client
    .prepare<object, number>(`select count(*) from page where ${filter.sql}`)
    .pluck()
    .get(filter.values)
  const [direction, beyond] = isDescending ? ['desc', '<'] : ['asc', '>']
  const value = sortValues[sort]
  const after = readBeginning(mirror, query, generation)
  const found = mirror.$client
    .prepare<object, ListedPage & { sorted: string | number }>(
      `select ${columns}, ${value} as sorted from page
        where ${filter.sql} ${after ? `and (${value}, id) ${beyond} (:value, :id)` : ''}
        order by ${value} ${direction}, id ${direction} limit :limit`
    )
    .all({
      ...filter.values,
      ...(sort === 'title' && { labels: JSON.stringify(readLabels(mirror, labelOf)) }),
      limit: limit + 1,
      ...(after && { value: after[0], id: after[1] })
    })
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return {
    pages: shown.map(shortTitled),
    total: total ?? 0,
    next: last && [last.sorted, last.id, generation]
  }
}

/** What the part begins after; undefined for the beginning of the list. See `readPlace`. */
function readBeginning(
  mirror: Mirror,
  { sort, isDescending, after }: PageListQuery,
  generation: number
): AfterPage | undefined {
  if (!after || sort !== 'position') return after
  const [, id, since] = after
  const place = readPlace(mirror, { id, since, until: generation, isDescending })
  return place === undefined ? undefined : [place, id, since]
}

/** Reads a page as lists have it, also a withheld one; undefined for an unknown or excluded one. */
export function readPageListing({ $client }: Mirror, pageId: string): ListedPage | undefined {
  noteReads([keys.name(pageId), keys.page(pageId)])
  const page = $client
    .prepare<[string], ListedPage>(`select ${columns} from page where id = ?`)
    .get(pageId)
  return page && shortTitled(page)
}

/** The labels of covered pages by chapter. */
function readLabels(
  { $client }: Mirror,
  labelOf: PageListQuery['labelOf']
): Record<string, string> {
  if (!labelOf) return {}
  const chapters = $client
    .prepare<[], string>('select distinct spoiler from page where spoiler is not null')
    .pluck()
    .all()
  return Object.fromEntries(chapters.map((chapter) => [chapter, labelOf(chapter)]))
}

function filterOf({ parentId, collectionId, editedSince }: PageListQuery): {
  sql: string
  values: Record<string, string | number>
} {
  const conditions = [
    isListed,
    ...(parentId === undefined ? [] : ['parent_page_id = :parentId']),
    ...(collectionId === undefined ? [] : ['collection_id = :collectionId']),
    ...(editedSince === undefined ? [] : ['last_edited_time >= :editedSince'])
  ]
  const values = {
    ...(parentId !== undefined && { parentId }),
    ...(collectionId !== undefined && { collectionId }),
    ...(editedSince !== undefined && { editedSince })
  }
  return { sql: conditions.join(' and '), values }
}
