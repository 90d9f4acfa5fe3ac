import { type QueryUnit, isOpenRun } from '../../../site/search/parse-query.ts'
import type { KnownWords } from './known-words.ts'

const MAX_CORRECTIONS = 12
/** A prefix of at least this length may become a prefix query instead of single completions. */
const MIN_PREFIX = 4
/** Maximum of completions, and of those of a shorter prefix. */
const MAX_COMPLETIONS = 20
const MAX_SHORT_COMPLETIONS = 8
/** Minimum length of the last part of a compound name that is completed. */
const MIN_PART = 3

/** A form of a query word that is searched: as typed, completed or corrected. */
export interface TermVariant {
  /** Consecutive tokens: a word, the parts of a compound name, or the character pairs of a run. */
  tokens: string[]
  /** Whether the last token is a prefix. */
  isPrefix: boolean
}

/** A correction of a misspelt word or compound name. */
export interface Correction {
  /** As suggested to the visitor. */
  text: string
  tokens: string[]
}

/** Returns the known words at most `distance` edits from a word, nearest first. */
export function correctionsOf(unit: QueryUnit, known: KnownWords, distance: 1 | 2): Correction[] {
  const [first] = unit.tokens
  if (unit.isRun || first === undefined) return []
  if (unit.wholes.length > 0) return correctWhole(unit, known, distance)
  return known
    .neighbours(first, { wrong: distance, limit: MAX_CORRECTIONS })
    .map(({ word }) => ({ text: word, tokens: [word] }))
}

/** Replaces each unknown word of a compound name by the nearest known word. */
function correctWhole(
  { text, tokens }: QueryUnit,
  known: KnownWords,
  distance: 1 | 2
): Correction[] {
  const nearest = (token: string) => known.neighbours(token, { wrong: distance, limit: 1 })[0]?.word
  const corrected = tokens.map((token) => (known.has(token) ? token : (nearest(token) ?? token)))
  if (corrected.every((token, index) => token === tokens[index])) return []
  const separators = text.split(/[^:_./#+-]+/).slice(1)
  const suggestion = corrected.map((token, index) => `${token}${separators[index] ?? ''}`).join('')
  return [{ text: suggestion, tokens: corrected }]
}

/** Returns the variants of a word: as typed first, then completions of the last word, then corrections. */
export function variantsOf(
  unit: QueryUnit,
  known: KnownWords,
  corrections: Correction[]
): TermVariant[] {
  const { tokens, wholes, isRun, isLast } = unit
  const typed = { tokens, isPrefix: isOpenRun(unit) }
  if (isRun) return [typed]
  const completed = isLast ? completionsOf(tokens, known) : []
  const names = wholes.map((each) => ({ tokens: [each], isPrefix: isLast }))
  return [typed, ...completed, ...names, ...corrections.map(asVariant)]
}

/**
 * Completes the last token with known words. A prefix with too many completions, or with other
 * characters than letters, becomes a prefix query, unless it is a word itself.
 */
function completionsOf(tokens: string[], known: KnownWords): TermVariant[] {
  const first = tokens.slice(0, -1)
  const last = tokens.at(-1) ?? ''
  const isWord = known.has(last)
  const isPart = first.length > 0
  // The whole compound name is a prefix variant of its own.
  if (isPart && (isWord || last.length < MIN_PART)) return []
  const limit = last.length < MIN_PREFIX ? MAX_SHORT_COMPLETIONS : MAX_COMPLETIONS
  const completions = known.completions(last, limit)
  const areAll = completions.length < limit && /^\p{L}+$/u.test(last)
  if (!isPart && !isWord && !areAll && last.length >= MIN_PREFIX) {
    return [{ tokens, isPrefix: true }]
  }
  return completions.map((word) => ({ tokens: [...first, word], isPrefix: false }))
}

/** Removes the variants that a prefix variant already covers. */
export function withoutPrefixed(variants: TermVariant[]): TermVariant[] {
  const prefix = variants.find(({ isPrefix }) => isPrefix)?.tokens.join(' ')
  if (prefix === undefined) return variants
  return variants.filter(
    ({ tokens: [word = ''], isPrefix }) => isPrefix || !word.startsWith(prefix)
  )
}

function asVariant({ tokens }: Correction): TermVariant {
  return { tokens, isPrefix: false }
}
