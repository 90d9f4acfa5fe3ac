import { expect, test } from 'vitest'

import { languageName, languageTag } from '../../site/locales/language-tag.ts'

test.each([
  ['ja', 'ja'],
  ['PT-br', 'pt-BR'],
  [' Japanese ', 'ja'],
  ['日本語', 'ja'],
  ['Japanisch', 'ja'],
  ['deutsch', 'de'],
  ['français', 'fr'],
  ['Elvish', undefined],
  ['', undefined],
  ['e', undefined]
])('the language %j on a German site is %s', (text, tag) => {
  expect(languageTag(text, 'de')).toBe(tag)
})

test('a language is called by its own name', () => {
  expect(['de', 'ja', 'pt-BR'].map((tag) => languageName(tag))).toEqual([
    'Deutsch',
    '日本語',
    'português (Brasil)'
  ])
})
