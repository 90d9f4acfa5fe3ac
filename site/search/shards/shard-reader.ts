import { type Neighbour, Vocabulary } from '../vocabulary.ts'
import { type Postings, unpackPostings } from './postings.ts'
import {
  HASH_LENGTH,
  MANIFEST_FILE,
  PAGES_PER_FILE,
  PREFIX_LENGTH,
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
  shardOf,
  shardsOf
} from './shard-files.ts'
import { SECTION_BITS } from '../section-tokens.ts'

/** Reads a file of the search, by its path below the site. Rejects if it is missing. */
export type ReadShardFile = (path: string) => Promise<unknown>

/** Only words of letters are completed and corrected, as on the server. */
const IS_WORD = /^\p{L}[^·\p{N}]*$/u

/** The files of a static search, each read once. After `open`, `load` has to read the shards of a query. */
export class ShardReader {
  readonly manifest: ShardManifest
  /** Numbers of all pages in the order of the list of names; undefined for excluded ones. */
  readonly numbers: (number | undefined)[] = []
  /** Lengths of sections in tokens, by number of the section. */
  readonly lengths = new Map<number, number>()
  readonly averageLength: number
  readonly #read: ReadShardFile
  readonly #files = new Map<string, Promise<unknown>>()
  readonly #shards = new Map<string, Map<string, number[]>>()
  readonly #postings = new Map<string, Postings>()
  readonly #vocabularies = new Map<string, Vocabulary>()

  private constructor(read: ReadShardFile, manifest: ShardManifest, lengths: SectionLengths) {
    this.#read = read
    this.manifest = manifest
    let [number, sum] = [0, 0]
    for (let at = 0; at < lengths.length;) {
      number += lengths[at] ?? 0
      const count = lengths[at + 1] ?? 0
      this.numbers.push(count > 0 ? number : undefined)
      for (let index = 0; index < count; index++) {
        const length = lengths[at + 2 + index] ?? 0
        this.lengths.set((number << SECTION_BITS) + index, length)
        sum += length
      }
      at += 2 + count
    }
    this.averageLength = sum / Math.max(1, this.lengths.size)
  }

  /** Reads the manifest and the sections. Rejects if the site has no shards that this version can read. */
  static async open(read: ReadShardFile): Promise<ShardReader> {
    const manifest = (await read(MANIFEST_FILE)) as ShardManifest
    if (manifest.version !== SHARDS_VERSION) {
      throw new Error(`${MANIFEST_FILE} has version ${manifest.version}; reload the page`)
    }
    const lengths = (await read(sectionsFile(manifest.sections))) as SectionLengths
    return new ShardReader(read, manifest, lengths)
  }

  /** Reads the postings of these terms. */
  async load(terms: string[]): Promise<void> {
    await this.#loadAll(terms.map((term) => this.#pathOf(term)))
  }

  /** Reads the words that begin with one of these; see `shardsOf`. */
  async loadLonger(prefixes: string[]): Promise<void> {
    await this.#loadAll(prefixes.flatMap((prefix) => this.#groupOf(prefix, true)))
  }

  /** Reads the words that begin with the same letters as one of these. */
  async loadSimilar(words: string[]): Promise<void> {
    await this.#loadAll(words.flatMap((word) => this.#groupOf(word, false)))
  }

  /** The postings of a term whose file is loaded. */
  postings(term: string): Postings {
    const known = this.#postings.get(term)
    if (known) return known
    const packed = this.#shards.get(this.#pathOf(term))?.get(term)
    const postings = unpackPostings(packed ?? [])
    this.#postings.set(term, postings)
    return postings
  }

  /** Whether a term has a file of its own. */
  isFrequent(term: string): boolean {
    return Object.hasOwn(this.manifest.own, term)
  }

  /** Longer words, the most used first; see `loadLonger`. None for a prefix of one or two letters. */
  completions(prefix: string, limit: number): string[] {
    if (prefix.length < PREFIX_LENGTH) return []
    return this.#vocabulary(this.#groupOf(prefix, true)).completions(prefix, limit)
  }

  /** Words that begin with the same letters and that a word may be a misspelling of; see `loadSimilar`. */
  neighbours(word: string, options: { wrong: 1 | 2; limit: number }): Neighbour[] {
    if (word.length < PREFIX_LENGTH) return []
    return this.#vocabulary(this.#groupOf(word, false)).neighbours(word, options)
  }

  /** All terms that begin with letters of a script without spaces; see `loadLonger`. */
  pairsOf(start: string): string[] {
    const shared = this.#groupOf(start, true).flatMap((path) => [
      ...(this.#shards.get(path)?.keys() ?? [])
    ])
    const all = [...shared, ...Object.keys(this.manifest.own)]
    return all.filter((term) => term.startsWith(start))
  }

  /** The text of pages, by their numbers. */
  async pages(numbers: number[]): Promise<Map<number, ShardPage>> {
    const indexes = new Set(numbers.map((number) => Math.floor(number / PAGES_PER_FILE)))
    const files = await Promise.all(
      [...indexes].map(async (index) => {
        const path = pagesFileAt(this.manifest.pages, index)
        return path === undefined ? [] : ((await this.#file(path)) as ShardPage[])
      })
    )
    return new Map(files.flat().map((page) => [page.number, page]))
  }

  /** The words of letters in some shards. */
  #vocabulary(paths: string[]): Vocabulary {
    const key = paths.join(' ')
    const known = this.#vocabularies.get(key)
    if (known) return known
    // The length of packed postings estimates how often a word is used.
    const words = paths
      .flatMap((path) => [...(this.#shards.get(path) ?? [])])
      .filter(([term]) => IS_WORD.test(term))
      .map(([term, packed]): [string, number] => [term, packed.length])
    const own = Object.keys(this.manifest.own)
      .filter((term) => IS_WORD.test(term) && paths.includes(this.#sharedPathOf(term)))
      .map((term): [string, number] => [term, 2 ** 32 - 1])
    const vocabulary = new Vocabulary([...words, ...own])
    this.#vocabularies.set(key, vocabulary)
    return vocabulary
  }

  #pathOf(term: string): string {
    const { own } = this.manifest
    return Object.hasOwn(own, term) ? ownFile(own[term] ?? '') : this.#sharedPathOf(term)
  }

  #sharedPathOf(term: string): string {
    return this.#shardPath(shardOf(term, this.#count))
  }

  #groupOf(prefix: string, isWhole: boolean): string[] {
    const indexes = shardsOf(prefix, { count: this.#count, isWhole })
    return indexes.map((index) => this.#shardPath(index))
  }

  #shardPath(index: number): string {
    return shardFile(index, hashAt(this.manifest.shards, index) ?? '')
  }

  get #count(): number {
    return this.manifest.shards.length / HASH_LENGTH
  }

  async #loadAll(paths: string[]): Promise<void> {
    await Promise.all([...new Set(paths)].map((path) => this.#loadShard(path)))
  }

  async #loadShard(path: string): Promise<void> {
    if (this.#shards.has(path)) return
    const shard = (await this.#file(path)) as Shard
    this.#shards.set(path, new Map(Object.entries(shard)))
  }

  #file(path: string): Promise<unknown> {
    const known = this.#files.get(path)
    if (known) return known
    const reading = this.#read(path)
    this.#files.set(path, reading)
    // A failed request may succeed later.
    reading.catch(() => this.#files.delete(path))
    return reading
  }
}
