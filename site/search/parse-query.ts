import type { SearchTerm } from './snippet.ts'
import { type Unit, unitsOf } from './tokens.ts'

/** Limits of a query; the rest is ignored. */
const MAX_CHARACTERS = 200
const MAX_WORDS = 8
/** Tokens used of one unit: pairs of a run, or parts of a name. */
const MAX_TOKENS = 24
/** Words of this length also match longer words in snippets. */
const MIN_PREFIX = 4

/** One word of a query. */
export interface QueryUnit extends Unit {
  /** Whether it is the last word, which may be incomplete. */
  isLast: boolean
}

/** A normalized query. */
export interface ParsedQuery {
  /** The used part of the query, folded; equal for queries with the same result. */
  text: string
  units: QueryUnit[]
  /** Whether the query exceeded a limit. */
  isCut: boolean
}

/** Parses a query: at most 200 characters and 8 words. */
export function parseQuery(query: string): ParsedQuery {
  const characters = [...query.trim().replaceAll(/\s+/g, ' ')]
  const all = unitsOf(characters.slice(0, MAX_CHARACTERS).join('').toWellFormed())
  const units = all.slice(0, MAX_WORDS).map((unit, index, { length }) => ({
    ...unit,
    tokens: queryTokens(unit),
    isLast: index === length - 1
  }))
  return {
    text: units.map((unit) => unit.text).join(' '),
    units,
    isCut: characters.length > MAX_CHARACTERS || all.length > MAX_WORDS || all.some(isLong)
  }
}

/**
 * In the index, the last character of a run is a token by itself. A query drops it, as its last
 * pair already contains it. A single character is searched as a prefix.
 */
function queryTokens({ isRun, tokens }: Unit): string[] {
  const used = isRun && tokens.length > 1 ? tokens.slice(0, -1) : tokens
  return used.slice(0, MAX_TOKENS)
}

function isLong({ isRun, tokens }: Unit): boolean {
  return tokens.length > MAX_TOKENS + Number(isRun)
}

/** Whether it is a single letter of a script without spaces, which is searched as the start of a pair. */
export function isSingleLetter({ isRun, tokens }: QueryUnit): boolean {
  return isRun && tokens.length === 1 && /^\P{M}\p{M}*$/u.test(tokens[0] ?? '')
}

/**
 * Whether the last token of a run is searched as a prefix: a single letter, since the index has pairs, or
 * the final Thai letter of a query, which vowel and tone marks may follow.
 */
export function isOpenRun(unit: QueryUnit): boolean {
  return isSingleLetter(unit) || (unit.isRun && unit.isLast && /\p{sc=Thai}$/u.test(unit.text))
}

/** Returns a word to highlight: as a prefix if it is long or the last one, otherwise as a whole word. */
export function searchTermOf({ text, isLast }: QueryUnit): SearchTerm {
  return { word: text, isPrefix: isLast || text.length >= MIN_PREFIX }
}
