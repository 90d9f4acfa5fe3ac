import { RANK_OFFSET } from '../name-scores.ts'
import { matchingSections } from '../matching-sections.ts'
import type { NameHit, RankedNames } from '../names/name-index.ts'
import { rankScores } from '../names/rank-scores.ts'
import { type QueryUnit, parseQuery, searchTermOf } from '../parse-query.ts'
import { MAX_SECTIONS, SECTION_BITS, byPage, pageNumberOf } from '../section-tokens.ts'
import { type SearchTerm, matchesIn, snippetOf } from '../snippet.ts'
import { Vocabulary } from '../vocabulary.ts'
import type { ShardPage } from './shard-files.ts'
import type { ShardReader } from './shard-reader.ts'
import { type FoundVariant, combine, matchTokens, rankSections } from './rank-sections.ts'
import { type Variants, correctedTokens, isKnown, variantsOf, loadUnits } from './word-variants.ts'
import { withinList } from '../../pages/list-parts.ts'

/** With fewer results than this, misspellings are searched as well. */
const FEW_RESULTS = 3

/** The results of a search in shards, like those of the server. */
export interface ShardAnswer {
  hits: NameHit[]
  /** Number of results before `hits`. */
  offset: number
  total: number
  isMore: boolean
  isCut: boolean
  didYouMean: string | null
}

interface FoundText {
  /** Sections by page, best first. */
  ranked: Map<number, number[]>
  /** All pages, also those that are not ranked. */
  pages: Set<number>
}

interface Corrected extends FoundText {
  /** The words that were searched besides those of the query. */
  words: string[]
  /** The query with these words. */
  query: string
}

/**
 * Searches the texts of a site in its shards, and merges the pages with those that are found by name.
 * `names` are indexes in the list of names, which has the same pages in the same order. Reads only the
 * shards of the query's words, and the texts of the pages that are returned.
 */
export async function searchShards(
  reader: ShardReader,
  query: string,
  options: { names: RankedNames | undefined; offset: number; limit: number }
): Promise<ShardAnswer> {
  const { units, isCut } = parseQuery(query)
  const { names, limit } = options
  await loadUnits(reader, units)
  const strict = units.map((unit) => variantsOf(unit, reader))
  const text = await findVariants(reader, strict, 'AND')
  const exact = merged(reader, names?.scores, text)
  const isFew = exact.length < FEW_RESULTS && !names?.hasName && units.length > 0
  const similar = isFew ? (names?.similar ?? []) : []
  const named = similar.flatMap((each) => each.words)
  const corrected = isFew ? await findCorrected(reader, { units, strict, named }) : undefined
  const more = merged(reader, rankScores(similar), corrected)
  const any = exact.length + more.length === 0 ? await findAny(reader, units) : undefined
  const contained = merged(reader, names?.contained, undefined)
  const others = merged(reader, undefined, any)
  const ranked = [...new Set([...contained, ...exact, ...more, ...others])]
  const offset = withinList(options.offset, { size: limit, total: ranked.length })
  const words = [
    ...units.map(searchTermOf),
    ...[...named, ...(corrected?.words ?? [])].map((word) => ({ word, isPrefix: false }))
  ]
  const sections = [text, corrected, any].flatMap((each) => (each ? [each.ranked] : []))
  const shown = ranked.slice(offset, offset + limit)
  return {
    hits: await readHits(reader, shown, { words, sections }),
    offset,
    total: ranked.length,
    isMore: false,
    isCut,
    didYouMean: exact.length === 0 ? (corrected?.query ?? null) : null
  }
}

/** Finds pages with words that those of the query may be misspellings of; unknown words before others. */
async function findCorrected(
  reader: ShardReader,
  { units, strict, named }: { units: QueryUnit[]; strict: Variants[]; named: string[] }
): Promise<Corrected | undefined> {
  const names = new Vocabulary([...new Set(named)].map((word) => [word, 1]))
  const known = units.map((unit) => isKnown(unit, reader))
  const areAllKnown = !known.includes(false)
  const wrong = units.filter(({ isRun }, at) => !isRun && (areAllKnown || !known[at]))
  await reader.loadSimilar(wrong.map(({ tokens: [word = ''] }) => word))
  for (const edits of [1, 2] as const) {
    const corrections = units.map((unit, at) =>
      known[at] && !areAllKnown ? [] : correctedTokens(unit, [names, reader], edits)
    )
    if (corrections.every(({ length }) => length === 0)) continue
    const variants = strict.map((each, at) => [
      ...each,
      ...(corrections[at] ?? []).map((token) => [token])
    ])
    const found = await findVariants(reader, variants, 'AND')
    if (found.pages.size === 0) continue
    const words = units.map(({ text }, at) => (known[at] ? text : (corrections[at]?.[0] ?? text)))
    return { ...found, words: corrections.flat(), query: words.join(' ') }
  }
  return undefined
}

/** Finds pages with any of the words, but for frequent ones if there are others. */
async function findAny(reader: ShardReader, units: QueryUnit[]): Promise<FoundText> {
  const tokens = [...new Set(units.flatMap((unit) => unit.tokens))]
  const rare = tokens.filter((token) => !reader.isFrequent(token))
  const parts = (rare.length > 0 ? rare : tokens).map((token) => [[token]])
  return findVariants(reader, parts, 'OR')
}

async function findVariants(
  reader: ShardReader,
  words: Variants[],
  combineWith: 'AND' | 'OR'
): Promise<FoundText> {
  await reader.load(words.flat(2))
  const found = words.map((variants) =>
    variants.map((tokens): FoundVariant => ({ tokens, matches: matchTokens(reader, tokens) }))
  )
  const sections = combine(found, combineWith)
  return {
    ranked: byPage(rankSections(reader, found, sections)),
    pages: new Set(sections.map(pageNumberOf))
  }
}

/** Numbers of pages, best first, by their scores in both rankings; see `rankPages` of the server. */
function merged(
  reader: ShardReader,
  names: Map<number, number> | undefined,
  text: FoundText | undefined
): number[] {
  const scores = new Map<number, number>()
  const add = (number: number, score: number) =>
    scores.set(number, (scores.get(number) ?? 0) + score)
  for (const [index, score] of names ?? []) {
    const number = reader.numbers[index]
    if (number !== undefined) add(number, score)
  }
  for (const [rank, number] of [...(text?.ranked.keys() ?? [])].entries()) {
    add(number, 1 / (RANK_OFFSET + rank))
  }
  for (const number of text?.pages ?? []) add(number, 0)
  return [...scores].toSorted(([one, a], [other, b]) => b - a || one - other).map(([page]) => page)
}

async function readHits(
  reader: ShardReader,
  numbers: number[],
  { words, sections }: { words: SearchTerm[]; sections: Map<number, number[]>[] }
): Promise<NameHit[]> {
  const pages = await reader.pages(numbers)
  return numbers.flatMap((number) => {
    const page = pages.get(number)
    const found = sections.flatMap((each) => each.get(number) ?? [])
    return page ? [hitOf(page, found.slice(0, MAX_SECTIONS), words)] : []
  })
}

/** A page as a result shows it, with the best of its sections. */
function hitOf(page: ShardPage, found: number[], words: SearchTerm[]): NameHit {
  const { path, icon, title, above } = page
  const describe = ({ heading, anchor, text }: ShardPage['sections'][number]) => ({
    heading,
    anchor,
    snippet: snippetOf(text, words)
  })
  const best = found.flatMap((section) => page.sections[section % 2 ** SECTION_BITS] ?? [])
  const titleRanges = matchesIn(title, words)
  const hasTitleMatch = titleRanges.length > 0
  const matching = matchingSections(best.map(describe), { words, hasTitleMatch })
  return {
    path,
    icon,
    title,
    titleRanges,
    sections: matching.length > 0 ? matching : page.sections.slice(0, 1).map(describe),
    above: above.map((each) => ({ title: each }))
  }
}
