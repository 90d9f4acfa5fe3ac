import { expect, test } from 'vitest'

import { renderedBlock, renderedText, words } from '../../support/sites/rendered.ts'
import { testId } from '../../support/workspaces/records.ts'

const gone = testId(77)

test.each([
  ['bold', ['b'], '<b>oil</b>'],
  ['italic', ['i'], '<em>oil</em>'],
  ['underlined', ['_'], '<u>oil</u>'],
  ['struck', ['s'], '<s>oil</s>'],
  ['code', ['c'], '<code>oil</code>'],
  ['coloured', ['h', 'red'], '<span class="color-red">oil</span>'],
  ['on a colour', ['h', 'red_background'], '<span class="color-red_background">oil</span>'],
  ['of no colour', ['h', 'default_background'], '<span>oil</span>'],
  ['commented on', ['m', gone], '<p>oil</p>'],
  ['suggested for removal', ['sr', gone], '<p>oil</p>'],
  ['suggested to be bold', ['sa', gone, ['b']], '<p>oil</p>'],
  ['marked with an unknown mark', ['zz', 1], '<p>oil</p>']
])('text that is %s has its element', async (_name, mark, html) => {
  expect(await renderedText(['oil', [mark]])).toContain(html)
})

test('text that is only suggested is not shown', async () => {
  expect(await renderedText(['oil'], [' and wax', [['b'], ['si', gone]]])).toContain('<p>oil</p>')
})

test.each([
  ['a removed page', ['p', gone], 'a page that is not here'],
  ['an unknown person', ['u', gone], '@someone'],
  ['a date without a day', ['d', { type: 'date' }], 'a date'],
  ['a link to nothing', ['lm', {}], 'a link'],
  ['a removed object', ['eoi', gone], 'something that is not here'],
  ['an emoji without a picture', ['ce', gone], ':emoji:'],
  ['the day a template is used', ['tv', { type: 'today' }], '@today'],
  ['who uses a template', ['tv', { type: 'me' }], '@me']
])('a mention of %s is labelled, or shows its text', async (_name, mark, expected) => {
  expect(words(await renderedText(['‣', [mark]]))).toBe(expected)
  expect(words(await renderedText(['the old map', [mark]]))).toMatch(/the old map$/)
})

test.each([
  ['date', { type: 'date', start_date: '2026-03-01' }, 'Mar 1, 2026'],
  ['daterange', { type: 'daterange', start_date: '2026-03-01', end_date: '2026-03-04' }, '4, 2026'],
  ['datetime', { type: 'datetime', start_date: '2026-03-01', start_time: '18:00' }, '6:00'],
  [
    'datetimerange with a reminder',
    {
      type: 'datetimerange',
      start_date: '2026-03-01',
      start_time: '18:00',
      end_date: '2026-03-01',
      end_time: '20:30',
      reminder: { unit: 'day', value: 1, time: '09:00' }
    },
    '8:30'
  ]
])('a %s is written out with a machine-readable value', async (_name, date, expected) => {
  const html = await renderedText(['‣', [['d', date]]])
  expect(html).toContain('<time dateTime="2026-03-01')
  expect(words(html)).toContain(expected)
})

test('an inline equation is typeset, and an invalid one shows its source', async () => {
  expect(await renderedText(['⁍', [['e', 'x']]])).toContain('<mi>x</mi>')
  expect(await renderedText(['⁍', [['e', '}']]])).toMatch(/<code class="equation-source"[^>]*>}</)
})

test('line breaks in a text are kept', async () => {
  expect(await renderedText(['one\ntwo', [['b']]])).toContain('<b>one<br/>\ntwo</b>')
})

test('nested links become text, and so do script addresses', async () => {
  const marks = [
    ['a', 'https://a.example/'],
    ['a', 'https://b.example/']
  ]
  expect((await renderedText(['oil', marks])).match(/<a /g)).toHaveLength(1)
  const html = await renderedText(['oil', [['a', 'javascript:alert(1)']]])
  expect(words(html)).toBe('oil')
  expect(html).not.toContain('javascript')
})

test('markup in text is escaped', async () => {
  const html = await renderedText(['<img src=x onerror=alert(1)>', [['c']]])
  expect(html).toContain('<code>&lt;img src=x onerror=alert(1)&gt;</code>')
})

test('mentions of older records with one more array are read', async () => {
  const html = await renderedBlock({
    type: 'text',
    properties: { title: [['‣', [['‣', ['d', { type: 'date', start_date: '2026-03-01' }]]]]] }
  })
  expect(words(html)).toBe('Mar 1, 2026')
})
