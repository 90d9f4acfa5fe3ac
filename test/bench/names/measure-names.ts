import { brotliCompressSync, constants } from 'node:zlib'

import { NameIndex } from '../../../site/search/names/name-index.ts'
import type { CorpusPage, KnownItem } from './search-corpus.ts'
import { namesOfCorpus } from './names-of-corpus.ts'

/** Kinds of queries that the names of pages can answer; the others ask for a text. */
const kinds: KnownItem['kind'][] = [
  'exact',
  'prefix',
  'one typo',
  'transposition',
  'two words',
  'half-width',
  'hiragana',
  'alias',
  'Japanese question'
]

export interface NamesMeasured {
  kinds: KnownItem['kind'][]
  /** Indexes of the found pages in the corpus, best first. */
  find: (query: string) => number[]
  /** The list as the server sends it. */
  kilobytes: number
  buildMs: number
}

/** Builds the index that a browser builds of the names of a corpus. */
export function measureNames(corpus: CorpusPage[]): NamesMeasured {
  const list = namesOfCorpus(corpus)
  const pages = new Map(corpus.map(({ title }, page) => [title, page]))
  const index = new NameIndex(list)
  const started = performance.now()
  while (!index.build(() => true)) continue
  return {
    kinds,
    buildMs: performance.now() - started,
    find: (query) => index.find(query, 20).map(({ title }) => pages.get(title) ?? -1),
    kilobytes: sentBytes(JSON.stringify(list)) / 1000
  }
}

/** With the quality of `server/responses/finished-response.ts`. */
function sentBytes(body: string): number {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  return brotliCompressSync(body, { params }).length
}
