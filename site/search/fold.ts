import { stripLatinAccents } from '../addresses/latin-accents.ts'

/** Latin letters that are no letter with an accent, and what is typed for them. */
const spelledOut: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ς: 'σ'
}

/**
 * Soft hyphen, zero-width space, word joiner, byte order mark, marks of direction, and what makes a
 * picture of a sign: variation selectors and the keycap.
 */
const UNSEEN =
  /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\p{VS}\uFEFF]|\u20E3/gu

/** From a katakana letter to the hiragana one of the same sound. */
const KANA_SHIFT = 0x60

// oxlint-disable-next-line no-control-regex
const PLAIN = /^[\0-\x7f]*$/

/**
 * Text as it is compared: NFKC (so that widths are one), lower case, Latin letters without accents,
 * katakana as hiragana, without the sign of a long vowel and without signs that nobody sees. Marks of
 * other scripts stay: they make other letters, が of か and й of и.
 */
export function foldText(text: string): string {
  // Most of what is indexed, and of what is asked, is plain: then little of all this can change it.
  if (PLAIN.test(text)) return text.toLowerCase().replaceAll(/(?<=[a-z])'(?=[a-z])/g, '')
  return stripLatinAccents(text.normalize('NFKC').toLowerCase())
    .replaceAll(UNSEEN, '')
    .replaceAll(/[ßæœøđðłþıς]/g, (letter) => spelledOut[letter] ?? letter)
    .replaceAll(/[ァ-ヶ]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - KANA_SHIFT))
    .replaceAll(/(?<=[ぁ-ゖ])ー+/g, '')
    .replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, '')
}

/** Folded text that knows where its letters come from. */
export interface FoldedText {
  folded: string
  /** Where the letter at an index of `folded` begins in the original; of its end, where that ends. */
  placeOf: (index: number) => number
}

/** A part of a folded text. */
interface Stretch {
  /** Where it begins in the folded text, and in the original. */
  from: number
  place: number
  /** Whether its letters are as long as they were; otherwise it is a single letter of the original. */
  isEven: boolean
}

/** Plain letters, and those of other scripts that are only made small. */
const SAME = '\\0-&(-\\x7fЁА-яё、。ぁ-ゖ一-鿿가-힣'
const KANA_MARKS = 'ーｰﾞﾟ'
/** Marks, and the parts of a Korean letter that come behind its first one. */
const BEHIND = '\\p{M}\\u1160-\\u11FF'
/** An apostrophe within a word, stretches of letters that are folded alone, or one letter with the marks behind it. */
const LETTERS = new RegExp(
  [
    `(?<inner>(?<=[\\p{L}\\p{M}])['’](?=\\p{L}))`,
    `[${SAME}]+(?![${BEHIND}])(?<![ぁ-ゖ](?=[${KANA_MARKS}]))`,
    `[ァ-ヶ]+(?![${BEHIND}${KANA_MARKS}])`,
    `[^][${BEHIND}${KANA_MARKS}]*`
  ].join('|'),
  'gu'
)
// oxlint-disable-next-line no-control-regex
const ARE_SAME = new RegExp(`^[${SAME}]+$`, 'u')

/** Folds letter by letter, for what is shown to keep its own spelling. */
export function foldWithPlaces(text: string): FoldedText {
  let folded = ''
  const stretches: Stretch[] = []
  for (const { 0: letters, index, groups } of text.matchAll(LETTERS)) {
    const areSame = ARE_SAME.test(letters)
    const part = groups?.['inner'] ? '' : areSame ? letters.toLowerCase() : foldLetters(letters)
    const isEven = areSame || (/^(?:[ァ-ヶ]+|[^])$/.test(letters) && part.length === letters.length)
    if (!isEven || !stretches.at(-1)?.isEven) {
      stretches.push({ from: folded.length, place: index, isEven })
    }
    folded += part
  }
  const placeOf = (index: number) => {
    if (index >= folded.length) return text.length
    const { from, place, isEven } = stretchAt(stretches, index)
    return isEven ? place + index - from : place
  }
  return { folded, placeOf }
}

/** The last stretch that begins here or before. */
function stretchAt(stretches: Stretch[], index: number): Stretch {
  let [low, high] = [0, stretches.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((stretches[middle]?.from ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return stretches[low] ?? { from: 0, place: 0, isEven: true }
}

/** Letters that were folded lately: a language has some thousands, and its texts the same ones. */
const known = new Map<string, string>()
const MAX_KNOWN = 10_000

function foldLetters(letters: string): string {
  const folded = known.get(letters) ?? foldText(letters)
  if (known.size >= MAX_KNOWN) known.clear()
  // What is long, or has many marks, hardly comes again.
  if (letters.length <= 4) known.set(letters, folded)
  return folded
}

/** Letters and digits only, folded: what two names have in common that are written alike. */
export function squash(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '')
}
