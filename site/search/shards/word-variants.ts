import { type QueryUnit, isOpenRun } from '../parse-query.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { ShardReader } from './shard-reader.ts'
import { PREFIX_LENGTH } from './shard-files.ts'

/** Completions of the last word, of a short one, and corrections, as on the server. */
const MAX_COMPLETIONS = 20
const MAX_SHORT_COMPLETIONS = 8
const SHORT = 4
const MAX_CORRECTIONS = 12

/** The forms of a word that are searched, each as consecutive tokens; the first one is as typed. */
export type Variants = string[][]

/** Reads the terms of a query, and longer words if it may be incomplete. */
export async function loadUnits(reader: ShardReader, units: QueryUnit[]): Promise<void> {
  const terms = units.flatMap((unit) => [...unit.tokens, ...unit.wholes])
  const open = units.filter(isOpen).map(({ tokens }) => tokens.at(-1) ?? '')
  await Promise.all([reader.load(terms), reader.loadLonger(open)])
}

/** Requires that the words are loaded. */
export function variantsOf(unit: QueryUnit, reader: ShardReader): Variants {
  const { tokens, wholes } = unit
  const [first, last] = [tokens.slice(0, -1), tokens.at(-1) ?? '']
  const all = [tokens, ...wholes.map((whole) => [whole])]
  if (!isOpen(unit)) return all
  if (unit.isRun) return reader.pairsOf(last).map((pair) => [...first, pair])
  const limit = last.length < SHORT ? MAX_SHORT_COMPLETIONS : MAX_COMPLETIONS
  return [...all, ...reader.completions(last, limit).map((word) => [...first, word])]
}

/** Whether longer words are searched too. */
function isOpen(unit: QueryUnit): boolean {
  if (unit.isRun) return isOpenRun(unit)
  return unit.isLast && (unit.tokens.at(-1)?.length ?? 0) >= PREFIX_LENGTH
}

/** Whether a word occurs in the site. */
export function isKnown({ isRun, tokens }: QueryUnit, reader: ShardReader): boolean {
  return isRun || tokens.every((token) => reader.postings(token).size > 0)
}

/** Words of these vocabularies that a word may be a misspelling of. */
export function correctedTokens(
  { isRun, tokens }: QueryUnit,
  vocabularies: Pick<Vocabulary, 'neighbours'>[],
  wrong: 1 | 2
): string[] {
  const [word = '', ...others] = tokens
  if (isRun || others.length > 0) return []
  const options = { wrong, limit: MAX_CORRECTIONS }
  const found = vocabularies.flatMap((each) => each.neighbours(word, options))
  return [...new Set(found.map((each) => each.word))].slice(0, MAX_CORRECTIONS)
}
