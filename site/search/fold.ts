import { stripLatinAccents } from '../latin-accents.ts'

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
  ı: 'i'
}

/** Soft hyphen, zero-width space, word joiner and byte order mark. */
const UNSEEN = /[\u00AD\u200B\u2060\uFEFF]/g

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
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => spelledOut[letter] ?? letter)
    .replaceAll(/[ァ-ヶ]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - KANA_SHIFT))
    .replaceAll(/(?<=[ぁ-ゖ])ー+/g, '')
    .replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, '')
}

/** Folded text with the place, in the text it was made from, where each of its letters begins. */
export interface FoldedText {
  folded: string
  /** By index in `folded`, and one more for the end: an index in the original. */
  places: number[]
}

/** Stretches of plain letters, or one letter with the marks behind it, and half-width kana with theirs. */
const LETTERS = /[\0-&(-\x7f]+(?![\p{M}'’])|[^][\p{M}ﾞﾟー'’]*/gu

/** Folds letter by letter, for what is shown to keep its own spelling. */
export function foldWithPlaces(text: string): FoldedText {
  let folded = ''
  const places: number[] = []
  for (const { 0: letters, index } of text.matchAll(LETTERS)) {
    const isPlain = letters.charCodeAt(0) < 0x80 && !/[^\0-\x7f]|'/.test(letters)
    const part = isPlain ? letters.toLowerCase() : foldLetter(letters)
    folded += part
    for (let count = 0; count < part.length; count++) places.push(isPlain ? index + count : index)
  }
  places.push(text.length)
  return { folded, places }
}

/** Letters that were folded lately: a language has some thousands, and its texts the same ones. */
const known = new Map<string, string>()
const MAX_KNOWN = 10_000

function foldLetter(letter: string): string {
  const folded = known.get(letter) ?? foldText(letter)
  if (known.size >= MAX_KNOWN) known.clear()
  // What has many marks is no letter that comes again.
  if (letter.length <= 4) known.set(letter, folded)
  return folded
}

/** Letters and digits only, folded: what two names have in common that are written alike. */
export function squash(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '')
}
