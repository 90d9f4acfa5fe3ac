import { hash } from 'node:crypto'

import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import { isListed } from '../lists/read-site-pages.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** A page with a number that changes when the main parts of its HTML change. */
export interface PageVersion {
  path: string
  /** Below 2^48. */
  version: number
  /** Length of its text, and the number of rows of the databases that it shows. */
  characters: number
  rows: number
  /** Whether it has sub-pages that are not rows. */
  hasSubPages: boolean
}

interface PageRow {
  id: string
  path: string
  digest: string
  name: string
  parentId: string | null
  collectionId: string | null
  characters: number
}

/** Sums of versions stay below 2^53. */
const RANGE = 2 ** 48

/**
 * Reads all pages but hidden and withheld ones, in site order, each with a version. It covers the content
 * of the page, the rows of its databases, the collection of a row, the content of related and synced pages,
 * and the names of linked and linking pages, of those above, below and beside it. Not covered are lists of
 * pages with common tags, the rows beside a row, names of people, and synced blocks of pages that are not
 * published.
 */
export function readPageVersions(mirror: Mirror): PageVersion[] {
  noteRead(keys.sync)
  const pages = readRows(mirror)
  const known = new Map(pages.map((page) => [page.id, page]))
  const own = new Map(pages.map(({ id, digest }) => [id, numberOf(digest)]))
  const names = new Map(pages.map(({ id, name }) => [id, numberOf(hash('sha256', name))]))
  const below = sums(
    pages.flatMap(({ id, parentId, collectionId }) =>
      parentId === null || collectionId !== null ? [] : [[parentId, names.get(id) ?? 0]]
    )
  )
  const contents = sums([
    ...own,
    ...linkedParts(mirror, { own, names }),
    ...collectionParts(mirror, pages)
  ])
  const versions = sums([
    ...contents,
    ...pages.map(({ id }): Part => [id, sumOf(treeAround(id, known), [names, below])])
  ])
  const rows = readShownRows(mirror, pages, contents)
  return pages.map(({ id, path, characters }) => ({
    path,
    version: ((versions.get(id) ?? 0) + (rows.get(id)?.version ?? 0)) % RANGE,
    characters,
    rows: rows.get(id)?.count ?? 0,
    hasSubPages: below.has(id)
  }))
}

/** What a page adds to its version. */
type Part = readonly [pageId: string, number: number]

function readRows({ $client }: Mirror): PageRow[] {
  return $client
    .prepare<[], PageRow>(
      `select id, path, digest, json_array(title, icon, path, spoiler) as name,
          parent_page_id as parentId, collection_id as collectionId, characters
        from page where ${isListed} order by position`
    )
    .all()
}

/**
 * Each link adds the name of each of its pages to the version of the other one; a relation, a synced
 * block and an alias add the whole content.
 */
function linkedParts(
  { $client }: Mirror,
  { own, names }: Record<'own' | 'names', ReadonlyMap<string, number>>
): Part[] {
  const links = $client
    .prepare<[], [from: string, to: string, isWhole: number]>(
      `select page_id, target_page_id, max(kind in ('relation', 'synced', 'alias')) from link
        where page_id is not null and target_page_id is not null and page_id <> target_page_id
        group by 1, 2`
    )
    .raw()
    .all()
  return links.flatMap(([from, to, isWhole]) => {
    const numbers = isWhole ? own : names
    return [
      [from, numbers.get(to) ?? 0],
      [to, numbers.get(from) ?? 0]
    ] as const
  })
}

/** A row shows the name of its collection, and those of the properties. */
function collectionParts({ $client }: Mirror, pages: PageRow[]): Part[] {
  const records = $client
    .prepare<[], [id: string, raw: string]>('select id, raw from collection')
    .raw()
    .all()
  const numbers = new Map(records.map(([id, raw]) => [id, numberOf(hash('sha256', raw))]))
  return pages.map(({ id, collectionId }) => [id, numbers.get(collectionId ?? '') ?? 0])
}

/** The page and those above it; cycles end. */
function treeAround(pageId: string, pages: ReadonlyMap<string, PageRow>): Set<string> {
  const found = new Set<string>()
  for (let id: string | null = pageId; id !== null && !found.has(id);) {
    found.add(id)
    id = pages.get(id)?.parentId ?? null
  }
  return found
}

/** The rows of the collections that the views on a page show, by page. */
function readShownRows(
  { $client }: Mirror,
  pages: PageRow[],
  contents: ReadonlyMap<string, number>
): Map<string, { version: number; count: number }> {
  const inRows = pages.filter(({ collectionId }) => collectionId !== null)
  const partOf = (number: (row: PageRow) => number) =>
    sums(inRows.map((row): Part => [row.collectionId ?? '', number(row)]))
  const versions = partOf(({ id }) => contents.get(id) ?? 0)
  const counts = partOf(() => 1)
  const shown = $client
    .prepare<[], [pageId: string, collectionId: string]>(
      // A database that is a page shows its rows itself.
      `select distinct iif(page.id is null, block.page_id, page.id), collection_view.collection_id
         from block, json_each(block.view_ids) as listed
         join collection_view on collection_view.id = listed.value
         left join page on page.id = block.id
        where block.type in ('collection_view', 'collection_view_page')
          and coalesce(page.id, block.page_id) is not null`
    )
    .raw()
    .all()
  const found = new Map<string, { version: number; count: number }>()
  for (const [pageId, collectionId] of shown) {
    const { version, count } = found.get(pageId) ?? { version: 0, count: 0 }
    found.set(pageId, {
      version: (version + (versions.get(collectionId) ?? 0)) % RANGE,
      count: count + (counts.get(collectionId) ?? 0)
    })
  }
  return found
}

function sums(parts: Iterable<Part>): Map<string, number> {
  const found = new Map<string, number>()
  for (const [id, number] of parts) found.set(id, ((found.get(id) ?? 0) + number) % RANGE)
  return found
}

function sumOf(ids: Iterable<string>, numbers: ReadonlyMap<string, number>[]): number {
  let sum = 0
  for (const id of ids) for (const each of numbers) sum = (sum + (each.get(id) ?? 0)) % RANGE
  return sum
}

function numberOf(digits: string): number {
  return Number.parseInt(digits.slice(0, 12), 16) || 0
}
