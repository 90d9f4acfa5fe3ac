import { toRomaji } from 'wanakana'

/**
 * How the kana of a name are spelt in Latin letters, with long vowels as they are written and
 * short: とうきょう is `toukyou` and `tokyo`. Words with other letters among them have no spelling
 * that is known from their letters.
 */
export function romajiOf(name: string): string[] {
  const words = name.normalize('NFKC').match(/[\p{L}\p{M}ー]+/gu) ?? []
  const spellings = words
    .filter((word) => /^[\p{sc=Hiragana}\p{sc=Katakana}ー]+$/u.test(word) && word.length > 1)
    .map((word) => toRomaji(word))
  return [...new Set([...spellings, ...spellings.map(shortened)])]
}

function shortened(spelling: string): string {
  return spelling.replaceAll(/ou/g, 'o').replaceAll(/([aiueo])\1+/g, '$1')
}
