import { expect, test } from 'vitest'

import { english } from '../../site/locales/en.ts'
import { isBuiltIn, messagesFor } from '../../site/locales/messages-for.ts'
import {
  type SiteMessages,
  messageProblems,
  untranslated
} from '../../site/locales/site-messages.ts'

const texts = {
  search: "Suche: {0} ist kein 'Platzhalter'",
  nothingFound: 'Nichts <gefunden> für „{0}“.',
  noPageAt: ['Unter ', ' ist keine Seite.'],
  wasAt: ['Die Seite „{0}“ war unter ', '.'],
  andMore: '{0, plural, one {und # weitere} other {und # weitere (mehrere)}}',
  rowRange: '{from, number}–{to, number} von {whole, number}',
  lists: { pages: '{1, select, true {eine Seite} other {{0} Seiten}}' }
} satisfies SiteMessages

const germanMessages = () => messagesFor({ language: 'de', messages: texts })

test('texts of a site replace those of the interface, with their arguments', () => {
  const german = germanMessages()
  expect(german.search).toBe("Suche: {0} ist kein 'Platzhalter'")
  expect(german.nothingFound('<b>')).toBe('Nichts <gefunden> für „<b>“.')
  expect(german.noPageAt).toEqual(['Unter ', ' ist keine Seite.'])
  expect(german.wasAt('Docht')).toEqual(['Die Seite „Docht“ war unter ', '.'])
  expect([german.andMore(1), german.andMore(1200)]).toEqual([
    'und 1 weitere',
    'und 1.200 weitere (mehrere)'
  ])
  expect(german.rowRange({ from: 1, to: 2000, whole: 3000 })).toBe('1–2.000 von 3.000')
  expect([german.lists.pages('1', true), german.lists.pages('7', false)]).toEqual([
    'eine Seite',
    '7 Seiten'
  ])
})

test('a missing text is in English, with numbers in the language of the site', () => {
  const german = germanMessages()
  expect(german.untitled).toBe('Untitled')
  expect(german.lists.tags).toBe('Tags')
  expect(german.showAllRows(1200)).toBe('Show all 1.200')
  expect(messagesFor({ language: 'ja', messages: texts }).untitled).not.toBe('Untitled')
})

test('the missing texts are listed by key', () => {
  const missing = untranslated(texts)
  expect(missing).toContain('lists.tags')
  expect(missing).not.toContain('lists.pages')
  expect(untranslated(english('en') as unknown as SiteMessages)).toEqual([])
  expect(['en-GB', 'JA', 'de', 'english'].map(isBuiltIn)).toEqual([true, true, false, false])
})

test.each<[unknown, string]>([
  [{ serach: 'x' }, '"serach" is not a text of the interface; remove it'],
  [
    { lists: { constructor: 'x' } },
    '"lists.constructor" is not a text of the interface; remove it'
  ],
  [{ lists: 'x' }, '"lists" is not an object of texts'],
  [{ search: 7 }, '"search" is not a text'],
  [{ search: ['x'] }, '"search" is not a text'],
  [{ wasAt: 'x' }, '"wasAt" is not a list of texts'],
  [{ noPageAt: ['x', 7] }, '"noPageAt" is not a list of texts'],
  [
    { nothingFound: 'x {0' },
    '"nothingFound" is not an ICU message (EXPECT_ARGUMENT_CLOSING_BRACE): x {0'
  ]
])('the texts %j are a problem', (given, problem) => {
  expect(messageProblems(given)).toEqual([problem])
})

test('the texts of this file are no problem', () => {
  expect(messageProblems(texts)).toEqual([])
})
