import { squash } from './fold.ts'
import type { QueryUnit } from './parse-query.ts'

/** Words of a query that may be a question. */
const MIN_WORDS = 3
/** Character pairs of a run without spaces that may contain several words. */
export const MIN_PAIRS = 4
/** Minimum length of a name, and maximum length in a run without spaces. */
const MIN_LENGTH = 2
const MAX_LENGTH = 24

/** Whether a query may contain the name of a page besides other words. */
export function isQuestion(units: QueryUnit[]): boolean {
  return (
    units.length >= MIN_WORDS ||
    units.some(({ isRun, tokens }) => isRun && tokens.length >= MIN_PAIRS)
  )
}

/**
 * Returns all possible names in a question, in the form of `squash`: sequences of words, and
 * substrings of runs without spaces.
 */
export function candidateNames(units: QueryUnit[]): string[] {
  const words = units.flatMap((_, from) =>
    units.slice(from).map((__, index) => units.slice(from, from + index + 1))
  )
  const sequences = words.map((each) => squash(each.map(({ text }) => text).join('')))
  const runs = units.filter(({ isRun }) => isRun).flatMap(({ text }) => substrings([...text]))
  return [...new Set([...sequences, ...runs])].filter((name) => [...name].length >= MIN_LENGTH)
}

function substrings(letters: string[]): string[] {
  return letters.flatMap((_, from) =>
    Array.from({ length: Math.min(MAX_LENGTH, letters.length - from) }, (__, index) =>
      letters.slice(from, from + index + 1).join('')
    )
  )
}
