import { weightAt } from './postings.ts'
import type { ShardReader } from './shard-reader.ts'

/** Parameters of BM25 in SQLite's FTS5. */
const K1 = 1.2
const B = 0.75
const LEAST_IDF = 1e-6
/** Ranked sections, as on the server. */
const MAX_RANKED = 120
/** Tokens between words that are near each other. */
const MAX_DISTANCE = 8

/** Where consecutive tokens occur: their first positions by section; none if all of them are too common. */
export type Matches = ReadonlyMap<number, number[]>

/** One of the forms of a query word that are searched. */
export interface FoundVariant {
  tokens: string[]
  matches: Matches
}

/** A position of a word, and how many tokens it has there. */
interface Place {
  from: number
  length: number
}

/** Finds the sections with consecutive tokens. The postings of all tokens must be loaded. */
export function matchTokens(reader: ShardReader, tokens: string[]): Matches {
  const all = tokens.map((token) => reader.postings(token))
  const [first] = all
  if (!first || all.length === 1) return first ?? new Map()
  const least = all.reduce((one, other) => (other.size < one.size ? other : one))
  const matches = new Map<number, number[]>()
  for (const section of least.keys()) {
    const places = all.map((postings) => postings.get(section))
    if (!places.every((each) => each !== undefined)) continue
    const start = places.findIndex((each) => each.length > 0)
    const from = (places[start] ?? []).map((position) => position - start)
    const found = from.filter((position) =>
      places.every((each, index) => each.length === 0 || each.includes(position + index))
    )
    if (start < 0 || found.length > 0) matches.set(section, found)
  }
  return matches
}

/** The sections with all words, or with any, each as one of its variants. */
export function combine(words: FoundVariant[][], combineWith: 'AND' | 'OR'): number[] {
  const sets = words.map(
    (variants) => new Set(variants.flatMap(({ matches }) => [...matches.keys()]))
  )
  if (combineWith === 'OR')
    return [...new Set(sets.flatMap((each) => [...each]))].toSorted(ascending)
  const [least, ...others] = sets.toSorted((one, other) => one.size - other.size)
  return [...(least ?? [])]
    .filter((section) => others.every((each) => each.has(section)))
    .toSorted(ascending)
}

function ascending(one: number, other: number): number {
  return one - other
}

/** The best of these sections, best first: those with the words as a phrase, then near each other. */
export function rankSections(
  reader: ShardReader,
  words: FoundVariant[][],
  sections: number[]
): number[] {
  const scores = new Map(sections.map((section) => [section, 0]))
  for (const variant of words.flat()) addScores(reader, variant, scores)
  const ranked = [...scores]
    .toSorted(([one, a], [other, b]) => b - a || one - other)
    .map(([section]) => section)
    .slice(0, MAX_RANKED)
  if (words.length === 1 && words[0]?.length === 1) return ranked
  const places = new Map(ranked.map((section) => [section, nearness(words, section)]))
  return ranked.toSorted((one, other) => (places.get(one) ?? 0) - (places.get(other) ?? 0))
}

/** BM25, with the weights of the columns. */
function addScores(
  reader: ShardReader,
  { matches }: FoundVariant,
  scores: Map<number, number>
): void {
  const all = reader.lengths.size
  const idf = Math.max(LEAST_IDF, Math.log((all - matches.size + 0.5) / (matches.size + 0.5)))
  for (const [section, positions] of matches) {
    const score = scores.get(section)
    if (score === undefined) continue
    const weight = positions.reduce((sum, position) => sum + weightAt(position), 0)
    const length = (reader.lengths.get(section) ?? 0) / reader.averageLength
    const part = (weight * (K1 + 1)) / (weight + K1 * (1 - B + B * length))
    scores.set(section, score + idf * part)
  }
}

/** 0 if the words are consecutive in a section, 1 if they are near each other, otherwise 2. */
function nearness(words: FoundVariant[][], section: number): 0 | 1 | 2 {
  const places = words.map((variants) =>
    variants.flatMap(({ tokens, matches }) =>
      (matches.get(section) ?? []).map((from): Place => ({ from, length: tokens.length }))
    )
  )
  if (isPhrase(places)) return 0
  return isNear(places.filter((each) => each.length > 0)) ? 1 : 2
}

/** Whether words follow each other. A word without known positions counts as one token that follows. */
function isPhrase(places: Place[][]): boolean {
  const start = places.findIndex((each) => each.length > 0)
  let ends = new Set((places[start] ?? []).map(({ from, length }) => from + length))
  for (const next of places.slice(start + 1)) {
    const follow = next.filter(({ from }) => ends.has(from))
    const longer = next.length === 0 ? [...ends].map((end) => end + 1) : []
    ends = new Set([...follow.map(({ from, length }) => from + length), ...longer])
  }
  return ends.size > 0
}

function isNear(places: Place[][]): boolean {
  const [first = [], ...others] = places
  return first.some((start) => {
    const nearest = others.map((each) =>
      each.toSorted((a, b) => Math.abs(a.from - start.from) - Math.abs(b.from - start.from)).at(0)
    )
    if (!nearest.every((each) => each !== undefined)) return false
    const all = [start, ...nearest]
    const ends = all.map(({ from, length }) => from + length)
    const distance = Math.max(...all.map(({ from }) => from)) - Math.min(...ends)
    return distance <= MAX_DISTANCE && all.every(({ from }) => from < 0 === start.from < 0)
  })
}
