import type { QueryUnit } from '../../../site/search/parse-query.ts'
import type { KnownWords } from './known-words.ts'

const NEIGHBOURS = 12
/** Letters from which on a beginning stands for all words that begin so, if need be. */
const MIN_BEGINNING = 4
/** Words that a beginning is completed to, and that a shorter one is. */
const COMPLETIONS = 20
const FEW_COMPLETIONS = 8
/** Letters from which on the last part of a name, before which others stand, is completed. */
const MIN_PART = 3

/** What a word of a query may stand for. */
export interface Alternative {
  /** Tokens that stand one behind the other: a word, the parts of a name, the pairs of letters of a run. */
  tokens: string[]
  /** Whether words count too that begin with the last token. */
  isBeginning: boolean
}

/** What a misspelt word, or name put together of words, may stand for. */
export interface NearName {
  /** As it is offered. */
  text: string
  tokens: string[]
}

/** What a word with so many letters wrong may stand for, the nearest first. */
export function neighboursOf(unit: QueryUnit, known: KnownWords, wrong: 1 | 2): NearName[] {
  const [first] = unit.tokens
  if (unit.isRun || first === undefined) return []
  if (unit.wholes.length > 0) return nearWhole(unit, known, wrong)
  return known
    .neighbours(first, { wrong, limit: NEIGHBOURS })
    .map(({ word }) => ({ text: word, tokens: [word] }))
}

/** A name with the nearest known word for each of its unknown ones. */
function nearWhole({ text, tokens }: QueryUnit, known: KnownWords, wrong: 1 | 2): NearName[] {
  const nearest = (token: string) => known.neighbours(token, { wrong, limit: 1 })[0]?.word
  const right = tokens.map((token) => (known.has(token) ? token : (nearest(token) ?? token)))
  if (right.every((token, index) => token === tokens[index])) return []
  const signs = text.split(/[^:_./#+-]+/).slice(1)
  const offered = right.map((token, index) => `${token}${signs[index] ?? ''}`).join('')
  return [{ text: offered, tokens: right }]
}

/** The word as it was asked, completed when it is the last one, and the words near to it. */
export function alternativesOf(
  unit: QueryUnit,
  known: KnownWords,
  near: NearName[]
): Alternative[] {
  const { tokens, wholes, isRun, isLast } = unit
  const exact = { tokens, isBeginning: isSingleLetter(unit) || isHalfTyped(unit) }
  if (isRun) return [exact]
  const completed = isLast ? completionsOf(tokens, known) : []
  const names = wholes.map((each) => ({ tokens: [each], isBeginning: isLast }))
  return [exact, ...completed, ...names, ...near.map(nearAlternative)]
}

/**
 * What the last of these words may go on to, as far as that is known. Of a beginning that is no word
 * of its own all are meant, where they are not too many.
 */
function completionsOf(tokens: string[], known: KnownWords): Alternative[] {
  const first = tokens.slice(0, -1)
  const last = tokens.at(-1) ?? ''
  const isWord = known.has(last)
  const isPart = first.length > 0
  // A name as a whole has its completions beside these.
  if (isPart && (isWord || last.length < MIN_PART)) return []
  const limit = last.length < MIN_BEGINNING ? FEW_COMPLETIONS : COMPLETIONS
  const completions = known.completions(last, limit)
  const areAll = completions.length < limit && /^\p{L}+$/u.test(last)
  if (!isPart && !isWord && !areAll && last.length >= MIN_BEGINNING) {
    return [{ tokens, isBeginning: true }]
  }
  return completions.map((word) => ({ tokens: [...first, word], isBeginning: false }))
}

/** Words that begin with what counts as a beginning need not be looked for one by one. */
export function withoutBegun(alternatives: Alternative[]): Alternative[] {
  const beginning = alternatives.find(({ isBeginning }) => isBeginning)?.tokens.join(' ')
  if (beginning === undefined) return alternatives
  return alternatives.filter(
    ({ tokens: [word = ''], isBeginning }) => isBeginning || !word.startsWith(beginning)
  )
}

function nearAlternative({ tokens }: NearName): Alternative {
  return { tokens, isBeginning: false }
}

/** One letter of a script without spaces: the index has it with the letter behind it. */
function isSingleLetter({ isRun, tokens }: QueryUnit): boolean {
  return isRun && tokens.length === 1 && /^\P{M}\p{M}*$/u.test(tokens[0] ?? '')
}

/** A Thai letter may still get its vowel and its tone, which the index has with it. */
function isHalfTyped({ isLast, text }: QueryUnit): boolean {
  return isLast && /\p{sc=Thai}$/u.test(text)
}
