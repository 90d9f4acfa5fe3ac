import { parseJson } from '../../site/formats/parse-json.ts'
import { SECTION_BITS } from '../../site/search/section-tokens.ts'
import {
  PackedPostings,
  type PackedSection,
  packedSections
} from '../../site/search/shards/postings.ts'
import {
  MANIFEST_FILE,
  SHARDS_VERSION,
  type SectionLengths,
  type Shard,
  type ShardManifest,
  type ShardPage,
  hashAt,
  ownFile,
  pagesFileAt,
  sectionsFile,
  shardFile,
  shardOf
} from '../../site/search/shards/shard-files.ts'
import {
  type MadeTerms,
  type SearchFile,
  hashedFile,
  kindOf,
  ownTermFile,
  shardBody
} from './shard-writer.ts'
import type { PageGroups } from './page-groups.ts'
import { TermPostings } from './term-postings.ts'

/** Reads a file of the folder that was built before, by its path; undefined if it is missing. */
export type ReadPrevious = (path: string) => string | undefined

/** The manifest of the previous folder; undefined if it has none of this form. */
export function readManifest(read: ReadPrevious): ShardManifest | undefined {
  const manifest = parsed<ShardManifest>(read(MANIFEST_FILE))
  return manifest?.version === SHARDS_VERSION ? manifest : undefined
}

/** The search of the folder that was built before. */
interface Previous {
  read: ReadPrevious
  manifest: ShardManifest
  /** Of the sections of each page, by its number. */
  lengths: ReadonlyMap<number, number[]>
}

/** Reads the lengths of the sections of each page; undefined if the file is missing. */
export function readLengths(
  read: ReadPrevious,
  { sections }: ShardManifest
): Map<number, number[]> | undefined {
  const packed = parsed<SectionLengths>(read(sectionsFile(sections)))
  return packed && unpackLengths(packed)
}

/**
 * Makes the files of terms from those of the previous folder: only those of terms of changed pages are
 * written again. Undefined if the number of shards differs, or if a term has become frequent or rare.
 */
export function updateTerms(
  { lengths: known, ...previous }: Previous,
  { groups, count }: { groups: PageGroups; count: number }
): MadeTerms | undefined {
  const { read, manifest } = previous
  if (!hasCount(manifest, count)) return undefined
  const before = changedPages(read, { manifest, groups })
  if (!before) return undefined
  const [old, fresh] = [new TermPostings(), new TermPostings()]
  for (const page of before.old) old.add(page)
  for (const page of before.fresh) fresh.add(page)
  const changed = new Set([...old.lengths.keys(), ...fresh.lengths.keys()])
  const terms = changedTerms(old.terms, fresh.terms)
  const update = { ...previous, count, changed, fresh: fresh.terms }
  const own = updatedOwn(update, terms)
  const shards = own && updatedShards(update, terms)
  if (!shards) return undefined
  const gone = [...old.lengths.keys()].map((number): [number, number[]] => [number, []])
  const lengths = new Map([...known, ...gone, ...fresh.lengths])
  return { shards, own, lengths }
}

/** The terms whose postings on these pages differ: most words of an edited page stay where they are. */
function changedTerms(
  old: ReadonlyMap<string, PackedPostings>,
  fresh: ReadonlyMap<string, PackedPostings>
): Set<string> {
  const all = new Set([...old.keys(), ...fresh.keys()])
  const isSame = (term: string) => String(old.get(term)?.packed) === String(fresh.get(term)?.packed)
  return new Set([...all].filter((term) => !isSame(term)))
}

interface Update {
  read: ReadPrevious
  manifest: ShardManifest
  count: number
  /** Numbers of pages that were added, changed or removed. */
  changed: ReadonlySet<number>
  /** Of these pages, as they are now. */
  fresh: ReadonlyMap<string, PackedPostings>
}

function hasCount({ shards }: ShardManifest, count: number): boolean {
  return hashAt(shards, count - 1) !== undefined && hashAt(shards, count) === undefined
}

/** The pages that differ, as they were and as they are; undefined if a file is missing. */
function changedPages(
  read: ReadPrevious,
  { manifest, groups }: { manifest: ShardManifest; groups: PageGroups }
): { old: ShardPage[]; fresh: ShardPage[] } | undefined {
  const old: ShardPage[] = []
  const fresh: ShardPage[] = []
  const last = Math.max(-1, ...groups.keys())
  for (let index = 0; index <= last || hashAt(manifest.pages, index) !== undefined; index++) {
    const group = groups.get(index)
    const path = pagesFileAt(manifest.pages, index)
    if (path === group?.file.path) continue
    const before = path === undefined ? [] : parsed<ShardPage[]>(read(path))
    if (!before) return undefined
    const texts = new Map(before.map((page) => [page.number, JSON.stringify(page)]))
    const isSame = (page: ShardPage) => texts.get(page.number) === JSON.stringify(page)
    const same = new Set((group?.pages ?? []).filter(isSame).map(({ number }) => number))
    old.push(...before.filter(({ number }) => !same.has(number)))
    fresh.push(...(group?.pages ?? []).filter(({ number }) => !same.has(number)))
  }
  return { old, fresh }
}

/** Undefined if a term becomes frequent or rare, or if a file is missing. */
function updatedOwn(update: Update, terms: Set<string>): MadeTerms['own'] | undefined {
  const { read, manifest } = update
  const own = new Map<string, SearchFile>()
  for (const [term, hash] of Object.entries(manifest.own)) {
    const path = ownFile(hash)
    if (!terms.has(term)) {
      own.set(term, { path, body: undefined })
      continue
    }
    const packed = parsed<Shard>(read(path))?.[term]
    if (!packed) return undefined
    const before = packedSections(packed)
    const postings = replacePages(before, update, term)
    if (kindOf(postings) !== kindOf({ sections: before.length })) return undefined
    own.set(term, ownTermFile(term, postings))
  }
  return own
}

/** Undefined if a term becomes frequent, or if a file is missing. */
function updatedShards(update: Update, terms: Set<string>): MadeTerms['shards'] | undefined {
  const { read, manifest, count } = update
  const byShard = new Map<number, string[]>()
  for (const term of terms) {
    if (Object.hasOwn(manifest.own, term)) continue
    const index = shardOf(term, count)
    byShard.set(index, [...(byShard.get(index) ?? []), term])
  }
  const files = new Map<number, SearchFile>()
  for (let index = 0; index < count; index++) {
    const path = shardFile(index, hashAt(manifest.shards, index) ?? '')
    const own = byShard.get(index)
    if (!own) {
      files.set(index, { path, body: undefined })
      continue
    }
    const shard = parsed<Shard>(read(path))
    if (!shard) return undefined
    const all = new Map(Object.entries(shard))
    for (const term of own) {
      const postings = replacePages(packedSections(all.get(term) ?? []), update, term)
      if (kindOf(postings) !== 'shared') return undefined
      if (postings.sections > 0) all.set(term, postings.packed)
      else all.delete(term)
    }
    files.set(
      index,
      hashedFile((hash) => shardFile(index, hash), shardBody([...all]))
    )
  }
  return files
}

/** The postings of a term with those of changed pages replaced, in order. */
function replacePages(
  before: PackedSection[],
  { changed, fresh }: Update,
  term: string
): PackedPostings {
  const kept = before.filter(({ section }) => !changed.has(section >> SECTION_BITS))
  const added = packedSections(fresh.get(term)?.packed ?? [])
  const postings = new PackedPostings()
  for (const each of [...kept, ...added].toSorted((a, b) => a.section - b.section)) {
    postings.addPacked(each)
  }
  return postings
}

function unpackLengths(packed: SectionLengths): Map<number, number[]> {
  const lengths = new Map<number, number[]>()
  let number = 0
  for (let at = 0; at < packed.length;) {
    number += packed[at] ?? 0
    const end = at + 2 + (packed[at + 1] ?? 0)
    lengths.set(number, packed.slice(at + 2, end))
    at = end
  }
  return lengths
}

/** Undefined if a file is missing or damaged. */
function parsed<T>(body: string | undefined): T | undefined {
  return body === undefined ? undefined : (parseJson(body) as T | undefined)
}
