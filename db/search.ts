import MiniSearch, { type SearchResult } from 'minisearch'

import type { Mirror } from './open-mirror.ts'

const MAX_WORDS = 8
/** Characters of a query, and of one word in it; longer words are left out. */
const MAX_QUERY = 200
const MAX_WORD = 40
const SNIPPET_LENGTH = 160

interface IndexedPage {
  id: string
  path: string
  title: string
  text: string
}

/** A page that answers a query. */
export interface PageHit {
  id: string
  path: string
  title: string
  score: number
  /** The words around the first match in the page's text, or its beginning. */
  snippet: string
  /** Words of the page that matched, as the index has them. */
  terms: string[]
  /** Titles of the pages above it, from the root down. */
  above: string[]
}

export type SearchIndex = MiniSearch<IndexedPage>

/** Builds the index over titles and text of all pages but hidden ones. Words are folded on both sides, Japanese by pairs of letters. */
export function buildSearchIndex(mirror: Mirror, hidden: Set<string>): SearchIndex {
  const index = new MiniSearch<IndexedPage>({
    fields: ['title', 'text'],
    storeFields: ['title', 'path'],
    tokenize: wordsOf,
    processTerm: (term) => term,
    searchOptions: {
      boost: { title: 4 },
      prefix: (term) => term.length >= 2 && !isJoined(term),
      fuzzy: (term) => (term.length >= 4 && !isJoined(term) ? 0.25 : false),
      combineWith: 'AND'
    }
  })
  const pages = mirror.$client.prepare<[], IndexedPage>('select id, path, title, text from page')
  for (const page of pages.iterate()) if (!hidden.has(page.id)) index.add(page)
  return index
}

/** Finds pages by a query of at most eight words; the best come first. */
export function searchPages(
  mirror: Mirror,
  index: SearchIndex,
  request: { query: string; limit: number }
): { hits: PageHit[]; total: number } {
  const words = queryWords(request.query).join(' ')
  const found = words ? findAll(index, words) : []
  const hits = found.slice(0, request.limit).map((result) => describeHit(mirror, result))
  return { hits, total: found.length }
}

/** At most eight words of bounded length: fuzzy matching costs more than its square. */
function queryWords(query: string): string[] {
  const words = wordsOf(query.slice(0, MAX_QUERY)).filter((word) => word.length <= MAX_WORD)
  return [...new Set(words)].slice(0, MAX_WORDS * 4)
}

/** Every word must match; when no page has them all, any of them may. */
function findAll(index: SearchIndex, words: string): SearchResult[] {
  const strict = index.search(words)
  return strict.length > 0 ? strict : index.search(words, { combineWith: 'OR' })
}

function describeHit(mirror: Mirror, result: SearchResult): PageHit {
  const id = String(result.id)
  const text = mirror.$client.prepare<[string], string>('select text from page where id = ?')
  const above = mirror.$client.prepare<[string], string>(
    `with recursive above (id, title, level) as (
       select parent_page_id, null, 0 from page where id = ?
       union
       select page.parent_page_id, page.title, level + 1 from above join page using (id)
     )
     select title from above where title is not null order by level desc`
  )
  return {
    id,
    path: String(result['path']),
    title: String(result['title']),
    score: result.score,
    snippet: snippetOf(text.pluck().get(id) ?? '', result.terms),
    terms: result.terms,
    above: above.pluck().all(id)
  }
}

function snippetOf(text: string, terms: string[]): string {
  const flat = text.replaceAll(/\s+/g, ' ')
  const folded = flat.toLowerCase()
  const positions = terms.map((term) => folded.indexOf(term)).filter((position) => position >= 0)
  const start = Math.max(0, Math.min(...positions, flat.length) - SNIPPET_LENGTH / 4)
  const from = positions.length === 0 ? 0 : start
  const cut = flat.slice(from, from + SNIPPET_LENGTH).trim()
  return `${from > 0 ? '…' : ''}${cut}${from + SNIPPET_LENGTH < flat.length ? '…' : ''}`
}

const joinedScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

function isJoined(term: string): boolean {
  return joinedScripts.test(term)
}

/** Words of Latin and alike scripts whole; runs of scripts without spaces as overlapping pairs. */
function wordsOf(text: string): string[] {
  const words = fold(text).match(/[\p{L}\p{N}\p{M}ー]+/gu) ?? []
  return words.flatMap((word) => (isJoined(word) ? pairsOf(word) : [word]))
}

function pairsOf(word: string): string[] {
  const letters = [...word]
  if (letters.length < 2) return letters
  return letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`)
}

/** NFKC, lower case, Latin without accents, katakana as hiragana. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .replaceAll(/[ァ-ヶ]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60))
}
