import { numericCollator } from '../locales/formatters.ts'

/** The section of a title in an A-to-Z list, with the section's rank. */
interface Section {
  /** A letter, the first kana of a row, `SYMBOLS` or `KANJI`. */
  name: string
  /** Order of sections: symbols and digits, letters, kana, kanji. */
  rank: number
}

const kanaRows = 'あかさたなはまやらわ'
/** The last kana of each row, including small and voiced kana. */
const rowEnds = 'おごぞどのぽもよろん'

/** Section of all titles that start with a digit or symbol. */
export const SYMBOLS = '#'
/** Section of all titles that start with a kanji, whose reading is unknown. */
export const KANJI = '漢字'

/**
 * Section of a title: its first letter without accent, the row of its first kana, `KANJI` or
 * `SYMBOLS`.
 */
function sectionOf(title: string): Section {
  const character = [...title.normalize('NFKC').trim()][0] ?? ''
  if (/\p{Script=Han}/u.test(character)) return { name: KANJI, rank: 3 }
  const kana = kanaRow(character)
  if (kana) return { name: kana, rank: 2 }
  if (!/\p{L}/u.test(character)) return { name: SYMBOLS, rank: 0 }
  const letter = [...character.normalize('NFD').toUpperCase()][0] ?? character
  return { name: letter, rank: 1 }
}

function kanaRow(character: string): string | undefined {
  const code = character.codePointAt(0) ?? 0
  const isKatakana = code >= 0x30a1 && code <= 0x30f6
  const hiragana = isKatakana ? code - 0x60 : code
  if (hiragana < 0x3041 || hiragana > 0x3096) return undefined
  // Behind ん come ゔ, ゕ and ゖ, which are forms of う, か and け.
  if (hiragana === 0x3094) return 'あ'
  if (hiragana > 0x3094) return 'か'
  const row = [...rowEnds].findIndex((end) => hiragana <= (end.codePointAt(0) ?? 0))
  return kanaRows[row]
}

/** A page with its section. */
interface SectionEntry<T> {
  head: string
  page: T
}

/** Sorts pages by title in the collation order of `language`, each with its section. */
export function sortByTitle<T extends { title: string }>(
  pages: readonly T[],
  language: string
): SectionEntry<T>[] {
  const { compare } = numericCollator(language)
  const entries = pages.map((page) => ({ page, ...sectionOf(page.title) }))
  entries.sort(
    (a, b) =>
      a.rank - b.rank ||
      (a.name === b.name ? 0 : compare(a.name, b.name)) ||
      compare(a.page.title, b.page.title)
  )
  return entries.map(({ page, name }) => ({ head: name, page }))
}
