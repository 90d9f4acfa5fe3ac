import { toKatakana, toRomaji } from 'wanakana'

const IN_KANA = /^[\p{sc=Hiragana}\p{sc=Katakana}ー]+$/u

/** Katakana write the names in what is otherwise hiragana. */
const SAME_KANA = /\p{sc=Hiragana}[\p{sc=Hiragana}ー]*|[\p{sc=Katakana}ー]+/gu

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
    .map((parts) => parts.map((part) => toRomaji(toKatakana(part))).join(' '))
  return [...new Set([...spellings, ...spellings.map(shortened)])]
}

function shortened(spelling: string): string {
  return spelling.replaceAll(/ou/g, 'o').replaceAll(/([aiueo])\1+/g, '$1')
}
