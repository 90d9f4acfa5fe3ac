import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { readTransaction } from '../../db/mirror/read-transaction.ts'
import { readShardPages } from '../../db/search/read-shard-pages.ts'
import {
  HASH_LENGTH,
  MANIFEST_FILE,
  PAGES_PER_FILE,
  SHARDS_VERSION,
  type SectionLengths,
  type ShardManifest,
  type ShardPage,
  pagesFile,
  sectionsFile,
  shardCount
} from '../../site/search/shards/shard-files.ts'
import { type ReadPrevious, updateTerms } from './update-terms.ts'
import {
  type MadeTerms,
  type PageGroup,
  type PageGroups,
  type SearchFile,
  hashedFile,
  termFiles
} from './shard-writer.ts'
import { TermPostings } from './term-postings.ts'

interface SearchOptions {
  /** Ids of excluded pages. */
  excluded: ReadonlySet<string>
  /** The address of the list of names; null if the site has none. */
  names: string | null
  /** The address of a picture in the folder, by that on a server; the same by default. */
  placePicture?: ((address: string) => string) | undefined
  /** Reads a file of the folder that was built before; without it, all pages are tokenized. */
  previous?: ReadPrevious | undefined
}

/**
 * Makes the files of a full-text search without a server: texts of pages, postings of terms, and the
 * manifest. With a previous folder, only the files of changed pages and of their terms are made again; the
 * result is the same. Requires a search index in the mirror.
 */
export function searchFiles(
  mirror: Mirror,
  { names, previous, ...options }: SearchOptions
): SearchFile[] {
  const { groups, numbers } = readTransaction(mirror, () => readGroups(mirror, options))
  const pages = [...groups.values()].flatMap((group) => group.pages)
  const count = shardCount(pages.reduce((sum, page) => sum + page.sections.length, 0))
  const made = (previous && updateTerms(previous, groups, count)) ?? allTerms(pages, count)
  const { shards, own, lengths } = made
  const sections = hashedFile(sectionsFile, JSON.stringify(packLengths(numbers, lengths)))
  const texts = new Map([...groups].map(([index, { file }]) => [index, file]))
  const manifest: ShardManifest = {
    version: SHARDS_VERSION,
    names,
    sections: hashOf(sections),
    shards: joinedHashes(shards),
    own: Object.fromEntries(
      [...own]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([term, file]) => [term, hashOf(file)])
    ),
    pages: joinedHashes(texts)
  }
  const main = { path: MANIFEST_FILE, body: JSON.stringify(manifest) }
  return [...texts.values(), ...shards.values(), ...own.values(), sections, main]
}

/** The pages to search, and the numbers of all pages that the list of names has. */
function readGroups(
  mirror: Mirror,
  { excluded, placePicture = String }: Pick<SearchOptions, 'excluded' | 'placePicture'>
): { groups: PageGroups; numbers: number[] } {
  const groups = new Map<number, ShardPage[]>()
  const numbers: number[] = []
  for (const { id, ...page } of readShardPages(mirror)) {
    numbers.push(page.number)
    if (page.icon?.startsWith('/')) page.icon = placePicture(page.icon)
    if (excluded.has(id)) continue
    const index = Math.floor(page.number / PAGES_PER_FILE)
    const group = groups.get(index)
    if (group) group.push(page)
    else groups.set(index, [page])
  }
  const files = [...groups].map(([index, pages]): [number, PageGroup] => [
    index,
    { pages, file: hashedFile((hash) => pagesFile(index, hash), JSON.stringify(pages)) }
  ])
  return { groups: new Map(files), numbers }
}

function allTerms(pages: ShardPage[], count: number): MadeTerms {
  const postings = new TermPostings()
  for (const page of pages) postings.add(page)
  return { ...termFiles(postings.terms, count), lengths: postings.lengths }
}

function packLengths(numbers: number[], lengths: ReadonlyMap<number, number[]>): SectionLengths {
  return numbers.flatMap((number, at) => {
    const own = lengths.get(number) ?? []
    return [number - (numbers[at - 1] ?? 0), own.length, ...own]
  })
}

function hashOf({ path }: SearchFile): string {
  return /\.([0-9a-f]+)\.json$/.exec(path)?.[1] ?? ''
}

/** Hashes in the order of their indexes; zeros for an index without a file. */
function joinedHashes(files: ReadonlyMap<number, SearchFile>): string {
  const length = Math.max(-1, ...files.keys()) + 1
  const none = '0'.repeat(HASH_LENGTH)
  return Array.from({ length }, (_, index) => {
    const file = files.get(index)
    return file ? hashOf(file) : none
  }).join('')
}
