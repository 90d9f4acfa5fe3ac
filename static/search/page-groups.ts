import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { type SearchedPage, readShardPages } from '../../db/search/read-shard-pages.ts'
import {
  PAGES_PER_FILE,
  type ShardPage,
  pagesFile,
  pagesFileAt
} from '../../site/search/shards/shard-files.ts'
import { folderPath } from '../addresses/static-path.ts'
import { type SearchFile, hashedFile } from './shard-writer.ts'

/** The texts of pages, by the index of their file. */
export type PageGroups = ReadonlyMap<number, PageGroup>

interface PageGroup {
  /** Undefined if the folder built before has the same file. */
  pages: ShardPage[] | undefined
  file: SearchFile
}

/** Which pages are searched, and what they show in the folder. */
export interface PlacedPages {
  /** Ids of excluded pages. */
  excluded: ReadonlySet<string>
  /** The address of a picture in the folder, by that on a server; the same by default. */
  placePicture?: ((address: string) => string) | undefined
}

/** The texts of a folder: the hashes of its files, joined, and the numbers of pages that may differ. */
export interface KnownTexts {
  hashes: string
  touched: ReadonlySet<number>
}

/** Reads the texts of all pages to search. */
export function readGroups(mirror: Mirror, placed: PlacedPages): PageGroups {
  return groupsOf(readShardPages(mirror), placed)
}

/** Like `readGroups`, for pages with these numbers. Files without touched pages are not read again. */
export function readChangedGroups(
  mirror: Mirror,
  { numbers, known, ...placed }: PlacedPages & { numbers: number[]; known: KnownTexts }
): PageGroups {
  const touched = new Set([...known.touched].map(indexOf))
  const isSame = (index: number) => !touched.has(index) && pagesFileAt(known.hashes, index)
  const read = numbers.filter((number) => !isSame(indexOf(number)))
  const fresh = groupsOf(readShardPages(mirror, read), placed)
  const indexes = [...new Set(numbers.map(indexOf))]
  return new Map(
    indexes.flatMap((index): [number, PageGroup][] => {
      const path = pagesFileAt(known.hashes, index)
      const same =
        path === undefined ? undefined : { pages: undefined, file: { path, body: undefined } }
      const group = fresh.get(index) ?? same
      return group ? [[index, group]] : []
    })
  )
}

function groupsOf(
  pages: Iterable<SearchedPage>,
  { excluded, placePicture = String }: PlacedPages
): Map<number, PageGroup> {
  const groups = new Map<number, ShardPage[]>()
  for (const { id, ...page } of pages) {
    if (excluded.has(id)) continue
    page.path = folderPath(page.path)
    if (page.icon?.startsWith('/')) page.icon = placePicture(page.icon)
    const index = indexOf(page.number)
    const group = groups.get(index)
    if (group) group.push(page)
    else groups.set(index, [page])
  }
  return new Map(
    [...groups].map(([index, own]) => [
      index,
      { pages: own, file: hashedFile((hash) => pagesFile(index, hash), JSON.stringify(own)) }
    ])
  )
}

function indexOf(number: number): number {
  return Math.floor(number / PAGES_PER_FILE)
}
