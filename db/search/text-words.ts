import { setImmediate } from 'node:timers/promises'

import { isJoined } from '../../site/search/tokens.ts'
import { MIN_MISSPELT, Vocabulary } from '../../site/search/vocabulary.ts'
import type { Mirror } from '../open-mirror.ts'

/** Words that are read before others get their turn. */
const AT_ONCE = 2000
/** What is longer is no word that anyone misspells. */
const MAX_LETTERS = 30

/**
 * Reads the words of all texts that can be misspelt, from SQLite's full-text index; those that `known`
 * has are left out.
 */
export async function readTextWords({ $client }: Mirror, known: Vocabulary): Promise<Vocabulary> {
  // A view of the index, in no file.
  $client.exec(
    `create virtual table if not exists temp.search_word using fts5vocab(main, search_text, row)`
  )
  const next = $client
    .prepare<[string, number], [term: string, sections: number]>(
      'select term, doc from temp.search_word where term > ? order by term limit ?'
    )
    .raw()
  const words = new Vocabulary()
  for (let last = ''; ; await setImmediate()) {
    const batch = next.all(last, AT_ONCE)
    for (const [term, sections] of batch) {
      if (isSpelt(term) && !known.has(term)) words.add(term, sections)
    }
    if (batch.length < AT_ONCE) return words
    last = batch.at(-1)?.[0] ?? last
  }
}

/** Words in letters: no numbers, names put together of words, or pairs of letters of a script without spaces. */
function isSpelt(term: string): boolean {
  const isOfLength = term.length >= MIN_MISSPELT && term.length <= MAX_LETTERS
  return isOfLength && /^\p{L}[^·\p{N}]+$/u.test(term) && !isJoined(term)
}
