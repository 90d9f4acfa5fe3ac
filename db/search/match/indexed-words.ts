import { setImmediate } from 'node:timers/promises'

import { isJoined } from '../../../site/search/tokens.ts'
import { MIN_MISSPELT, Vocabulary } from '../../../site/search/vocabulary.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'
import { COMMON } from './full-text.ts'

/** Words that are read before others get their turn. */
const AT_ONCE = 2000
/** What is longer is no word that anyone misspells. */
const MAX_LETTERS = 30

/** The words of a full-text index. */
interface IndexedWords {
  vocabulary: Vocabulary
  /** Those that 4,000 rows and more have, of any script. */
  common: Set<string>
}

/** The words of the names of pages, but those of scripts without spaces, a few at a time. */
export async function readNameWords(mirror: Mirror): Promise<Vocabulary> {
  return (await readWords(mirror, 'search_name', isWord)).vocabulary
}

/** The words of all texts that can be misspelt; those that `known` has are left out. */
export async function readTextWords(mirror: Mirror, known: Vocabulary): Promise<IndexedWords> {
  return readWords(mirror, 'search_text', (word) => isSpelt(word) && !known.has(word))
}

/** `FullText` has made the view that is read. */
async function readWords(
  { $client }: Mirror,
  index: 'search_name' | 'search_text',
  counts: (word: string) => boolean
): Promise<IndexedWords> {
  const next = $client
    .prepare<[string, number], [term: string, rows: number]>(
      `select term, doc from temp.${index}_word where term > ? order by term limit ?`
    )
    .raw()
  const words: [word: string, uses: number][] = []
  const common = new Set<string>()
  for (let last = ''; ; await setImmediate()) {
    const batch = next.all(last, AT_ONCE)
    for (const found of batch) {
      const [word, rows] = found
      if (rows >= COMMON) common.add(word)
      if (counts(word)) words.push(found)
    }
    if (batch.length < AT_ONCE) return { vocabulary: new Vocabulary(words), common }
    last = batch.at(-1)?.[0] ?? last
  }
}

/** Names of several words count by these. */
function isWord(term: string): boolean {
  return !isJoined(term) && !term.includes('·')
}

/** Words in letters: no numbers, names put together of words, or pairs of letters of a script without spaces. */
function isSpelt(term: string): boolean {
  const isOfLength = term.length >= MIN_MISSPELT && term.length <= MAX_LETTERS
  return isOfLength && /^\p{L}[^·\p{N}]+$/u.test(term) && !isJoined(term)
}
