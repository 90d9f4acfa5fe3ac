/** Under which head a title stands in a list from A to Z, and where that head comes. */
interface ListHead {
  /** A letter, the first kana of a row, or a word for all titles that begin with other signs. */
  name: string
  /** Signs and digits come first, then letters, then kana, then kanji. */
  rank: number
}

const kanaRows = 'あかさたなはまやらわ'
/** The last kana of each row, small ones and those with marks among them. */
const rowEnds = 'おごぞどのぽもよろん'

/** The head for all titles that begin with a digit or a sign. */
export const SYMBOLS = '#'
/** The head for all titles that begin with a kanji, whose reading a title does not tell. */
export const KANJI = '漢字'

/** Finds the head of a title: its first letter without accent, the row of its first kana, or kanji. */
function listHead(title: string): ListHead {
  const sign = [...title.normalize('NFKC').trim()][0] ?? ''
  if (/\p{Script=Han}/u.test(sign)) return { name: KANJI, rank: 3 }
  const kana = kanaRow(sign)
  if (kana) return { name: kana, rank: 2 }
  if (!/\p{L}/u.test(sign)) return { name: SYMBOLS, rank: 0 }
  const letter = [...sign.normalize('NFD').toUpperCase()][0] ?? sign
  return { name: letter, rank: 1 }
}

function kanaRow(sign: string): string | undefined {
  const code = sign.codePointAt(0) ?? 0
  const isKatakana = code >= 0x30a1 && code <= 0x30f6
  const hiragana = isKatakana ? code - 0x60 : code
  if (hiragana < 0x3041 || hiragana > 0x3096) return undefined
  // Behind ん stand forms of う, か and け.
  if (hiragana === 0x3094) return 'あ'
  if (hiragana > 0x3094) return 'か'
  const row = [...rowEnds].findIndex((end) => hiragana <= (end.codePointAt(0) ?? 0))
  return kanaRows[row]
}

/** A title with what it is sorted by. */
interface Sorted<T> {
  head: string
  page: T
}

/** Titles from A to Z in the order of a language, with the head that each stands under. */
export function sortByTitle<T extends { title: string }>(
  pages: T[],
  language: string
): Sorted<T>[] {
  const collator = new Intl.Collator(language, { numeric: true })
  const { compare } = collator
  const headed = pages.map((page) => ({ page, ...listHead(page.title) }))
  headed.sort(
    (a, b) =>
      a.rank - b.rank ||
      (a.name === b.name ? 0 : compare(a.name, b.name)) ||
      compare(a.page.title, b.page.title)
  )
  return headed.map(({ page, name }) => ({ head: name, page }))
}
