import { firstFrom } from '../../site/search/first-from.ts'
import { keys } from './change-keys.ts'
import type { ChangeKey } from './record-reads.ts'
import type { RowChange } from './row-changes.ts'

/** The watched columns of `page`; see `watchedTables`. */
export interface PageRow {
  id: string
  path: string
  slug: string
  title: string
  parent_page_id: string | null
  collection_id: string | null
  position: number
  icon: string | null
  cover: string | null
  created_time: number
  last_edited_time: number
  /** The chapter of a spoiler. */
  spoiler: string | null
}

/** Yields the keys that a changed page touches, except for those of its order. */
export function* pageKeys({ before, after }: RowChange<PageRow>): Generator<ChangeKey> {
  const rows = [before, after].filter((row) => row !== undefined)
  const isSameLink = listedPart(before) === listedPart(after)
  const isSameEdit = before?.last_edited_time === after?.last_edited_time
  if (!before && after) yield keys.added(after.id)
  for (const row of rows) {
    const { id, collection_id: collectionId, path, slug } = row
    if (!isSameLink || !isSameEdit) yield keys.page(id)
    if (!isSameEdit) {
      yield keys.edits
      if (collectionId !== null) yield keys.edited(collectionId)
    }
    if (isSameLink) continue
    yield* [keys.name(id), keys.list, keys.path(path), keys.slug(slug)]
    if (collectionId !== null) yield* [keys.rows(collectionId), keys.tags]
  }
}

function listedPart(row: PageRow | undefined): string | undefined {
  if (!row) return undefined
  const { position: _, last_edited_time: __, ...listed } = row
  return JSON.stringify(listed)
}

/** The place of a page in the site. */
export type PagePlace = Pick<PageRow, 'id' | 'parent_page_id' | 'collection_id' | 'position'>

/** Yields the keys of changed orders: of all pages and of the pages below one parent. */
export function* orderKeys(before: PagePlace[], after: PagePlace[]): Generator<ChangeKey> {
  const [old, now] = [before.toSorted(byPosition), after.toSorted(byPosition)]
  yield* neighbourKeys(old, now)
  const oldPlaces = new Map(old.map(({ id }, place) => [id, place]))
  const kept = now.filter(({ id }) => oldPlaces.has(id))
  const inOrder = longestIncreasing(kept.map(({ id }) => oldPlaces.get(id) ?? 0))
  for (const [index, { id }] of kept.entries()) {
    if (!inOrder.has(index)) yield* [keys.place(id), keys.order]
  }
}

const byPosition = (one: PagePlace, other: PagePlace) => one.position - other.position

function* neighbourKeys(old: PagePlace[], now: PagePlace[]): Generator<ChangeKey> {
  const parentOf = (page: PagePlace) =>
    (page.collection_id === null && page.parent_page_id) || undefined
  const [oldPages, subPages] = [idsBy(old, parentOf), idsBy(now, parentOf)]
  for (const parent of new Set([...oldPages.keys(), ...subPages.keys()])) {
    const [before, after] = [oldPages.get(parent), subPages.get(parent)]
    if (before?.join() !== after?.join()) yield keys.subPages(parent)
    if (!before !== !after) yield keys.branch(parent)
  }
  const [oldSides, sides] = [sidesOf(old), sidesOf(now)]
  for (const [id, between] of sides) if (oldSides.get(id) !== between) yield keys.neighbours(id)
}

/** Groups the ids of pages, in order; pages without a group are omitted. */
function idsBy(
  pages: PagePlace[],
  groupOf: (page: PagePlace) => string | undefined
): Map<string, string[]> {
  const groups = new Map<string, string[]>()
  for (const page of pages) {
    const group = groupOf(page)
    const known = group === undefined ? undefined : groups.get(group)
    if (known) known.push(page.id)
    else if (group !== undefined) groups.set(group, [page.id])
  }
  return groups
}

/** Returns the ids of the pages before and after each page, among sub-pages or rows of one collection. */
function sidesOf(pages: PagePlace[]): Map<string, string> {
  const lists = idsBy(pages, ({ parent_page_id: parent, collection_id: collection }) =>
    parent === null ? undefined : `${parent} ${collection}`
  )
  return new Map(
    [...lists.values()].flatMap((ids) =>
      ids.map((id, index): [string, string] => [id, `${ids[index - 1]} ${ids[index + 1]}`])
    )
  )
}

/** Returns the indexes of a longest increasing subsequence of different numbers. */
function longestIncreasing(numbers: number[]): Set<number> {
  /** The smallest number that ends a subsequence of each length, and its index. */
  const [smallest, ends]: [number[], number[]] = [[], []]
  const previous = numbers.map((number, index) => {
    const length = firstFrom(number, smallest)
    smallest[length] = number
    ends[length] = index
    return ends[length - 1]
  })
  const found = new Set<number>()
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) found.add(at)
  return found
}
