import { isJoined } from '../tokens.ts'

/*
 * The files of a full-text search without a server. `search/shards.json` names all others; each has a
 * hash of its content in its name, so a browser keeps it.
 */

/** The address of the manifest, relative to the site. */
export const MANIFEST_FILE = 'search/shards.json'
/** Increase when the files have another form. */
export const SHARDS_VERSION = 1
/** Hex digits of a hash in the name of a file. */
export const HASH_LENGTH = 8
/** Consecutive numbers of pages whose texts are in one file. */
export const PAGES_PER_FILE = 8
/** Words with this many first letters in common are in a few neighbouring shards. */
export const PREFIX_LENGTH = 3
/** How many such shards there are; the next letter of a word decides between them. */
const SPREAD = 4
/** Sections for each shard: shards have 10 to 20 kB. */
const SECTIONS_PER_SHARD = 40

/** The manifest: hashes of the other files. */
export interface ShardManifest {
  version: number
  /** The address of the list of names whose pages have the same order; null if there is none. */
  names: string | null
  /** The hash of the file of `SectionLengths`. */
  sections: string
  /** The hashes of all shards in order, joined. */
  shards: string
  /** The hashes of terms that have a file of their own, by term. */
  own: Record<string, string>
  /** The hashes of the files of pages in order, joined. */
  pages: string
}

/**
 * For each page of the list of names, its number less that of the page before, its number of sections, and
 * their lengths in tokens. An excluded page has no sections.
 */
export type SectionLengths = number[]

/** The packed postings of each term; see `PackedPostings`. */
export type Shard = Record<string, number[]>

/** A page as a result shows it. */
export interface ShardPage {
  number: number
  /** A path of the site. */
  path: string
  title: string
  /** An emoji, or the path of a picture on the site. */
  icon: string | null
  /** Titles of its ancestors, from the root down. */
  above: string[]
  aliases: string[]
  sections: { heading: string; anchor: string | null; text: string }[]
}

/** The number of shards of a site: a power of two, so that it rarely changes. */
export function shardCount(sections: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(sections / SECTIONS_PER_SHARD)))
}

/**
 * The shard of a term, which depends on nothing but its first letters: four, or the two of a pair. A name
 * that signs join is in the shard of all of its letters, because thousands begin alike.
 */
export function shardOf(term: string, count: number): number {
  if (term.includes('·')) return hashOf(term) % count
  const start = startOf(term)
  const next = String.fromCodePoint(term.codePointAt(start.length) ?? 0)
  return (hashOf(start) + (hashOf(next) % SPREAD)) % count
}

/**
 * The shards of all terms that begin with a prefix, which is one letter of a script without spaces or at
 * least three others; without `isWhole`, of all that begin with the same first letters.
 */
export function shardsOf(
  prefix: string,
  { count, isWhole }: { count: number; isWhole: boolean }
): number[] {
  const start = startOf(prefix)
  if (isWhole && prefix.length > start.length) return [shardOf(prefix, count)]
  const first = hashOf(start)
  return [...new Set(Array.from({ length: SPREAD }, (_, slot) => (first + slot) % count))]
}

/** The letters that decide in which neighbouring shards a term is. */
function startOf(term: string): string {
  return isJoined(term)
    ? String.fromCodePoint(term.codePointAt(0) ?? 0)
    : term.slice(0, PREFIX_LENGTH)
}

/** FNV-1a of the UTF-16 units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  // The lower bits of short texts are too similar.
  return (hash ^ (hash >>> 15)) >>> 0
}

export const shardFile = (index: number, hash: string) => `search/terms/${index}.${hash}.json`
export const ownFile = (hash: string) => `search/terms/own.${hash}.json`
export const pagesFile = (index: number, hash: string) => `search/pages/${index}.${hash}.json`
export const sectionsFile = (hash: string) => `search/sections.${hash}.json`

/** The path of the file of pages at an index; undefined if joined hashes have none. */
export function pagesFileAt(hashes: string, index: number): string | undefined {
  const hash = hashAt(hashes, index)
  return hash === undefined || /^0+$/.test(hash) ? undefined : pagesFile(index, hash)
}

/** The hash at an index of joined hashes; undefined beyond their end. */
export function hashAt(hashes: string, index: number): string | undefined {
  return hashes.slice(index * HASH_LENGTH, (index + 1) * HASH_LENGTH) || undefined
}
