import { squash } from '../../site/search/fold.ts'
import type { QueryUnit } from '../../site/search/parse-query.ts'

/** Letters that a name has at least, and has at most in a script without spaces. */
const SHORTEST = 2
const LONGEST = 24

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
