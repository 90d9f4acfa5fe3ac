import { type Unit, unitsOf } from './tokens.ts'

/** Characters and words of a query that are looked at. */
const MAX_CHARACTERS = 200
const MAX_WORDS = 8
/** Pairs of letters that a run of a script without spaces is looked for by, and parts of a name. */
const MAX_TOKENS = 24

/** One word of a query. */
export interface QueryUnit extends Unit {
  /** Whether it is the last one, which may still be typed. */
  isLast: boolean
}

/** A query as it is answered. */
export interface ParsedQuery {
  /** What was asked, without what is not looked at; equal for queries that have the same answer. */
  text: string
  units: QueryUnit[]
  /** Whether the query was longer than what is looked at. */
  isCut: boolean
}

/** Reads a query: at most 200 characters and 8 words of it. */
export function parseQuery(query: string): ParsedQuery {
  const letters = [...query.trim().replaceAll(/\s+/g, ' ')]
  const all = unitsOf(letters.slice(0, MAX_CHARACTERS).join('').toWellFormed())
  const units = all.slice(0, MAX_WORDS).map((unit, index, { length }) => ({
    ...unit,
    tokens: queryTokens(unit),
    isLast: index === length - 1
  }))
  return {
    text: units.map((unit) => unit.text).join(' '),
    units,
    isCut: letters.length > MAX_CHARACTERS || all.length > MAX_WORDS || all.some(isLong)
  }
}

/** The last letter of a run stands alone in the index only where a run ends; asked for alone it is a beginning. */
function queryTokens({ isRun, tokens }: Unit): string[] {
  const asked = isRun && tokens.length > 1 ? tokens.slice(0, -1) : tokens
  return asked.slice(0, MAX_TOKENS)
}

function isLong({ isRun, tokens }: Unit): boolean {
  return tokens.length > MAX_TOKENS + Number(isRun)
}
