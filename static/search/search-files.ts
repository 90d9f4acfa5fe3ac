import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { readTransaction } from '../../db/mirror/read-transaction.ts'
import { type NumberedPage, readNumberedPages } from '../../db/search/read-shard-pages.ts'
import {
  HASH_LENGTH,
  MANIFEST_FILE,
  SHARDS_VERSION,
  type SectionLengths,
  type ShardManifest,
  sectionsFile,
  shardCount
} from '../../site/search/shards/shard-files.ts'
import { type PageGroups, type PlacedPages, readChangedGroups, readGroups } from './page-groups.ts'
import { type MadeTerms, type SearchFile, hashIn, hashedFile, termFiles } from './shard-writer.ts'
import { TermPostings } from './term-postings.ts'
import { type ReadPrevious, readLengths, readManifest, updateTerms } from './update-terms.ts'

interface SearchOptions extends PlacedPages {
  /** Returns the address of the list of names; null if the site has none. */
  names: () => string | null
  /** What was built before; without it, all pages are tokenized. */
  previous?: PreviousSearch | undefined
}

/** The search of the folder that was built before. */
interface PreviousSearch {
  read: ReadPrevious
  /** The numbers of the pages that may differ from it; without them, all are compared. */
  touched?: ReadonlySet<number> | undefined
  /** Whether the list of names is the same. */
  hasSameNames?: boolean | undefined
}

/**
 * Makes the files of a full-text search without a server: texts of pages, postings of terms, and the
 * manifest. With a previous folder, only the files of changed pages and of their terms are made again; the
 * result is the same. Requires a search index in the mirror.
 */
export function searchFiles(mirror: Mirror, options: SearchOptions): SearchFile[] {
  const { names, previous, ...placed } = options
  const { pages, groups, made, ...known } = readTransaction(mirror, () => {
    const all = readNumberedPages(mirror)
    const parts = { ...placed, searched: all.filter(({ id }) => !placed.excluded.has(id)) }
    const update = previous && updateFrom(mirror, previous, parts)
    return { pages: all, ...(update ?? makeAll(mirror, parts)) }
  })
  const { shards, own, lengths } = made
  const sections = hashedFile(sectionsFile, JSON.stringify(packLengths(pages, lengths)))
  const texts = new Map([...groups].map(([index, { file }]) => [index, file]))
  const manifest: ShardManifest = {
    version: SHARDS_VERSION,
    names: known.names === undefined ? names() : known.names,
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

type Parts = PlacedPages & { searched: NumberedPage[] }

interface MadeSearch {
  groups: PageGroups
  made: MadeTerms
  /** The address of the list of names, if it is known. */
  names?: string | null
}

/** Undefined if everything has to be made again. */
function updateFrom(
  mirror: Mirror,
  { read, touched, hasSameNames = false }: PreviousSearch,
  parts: Parts
): MadeSearch | undefined {
  const manifest = readManifest(read)
  const lengths = manifest && readLengths(read, manifest)
  if (!lengths) return undefined
  const numbers = parts.searched.map(({ number }) => number)
  const known = touched && {
    hashes: manifest.pages,
    touched: new Set([...touched, ...goneFrom(lengths, numbers)])
  }
  const groups = known
    ? readChangedGroups(mirror, { ...parts, numbers, known })
    : readGroups(mirror, parts)
  const made = updateTerms({ read, manifest, lengths }, { groups, count: countOf(parts) })
  return made && { groups, made, ...(hasSameNames && { names: manifest.names }) }
}

/** Pages that are not searched any more. An older fansite has logged no key of their texts. */
function goneFrom(lengths: ReadonlyMap<number, unknown>, numbers: number[]): number[] {
  const present = new Set(numbers)
  return [...lengths.keys()].filter((number) => !present.has(number))
}

function makeAll(mirror: Mirror, parts: Parts): MadeSearch {
  const groups = readGroups(mirror, parts)
  const postings = new TermPostings()
  for (const { pages } of groups.values()) for (const page of pages ?? []) postings.add(page)
  const made = { ...termFiles(postings.terms, countOf(parts)), lengths: postings.lengths }
  return { groups, made }
}

function countOf({ searched }: Parts): number {
  return shardCount(searched.reduce((sum, { sections }) => sum + sections, 0))
}

/** Packs the lengths of the sections of all pages in the list of names; see `SectionLengths`. */
function packLengths(
  pages: NumberedPage[],
  lengths: ReadonlyMap<number, number[]>
): SectionLengths {
  return pages.flatMap(({ number }, at) => {
    const own = lengths.get(number) ?? []
    return [number - (pages[at - 1]?.number ?? 0), own.length, ...own]
  })
}

function hashOf({ path }: SearchFile): string {
  return hashIn(path) ?? ''
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
