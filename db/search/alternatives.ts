import type { QueryUnit } from '../../site/search/parse-query.ts'
import type { Neighbour, Vocabulary } from '../../site/search/vocabulary.ts'

const COMPLETIONS = 40
const NEIGHBOURS = 12
/** Words are looked for by shorter beginnings in names only: so many texts have them. */
const MIN_BEGINNING = 4

/** What a word of a query may stand for. */
export interface Alternative {
  /** Tokens that stand one behind the other: a word, the parts of a name, the pairs of letters of a run. */
  tokens: string[]
  /** Whether words count too that begin with the last token. */
  isBeginning: boolean
  /** How much it counts, beside 1 for the word itself. */
  weight: number
}

/** Words that a misspelt one may stand for, the nearest first. */
export function neighboursOf({ isRun, wholes, tokens }: QueryUnit, known: Vocabulary): Neighbour[] {
  const [word] = tokens
  return isRun || wholes.length > 0 || word === undefined ? [] : known.neighbours(word, NEIGHBOURS)
}

/** The word as it was asked, completed when it is the last one, and the words near to it. */
export function alternativesOf(
  unit: QueryUnit,
  vocabulary: Vocabulary,
  near: Neighbour[]
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
    return [exact, ...wholes]
  }
  const completed = unit.isLast ? vocabulary.completions(word, COMPLETIONS) : []
  return [
    { ...exact, isBeginning: unit.isLast && word.length >= MIN_BEGINNING },
    ...completed.map((each) => alternative(each, (0.8 * word.length) / each.length)),
    ...near.map((each) => alternative(each.word, 0.5 / each.distance))
  ]
}

function alternative(word: string, weight: number): Alternative {
  return { tokens: [word], weight, isBeginning: false }
}

/** One letter of a script without spaces: the index has it with the letter behind it. */
function isSingleLetter({ isRun, tokens }: QueryUnit): boolean {
  return isRun && tokens.length === 1 && /^\P{M}\p{M}*$/u.test(tokens[0] ?? '')
}
