import { parseQuery } from './parse-query.ts'

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
  const parts = units.map(({ tokens, isRun }, index) => {
    const isLast = index === units.length - 1
    // A single letter of a script without spaces is the beginning of a pair.
    const isLetter = isRun && tokens.length === 1 && /^\P{M}\p{M}*$/u.test(tokens[0] ?? '')
    return `"${tokens.join(' ')}"${(isOpen && isLast) || isLetter ? ' *' : ''}`
  })
  return parts.length === 0 ? NOTHING : parts.join(' AND ')
}
