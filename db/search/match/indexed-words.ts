import { setImmediate } from 'node:timers/promises'

import { isJoined } from '../../../site/search/tokens.ts'
import { MIN_MISSPELT, Vocabulary } from '../../../site/search/vocabulary.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'
import { MAX_UNRANKED } from './full-text.ts'

/** Words that are read before the event loop runs again. */
const BATCH_SIZE = 400
/** Longer words are not corrected. */
const MAX_LETTERS = 30

/** The words of a full-text index. */
interface IndexedWords {
  vocabulary: Vocabulary
  /** Words of any script in 4,000 or more rows. */
  common: Set<string>
}

/** Reads the words of page names in batches, except those of scripts without spaces. */
export async function readNameWords(mirror: Mirror): Promise<Vocabulary> {
  return (await readWords(mirror, 'search_name', isWord)).vocabulary
}

/** Reads the words of all texts that can be corrected, except those in `known`. */
export async function readTextWords(mirror: Mirror, known: Vocabulary): Promise<IndexedWords> {
  return readWords(mirror, 'search_text', (word) => isSpelt(word) && !known.has(word))
}

/** Requires the vocabulary table that `FullText` creates. */
async function readWords(
  { $client }: Mirror,
  index: 'search_name' | 'search_text',
  accepts: (word: string) => boolean
): Promise<IndexedWords> {
  const next = $client
    .prepare<[string, number], [term: string, rows: number]>(
      `select term, doc from temp.${index}_word where term > ? order by term limit ?`
    )
    .raw()
  const words: [word: string, uses: number][] = []
  const common = new Set<string>()
  for (let last = ''; ; await setImmediate()) {
    const batch = next.all(last, BATCH_SIZE)
    for (const found of batch) {
      const [word, rows] = found
      if (rows >= MAX_UNRANKED) common.add(word)
      if (accepts(word)) words.push(found)
    }
    if (batch.length < BATCH_SIZE) return { vocabulary: new Vocabulary(words), common }
    last = batch.at(-1)?.[0] ?? last
  }
}

/** Whether a term is a single word: compound names are represented by their words. */
function isWord(term: string): boolean {
  return !isJoined(term) && !term.includes('·')
}

/** Whether a term is a word of letters: no number, compound name or pair of a script without spaces. */
function isSpelt(term: string): boolean {
  const isOfLength = term.length >= MIN_MISSPELT && term.length <= MAX_LETTERS
  return isOfLength && /^\p{L}[^·\p{N}]+$/u.test(term) && !isJoined(term)
}
