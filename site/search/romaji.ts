import { toKatakana, toRomaji } from 'wanakana'

const IN_KANA = /^[\p{sc=Hiragana}\p{sc=Katakana}ー]+$/u

/**
 * Splits a word where it changes between hiragana and katakana; names are often written in
 * katakana.
 */
const SAME_KANA = /\p{sc=Hiragana}[\p{sc=Hiragana}ー]*|[\p{sc=Katakana}ー]+/gu

/** Kana with small vowels, used for foreign sounds, in extended Hepburn. */
const customRomajiMapping: Record<string, string> = Object.fromEntries(
  'いぇye うぃwi うぇwe うぉwo ゔぁva ゔぃvi ゔぇve ゔぉvo ゔゅvyu くぁkwa くぃkwi くぇkwe くぉkwo ぐぁgwa つぁtsa つぃtsi つぇtse つぉtso てぃti てゅtyu でぃdi でゅdyu とぅtu どぅdu ふぁfa ふぃfi ふぇfe ふぉfo ふゅfyu'
    .split(' ')
    .map((each) => [each.slice(0, 2), each.slice(2)])
)

/**
 * Romanizes the kana words of a name, with long vowels as written and shortened: とうきょう gives
 * `toukyou` and `tokyo`. A word that changes between hiragana and katakana is spelled as one word
 * and as several. Words with other characters, such as kanji, are skipped: their reading is
 * unknown.
 */
export function romajiOf(name: string): string[] {
  const words = name.normalize('NFKC').match(/[\p{L}\p{M}ー]+/gu) ?? []
  const inKana = words.filter((word) => word.length > 1 && IN_KANA.test(word))
  const spellings = inKana
    .flatMap((word) => [[word], word.match(SAME_KANA) ?? []])
    .map((parts) =>
      parts.map((part) => toRomaji(toKatakana(part), { customRomajiMapping })).join(' ')
    )
  return [...new Set([...spellings, ...spellings.map(shortened)])]
}

function shortened(spelling: string): string {
  return spelling.replaceAll(/ou/g, 'o').replaceAll(/([aiueo])\1+/g, '$1')
}
