import { isSingleLetter, parseQuery } from './parse-query.ts'

/** Matches no row; FTS5 refuses an empty expression. */
const NOTHING = '""'

/**
 * The FTS5 expression of the texts that contain all of these words, for `search_text match …` and
 * `search_name match …`: the index has folded words, and pairs of letters in scripts without spaces,
 * which is not how words are typed. `*` after the last word also matches longer words.
 */
export function matchWords(words: string): string {
  const { units } = parseQuery(words)
  const isOpen = /\*\s*$/.test(words)
  const parts = units.map((unit) => {
    const isPrefix = (isOpen && unit.isLast) || isSingleLetter(unit)
    return `"${unit.tokens.join(' ')}"${isPrefix ? ' *' : ''}`
  })
  return parts.length === 0 ? NOTHING : parts.join(' AND ')
}
