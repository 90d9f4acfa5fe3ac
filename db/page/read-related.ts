import type { PageLinkView } from '../../site/pages/page-model.ts'
import { shortLabel } from '../../site/notion/text/short-label.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import { MAX_SHARERS } from '../changes/shared-tags.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

const MAX_RELATED = 6
/** Candidates whose pages are read, since some are shown elsewhere on the page. */
const MAX_CANDIDATES = 24
const MAX_TAGS = 12
const MAX_LINKS = 100

/**
 * Less than `MIN_SCORE`: a link in one direction alone does not suffice, because the page is shown
 * already, in the text or among the backlinks.
 */
const LINK_SCORE = 2
const MIN_SCORE = 3
/** The score of an option that two rows share, by the largest number of rows that have it. */
const tagScores: [rows: number, score: number][] = [
  [12, 3],
  [30, 2],
  [MAX_SHARERS, 1]
]

interface Candidate extends PageLinkView {
  parentId: string | null
  isRow: number
}

/**
 * Reads the pages that are related to a page, the closest first: pages that share options of its
 * properties, where rare options count more, and pages that it links to or that link to it. Leaves out
 * its sub-pages and `above`, the pages above it, which are shown elsewhere. Pages with the same score
 * are ordered by id. Reads at most about 800 rows.
 */
export function readRelated(mirror: Mirror, pageId: string, above: string[]): PageLinkView[] {
  const scores = new Map<string, number>()
  const add = (ids: string[], score: number) => {
    for (const id of ids) scores.set(id, (scores.get(id) ?? 0) + score)
  }
  const { outgoing, incoming } = statements(mirror)
  noteRead(keys.page(pageId))
  noteRead(keys.backlinks(pageId))
  add(outgoing.all(pageId, MAX_LINKS), LINK_SCORE)
  add(incoming.all(pageId, MAX_LINKS), LINK_SCORE)
  for (const ids of sharers(mirror, pageId)) add(ids, scoreOf(ids.length))
  for (const id of [pageId, ...above]) scores.delete(id)
  const ranked = [...scores]
    .filter(([, score]) => score >= MIN_SCORE)
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  return readCandidates(
    mirror,
    ranked.slice(0, MAX_CANDIDATES).map(([id]) => id)
  )
    .filter(({ parentId, isRow }) => parentId !== pageId || isRow === 1)
    .slice(0, MAX_RELATED)
    .map(({ id, path, title, icon }) => ({ id, path, title: shortLabel(title), icon }))
}

function scoreOf(rows: number): number {
  return tagScores.find(([most]) => rows <= most)?.[1] ?? 0
}

interface TagRow {
  collectionId: string
  propertyId: string
  option: string
}

/** The rows with each option of a row, without options that many rows have. */
function sharers(mirror: Mirror, pageId: string): string[][] {
  const { tags, tagged } = statements(mirror)
  return tags.all(pageId, MAX_TAGS).map(({ collectionId, propertyId, option }) => {
    noteRead(keys.sharedTag(collectionId, propertyId, option))
    const ids = tagged.all(collectionId, propertyId, option, MAX_SHARERS + 1)
    return ids.length > MAX_SHARERS ? [] : ids
  })
}

/** In the given order. */
function readCandidates(mirror: Mirror, ids: string[]): Candidate[] {
  for (const id of ids) noteRead(keys.name(id))
  return statements(mirror).pages.all(JSON.stringify(ids))
}

const statements = ({ $client }: Mirror) => ({
  outgoing: $client
    .prepare<[string, number], string>(
      `select distinct target_page_id from link
        where page_id = ? and target_page_id <> page_id
          and kind in ('mention', 'text_link', 'alias', 'bookmark', 'embed')
        order by target_page_id limit ?`
    )
    .pluck(),
  incoming: $client
    .prepare<[string, number], string>(
      `select distinct page_id from link
        where target_page_id = ? and page_id <> target_page_id
          and kind in ('mention', 'text_link', 'alias', 'bookmark', 'embed')
        limit ?`
    )
    .pluck(),
  tags: $client.prepare<[string, number], TagRow>(
    `select collection_id as collectionId, property_id as propertyId, text as option
       from property_value
      where page_id = ? and type in ('select', 'multi_select', 'status') and trim(text) <> ''
      order by property_id, position limit ?`
  ),
  tagged: $client
    .prepare<[string, string, string, number], string>(
      `select page_id from property_value
        where collection_id = ? and property_id = ? and text = ? group by page_id limit ?`
    )
    .pluck(),
  pages: $client.prepare<[string], Candidate>(
    `select page.id, page.path, page.title, page.icon, page.parent_page_id as parentId,
            page.collection_id is not null as isRow
       from json_each(?) as candidate cross join page on page.id = candidate.value
      order by candidate.key`
  )
})
