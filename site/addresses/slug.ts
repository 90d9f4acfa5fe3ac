import { stripLatinAccents } from './latin-accents.ts'

const MAX_LENGTH = 120

/**
 * Converts a title to a slug: lower case, hyphens for spaces, no special characters. Letters of
 * every script are kept. Only Latin letters lose their accents: dropping all combining marks would
 * turn が into か and й into и. The result is empty only if the title has no letter or digit.
 *
 * @example titleToSlug('Été à Paris') // 'ete-a-paris'
 * @example titleToSlug('ﾊﾝｶｸ カナ') // 'ハンカク-カナ'
 */
export function titleToSlug(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s-]|\p{Me}|\p{Variation_Selector}/gu, '')
    // A removed character may leave its combining marks behind.
    .replaceAll(/(?<![\p{L}\p{N}\p{M}])\p{M}+/gu, '')
  // Must come last: marks of a removed character may have joined the letter before it.
  const slug = stripLatinAccents(words)
    .replaceAll(/[\s-]+/g, '-')
    .replaceAll(/^-|-$/g, '')

  // Combining marks without a letter (such as an emoji's variation selector) do not make a slug.
  return /[\p{L}\p{N}]/u.test(slug) ? shorten(slug) : ''
}

function shorten(slug: string): string {
  const letters = [...slug]
  if (letters.length <= MAX_LENGTH) return slug
  const head = letters.slice(0, MAX_LENGTH).join('')
  const lastHyphen = head.lastIndexOf('-')
  return lastHyphen > MAX_LENGTH / 2 ? head.slice(0, lastHyphen) : head
}
