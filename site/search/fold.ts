import { stripLatinAccents } from '../addresses/latin-accents.ts'

/** Latin characters that do not decompose into a letter and accents, with their usual replacement. */
const replacements: Record<string, string> = {
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
 * Invisible characters: soft hyphen, zero-width space, word joiner, byte order mark, direction
 * marks, variation selectors and the keycap mark.
 */
const INVISIBLE =
  /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\p{VS}\uFEFF]|\u20E3/gu

/** Difference between the code points of a katakana letter and its hiragana. */
const KANA_SHIFT = 0x60

// oxlint-disable-next-line no-control-regex
const ASCII = /^[\0-\x7f]*$/

/**
 * Normalizes text for comparison: NFKC (one width), lower case, Latin characters without accents,
 * hiragana for katakana, no long vowel marks, no invisible characters. Combining marks of other
 * scripts are kept because they form other characters: が differs from か, й from и.
 */
export function foldText(text: string): string {
  // Fast path: most text and most queries are ASCII.
  if (ASCII.test(text)) return text.toLowerCase().replaceAll(/(?<=[a-z])'(?=[a-z])/g, '')
  return stripLatinAccents(text.normalize('NFKC').toLowerCase())
    .replaceAll(INVISIBLE, '')
    .replaceAll(/[ßæœøđðłþıς]/g, (letter) => replacements[letter] ?? letter)
    .replaceAll(/[ァ-ヶ]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - KANA_SHIFT))
    .replaceAll(/(?<=[ぁ-ゖ])ー+/g, '')
    .replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, '')
}

/** Folded text with a mapping to the original. */
export interface FoldedText {
  folded: string
  /**
   * Offset in the original of a character of `folded`; for the end of `folded`, the original's
   * length.
   */
  offsetOf: (index: number) => number
}

/** A part of a folded text. */
interface Segment {
  /** Offset in the folded text, and in the original. */
  from: number
  offset: number
  /**
   * Whether both texts have the same length; otherwise it is a single character of the original.
   */
  hasSameLength: boolean
}

/** ASCII, and characters of other scripts that only change in case. */
const CASE_ONLY = '\\0-&(-\\x7fЁА-яё、。ぁ-ゖ一-鿿가-힣'
const KANA_MARKS = 'ーｰﾞﾟ'
/** Combining marks, and the later parts of a Korean syllable. */
const TRAILING = '\\p{M}\\u1160-\\u11FF'
/**
 * An apostrophe within a word, a run of characters that fold independently, or one character with
 * its combining marks.
 */
const PARTS = new RegExp(
  [
    `(?<inner>(?<=[\\p{L}\\p{M}])['’](?=\\p{L}))`,
    `[${CASE_ONLY}]+(?![${TRAILING}])(?<![ぁ-ゖ](?=[${KANA_MARKS}]))`,
    `[ァ-ヶ]+(?![${TRAILING}${KANA_MARKS}])`,
    `[^][${TRAILING}${KANA_MARKS}]*`
  ].join('|'),
  'gu'
)
// oxlint-disable-next-line no-control-regex
const IS_CASE_ONLY = new RegExp(`^[${CASE_ONLY}]+$`, 'u')

/** Folds text and records offsets, so that matches can be marked in the original spelling. */
export function foldWithOffsets(text: string): FoldedText {
  let folded = ''
  const segments: Segment[] = []
  for (const { 0: characters, index, groups } of text.matchAll(PARTS)) {
    const isCaseOnly = IS_CASE_ONLY.test(characters)
    const part = groups?.['inner']
      ? ''
      : isCaseOnly
        ? characters.toLowerCase()
        : foldCharacters(characters)
    const hasSameLength =
      isCaseOnly || (/^(?:[ァ-ヶ]+|[^])$/.test(characters) && part.length === characters.length)
    if (!hasSameLength || !segments.at(-1)?.hasSameLength) {
      segments.push({ from: folded.length, offset: index, hasSameLength })
    }
    folded += part
  }
  const offsetOf = (index: number) => {
    if (index >= folded.length) return text.length
    const { from, offset, hasSameLength } = segmentAt(segments, index)
    return hasSameLength ? offset + index - from : offset
  }
  return { folded, offsetOf }
}

/** The last segment that starts at or before the index. */
function segmentAt(segments: Segment[], index: number): Segment {
  let [low, high] = [0, segments.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((segments[middle]?.from ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return segments[low] ?? { from: 0, offset: 0, hasSameLength: true }
}

/** Cache of folded characters: a language has a few thousand, which repeat. */
const cache = new Map<string, string>()
const MAX_CACHED = 10_000

function foldCharacters(characters: string): string {
  const folded = cache.get(characters) ?? foldText(characters)
  if (cache.size >= MAX_CACHED) cache.clear()
  // Longer sequences rarely repeat.
  if (characters.length <= 4) cache.set(characters, folded)
  return folded
}

/** Folded characters and digits only, to compare names regardless of spaces and punctuation. */
export function squash(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, '')
}
