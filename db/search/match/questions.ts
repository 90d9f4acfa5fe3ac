import { squash } from '../../../site/search/fold.ts'
import type { QueryUnit } from '../../../site/search/parse-query.ts'
import { isJoined } from '../../../site/search/tokens.ts'
import type { Alternative } from './spelling-variants.ts'

/** Words from which on a query may be a question. */
const MIN_WORDS = 3
/** Pairs of letters from which on a run of a script without spaces may be of several words. */
const MIN_PAIRS = 4
/** Parts of a name, such as `cat/dog`, that may stand apart. */
const MIN_PARTS = 2
/** Letters that a name has at least, and has at most in a script without spaces. */
const SHORTEST = 2
const LONGEST = 24

/** Whether the name of a page may stand within a query: in several words, or in a run of a script without spaces. */
export function isQuestion(units: QueryUnit[]): boolean {
  return (
    units.length >= MIN_WORDS ||
    units.some(({ isRun, tokens }) => isRun && tokens.length >= MIN_PAIRS)
  )
}

/** All that may be a name in a question, as `squash` writes it: words side by side, and parts of runs without spaces. */
export function namesWithin(units: QueryUnit[]): string[] {
  const words = units.flatMap((_, from) =>
    units.slice(from).map((__, index) => units.slice(from, from + index + 1))
  )
  const sides = words.map((each) => squash(each.map(({ text }) => text).join('')))
  const runs = units.filter(({ isRun }) => isRun).flatMap(({ text }) => partsOf([...text]))
  return [...new Set([...sides, ...runs])].filter((name) => [...name].length >= SHORTEST)
}

function partsOf(letters: string[]): string[] {
  return letters.flatMap((_, from) =>
    Array.from({ length: Math.min(LONGEST, letters.length - from) }, (__, index) =>
      letters.slice(from, from + index + 1).join('')
    )
  )
}

/** A long run of a script without spaces as its pairs of letters, and a name as its parts: pages may have some of them. */
export function inPieces(alternatives: Alternative[]): Alternative[][] {
  const [asked] = alternatives
  const fewest = isJoined(asked?.tokens[0] ?? '') ? MIN_PAIRS : MIN_PARTS
  if (!asked || asked.tokens.length < fewest) return [alternatives]
  return asked.tokens.map((token) => [{ ...asked, tokens: [token] }])
}
