import { createHash } from 'node:crypto'

import { PackedPostings, packedSections } from '../../site/search/shards/postings.ts'
import {
  HASH_LENGTH,
  type Shard,
  ownFile,
  shardFile,
  shardOf
} from '../../site/search/shards/shard-files.ts'

/** Sections from which on a term has a file of its own, so that no other word waits for it. */
const MIN_OWN = 1000
/** Sections from which on a term has no positions: the server ranks by no such word either. */
const MIN_COMMON = 4000

/** A file of the static search, by its path in the folder. */
export interface SearchFile {
  path: string
  /** Undefined for a file that the folder built before has already. */
  body: string | undefined
}

/** The files of all terms. */
export interface TermFiles {
  /** Of terms that share a file, by the index of the shard. */
  shards: Map<number, SearchFile>
  /** Of frequent terms, by term. */
  own: Map<string, SearchFile>
}

/** The files of terms, and the lengths of the sections of each page in tokens. */
export interface MadeTerms extends TermFiles {
  lengths: ReadonlyMap<number, number[]>
}

/** How a term is written: `own` in a file of its own, `common` without positions too. */
export function kindOf({ sections }: { sections: number }): 'shared' | 'own' | 'common' {
  if (sections >= MIN_COMMON) return 'common'
  return sections >= MIN_OWN ? 'own' : 'shared'
}

/** Writes the files of all terms into `count` shards. */
export function termFiles(terms: Iterable<[string, PackedPostings]>, count: number): TermFiles {
  const shards = Array.from({ length: count }, (): [string, number[]][] => [])
  const own = new Map<string, SearchFile>()
  for (const [term, postings] of terms) {
    const isShared = kindOf(postings) === 'shared'
    if (isShared) shards[shardOf(term, count)]?.push([term, postings.packed])
    else own.set(term, ownTermFile(term, postings))
  }
  const files = shards.map((each, index): [number, SearchFile] => [
    index,
    hashedFile((hash) => shardFile(index, hash), shardBody(each))
  ])
  return { shards: new Map(files), own }
}

/** Writes the file of a frequent term. */
export function ownTermFile(term: string, postings: PackedPostings): SearchFile {
  return hashedFile(ownFile, shardBody([[term, written(postings)]]))
}

/** Writes packed postings of terms, with the terms in the order of their UTF-16 units. */
export function shardBody(terms: [string, number[]][]): string {
  const sorted = terms.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify(Object.fromEntries(sorted) satisfies Shard)
}

function written(postings: PackedPostings): number[] {
  if (kindOf(postings) !== 'common') return postings.packed
  const common = new PackedPostings()
  for (const { section } of packedSections(postings.packed)) common.add(section, [])
  return common.packed
}

/** A file with the hash of its content in its path. */
export function hashedFile(pathOf: (hash: string) => string, body: string): SearchFile {
  return { path: pathOf(contentHash(body)), body }
}

/** The hash in a path; undefined in that of the manifest. */
export function hashIn(path: string): string | undefined {
  return /\.([0-9a-f]+)\.json$/.exec(path)?.[1]
}

/** Whether a file has the content that its path names. */
export function isIntact(path: string, body: string): boolean {
  const hash = hashIn(path)
  return hash === undefined || hash === contentHash(body)
}

function contentHash(body: string): string {
  return createHash('sha256').update(body).digest('hex').slice(0, HASH_LENGTH)
}
