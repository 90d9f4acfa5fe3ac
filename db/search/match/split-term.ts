import { MIN_PAIRS } from '../../../site/search/questions.ts'
import { isJoined } from '../../../site/search/tokens.ts'
import type { TermVariant } from './term-variants.ts'

/** A compound name of so many parts, such as `cat/dog`, also matches its parts separately. */
const MIN_PARTS = 2

/** Splits a long run without spaces into character pairs, and a compound name into its parts. */
export function splitTerm(variants: TermVariant[]): TermVariant[][] {
  const [typed] = variants
  const minTokens = isJoined(typed?.tokens[0] ?? '') ? MIN_PAIRS : MIN_PARTS
  if (!typed || typed.tokens.length < minTokens) return [variants]
  return typed.tokens.map((token) => [{ ...typed, tokens: [token] }])
}
