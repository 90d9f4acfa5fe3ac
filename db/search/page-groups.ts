import { setImmediate } from 'node:timers/promises'

import type { Mirror } from '../mirror/open-mirror.ts'

/** Pages that are read before the event loop runs again. */
const BATCH_SIZE = 100

/** The facets of a page; pages with equal facets share one object. */
interface PageGroup {
  collectionId: string | null
  tags: string[]
  /** Whether the page is covered, so that it names no tags. */
  isCovered: boolean
}

/** The facets of all pages, by page number, to count results by. */
export type PageGroups = ReadonlyMap<number, PageGroup>

/** Reads the collection and tags of each page, in batches. */
export async function readPageGroups({ $client }: Mirror): Promise<PageGroups> {
  const next = $client
    .prepare<
      [number, number],
      [number: number, collectionId: string | null, tags: string, isCovered: number]
    >(
      `select number, collection_id, tags, spoiler is not null from search_page join page on page.id = page_id
        where number > ? order by number limit ?`
    )
    .raw()
  const groups = new Map<number, PageGroup>()
  const known = new Map<string, PageGroup>()
  for (let last = 0; ; await setImmediate()) {
    const batch = next.all(last, BATCH_SIZE)
    for (const [number, collectionId, tags, isCovered] of batch) {
      const key = `${isCovered} ${collectionId} ${tags}`
      const group = known.get(key) ?? {
        collectionId,
        tags: JSON.parse(tags) as string[],
        isCovered: isCovered === 1
      }
      known.set(key, group)
      groups.set(number, group)
    }
    if (batch.length < BATCH_SIZE) return groups
    last = batch.at(-1)?.[0] ?? last
  }
}

/** Counts the found pages by collection and by tag, highest count first. */
export function countGroups(
  groups: PageGroups,
  found: { number: number }[]
): Record<'collections' | 'tags', [value: string, pages: number][]> {
  const counts = new Map<PageGroup, number>()
  for (const { number } of found) {
    const group = groups.get(number)
    if (group) add(counts, group, 1)
  }
  const collections = new Map<string, number>()
  const tags = new Map<string, number>()
  for (const [group, count] of counts) {
    if (group.collectionId !== null) add(collections, group.collectionId, count)
    for (const tag of group.isCovered ? [] : group.tags) add(tags, tag, count)
  }
  // A covered page counts for tags that others name as well.
  for (const [group, count] of counts) {
    for (const tag of group.isCovered ? group.tags : []) if (tags.has(tag)) add(tags, tag, count)
  }
  return { collections: byCount(collections), tags: byCount(tags) }
}

function add<T>(counts: Map<T, number>, value: T, count: number): void {
  counts.set(value, (counts.get(value) ?? 0) + count)
}

function byCount(counts: Map<string, number>): [string, number][] {
  return [...counts].toSorted((a, b) => b[1] - a[1])
}
