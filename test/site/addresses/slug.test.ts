import { normalizeTitle } from 'notion-utils'
import { expect, test } from 'vitest'

import { titleToSlug } from '../../../site/addresses/slug.ts'

test.each([
  ['Get Started', 'get-started'],
  ['Été à Paris', 'ete-a-paris'],
  ['Ловушка йети', 'ловушка-йети'],
  ['ตะเกียงวิญญาณ', 'ตะเกียงวิญญาณ'],
  ['虚灯のひみつ', '虚灯のひみつ'],
  ['ガラスの灯', 'ガラスの灯'],
  ['ﾊﾝｶｸ ｶﾅ', 'ハンカク-カナ'],
  ['등불 지기', '등불-지기'],
  ['  Tips & tricks — part 2  ', 'tips-tricks-part-2'],
  ["Don't panic!", 'dont-panic'],
  ['🏮✨', ''],
  ['☀️', ''],
  ['⚔️ Swords', 'swords'],
  ['Love ❤️', 'love'],
  ['1️⃣ First', '1-first'],
  ['', ''],
  ['á ́b', 'a-b'],
  ['🏮́ lamp', 'lamp'],
  ['--a  -- b--', 'a-b'],
  ['が', 'が'],
  ['İ', 'i'],
  ['①', '1']
])('the slug of %j is %j', (title, slug) => {
  expect(titleToSlug(title)).toBe(slug)
})

test.each(['Get Started', 'Wiki', 'Did you know', 'v1.20.4', '虚灯 紹介'])(
  'the slug of %j is the same as in common starter kits, so URLs survive a migration',
  (title) => {
    expect(titleToSlug(title)).toBe(normalizeTitle(title))
  }
)

test('slugs are idempotent, so a slug copied into a Slug property is unchanged', () => {
  for (const title of ['Éclipse à deux', 'ﾃｽﾄ', 'a  --  b', 'Ångström', 'x'.repeat(300)]) {
    expect(titleToSlug(titleToSlug(title))).toBe(titleToSlug(title))
  }
})

test('a slug of up to 120 characters is complete, a longer one ends at a word if one is near', () => {
  expect(titleToSlug('x'.repeat(120))).toBe('x'.repeat(120))
  expect(titleToSlug(`${'x'.repeat(60)} ${'y'.repeat(59)}`)).toHaveLength(120)
  expect(titleToSlug('x'.repeat(121))).toBe('x'.repeat(120))
  expect(titleToSlug(`${'x'.repeat(60)} ${'y'.repeat(80)}`)).toHaveLength(120)
  expect(titleToSlug(`${'x'.repeat(61)} ${'y'.repeat(80)}`)).toBe('x'.repeat(61))
  expect([...titleToSlug('𠮷'.repeat(130))]).toHaveLength(120)
})
