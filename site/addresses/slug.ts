import { stripLatinAccents } from './latin-accents.ts'

const MAX_LENGTH = 120

/**
 * The slug of a title: lower-case, spaces become hyphens, special characters go. Letters of
 * every script stay; only Latin letters lose their accents, since dropping combining marks
 * everywhere would turn が into か and й into и. Empty only when the title holds no letter or digit.
 *
 * @example titleToSlug('Été à Paris') // 'ete-a-paris'
 * @example titleToSlug('ﾊﾝｶｸ カナ') // 'ハンカク-カナ'
 */
export function titleToSlug(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}\s-]|\p{Me}|\p{Variation_Selector}/gu, '')
    // A sign that went may have left its marks behind.
    .replaceAll(/(?<![\p{L}\p{N}\p{M}])\p{M}+/gu, '')
  // Only now: a sign that went may have left its marks on the letter before it.
  const slug = stripLatinAccents(words)
    .replaceAll(/[\s-]+/g, '-')
    .replaceAll(/^-|-$/g, '')

  // A mark without a letter (an emoji's variation selector, say) is no name for a page.
  return /[\p{L}\p{N}]/u.test(slug) ? shorten(slug) : ''
}

function shorten(slug: string): string {
  const letters = [...slug]
  if (letters.length <= MAX_LENGTH) return slug
  const head = letters.slice(0, MAX_LENGTH).join('')
  const lastHyphen = head.lastIndexOf('-')
  return lastHyphen > MAX_LENGTH / 2 ? head.slice(0, lastHyphen) : head
}
