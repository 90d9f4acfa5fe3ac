import { toKatakana, toRomaji } from 'wanakana'

const IN_KANA = /^[\p{sc=Hiragana}\p{sc=Katakana}ー]+$/u

/** Katakana write the names in what is otherwise hiragana. */
const SAME_KANA = /\p{sc=Hiragana}[\p{sc=Hiragana}ー]*|[\p{sc=Katakana}ー]+/gu

/** Sounds of other languages: kana before a small vowel, in extended Hepburn. */
const customRomajiMapping: Record<string, string> = Object.fromEntries(
  'いぇye うぃwi うぇwe うぉwo ゔぁva ゔぃvi ゔぇve ゔぉvo ゔゅvyu くぁkwa くぃkwi くぇkwe くぉkwo ぐぁgwa つぁtsa つぃtsi つぇtse つぉtso てぃti てゅtyu でぃdi でゅdyu とぅtu どぅdu ふぁfa ふぃfi ふぇfe ふぉfo ふゅfyu'
    .split(' ')
    .map((each) => [each.slice(0, 2), each.slice(2)])
)

/**
 * How the kana of a name are spelt in Latin letters, with long vowels as they are written and
 * short: とうきょう is `toukyou` and `tokyo`; where the kana change, in one word and in several.
 * Words with other letters among them have no spelling that is known from their letters.
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
