import type { QueryUnit } from '../../site/search/parse-query.ts'
import type { KnownWords } from './known-words.ts'

const COMPLETIONS = 40
const NEIGHBOURS = 12
/** Words are looked for by shorter beginnings in names only: so many texts have them. */
const MIN_BEGINNING = 4

/** The same of the last part of a name, before which others stand. */
const MIN_PART = 3

/** What a word of a query may stand for. */
export interface Alternative {
  /** Tokens that stand one behind the other: a word, the parts of a name, the pairs of letters of a run. */
  tokens: string[]
  /** Whether words count too that begin with the last token. */
  isBeginning: boolean
  /** How much it counts, beside 1 for the word itself. */
  weight: number
}

/** What a misspelt word, or name put together of words, may stand for. */
export interface NearName {
  /** As it is offered. */
  text: string
  tokens: string[]
  distance: number
}

/** What a misspelt word may stand for, the nearest first. */
export function neighboursOf(
  { isRun, wholes, tokens, text }: QueryUnit,
  known: KnownWords
): NearName[] {
  const [first] = tokens
  if (isRun || first === undefined) return []
  if (wholes.length > 0) return nearWhole(text, tokens, known)
  return known
    .neighbours(first, NEIGHBOURS)
    .map(({ word, distance }) => ({ text: word, tokens: [word], distance }))
}

/** A name with the nearest known word for each of its unknown ones. */
function nearWhole(text: string, tokens: string[], known: KnownWords): NearName[] {
  const right = tokens.map((token) =>
    known.has(token) ? token : (known.neighbours(token, 1)[0]?.word ?? token)
  )
  if (right.every((token, index) => token === tokens[index])) return []
  const signs = text.split(/[^:_./#+-]+/).slice(1)
  const offered = right.map((token, index) => `${token}${signs[index] ?? ''}`).join('')
  return [{ text: offered, tokens: right, distance: 1 }]
}

/** The word as it was asked, completed when it is the last one, and the words near to it. */
export function alternativesOf(
  unit: QueryUnit,
  known: KnownWords,
  near: NearName[]
): Alternative[] {
  const exact = { tokens: unit.tokens, weight: 1, isBeginning: isSingleLetter(unit) }
  const [word] = unit.tokens
  if (unit.isRun || word === undefined) return [exact]
  if (unit.wholes.length > 0) {
    const wholes = unit.wholes.map((each) => ({
      tokens: [each],
      weight: 1.2,
      isBeginning: unit.isLast
    }))
    const isBeginning = unit.isLast && (unit.tokens.at(-1)?.length ?? 0) >= MIN_PART
    return [{ ...exact, isBeginning }, ...wholes, ...near.map(nearAlternative)]
  }
  const completed = unit.isLast ? known.completions(word, COMPLETIONS) : []
  return [
    { ...exact, isBeginning: unit.isLast && word.length >= MIN_BEGINNING },
    ...completed.map((each) => alternative(each, (0.8 * word.length) / each.length)),
    ...near.map(nearAlternative)
  ]
}

/** Words that begin with what counts as a beginning need not be looked for one by one. */
export function withoutBegun(alternatives: Alternative[]): Alternative[] {
  const beginning = alternatives.find(({ isBeginning }) => isBeginning)?.tokens.join(' ')
  if (beginning === undefined) return alternatives
  return alternatives.filter(
    ({ tokens: [word = ''], isBeginning }) => isBeginning || !word.startsWith(beginning)
  )
}

function nearAlternative({ tokens, distance }: NearName): Alternative {
  return { tokens, weight: 0.5 / distance, isBeginning: false }
}

function alternative(word: string, weight: number): Alternative {
  return { tokens: [word], weight, isBeginning: false }
}

/** One letter of a script without spaces: the index has it with the letter behind it. */
function isSingleLetter({ isRun, tokens }: QueryUnit): boolean {
  return isRun && tokens.length === 1 && /^\P{M}\p{M}*$/u.test(tokens[0] ?? '')
}
