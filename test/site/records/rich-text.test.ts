import type { Decoration } from 'notion-types'
import { expect, test } from 'vitest'

import {
  type Mark,
  isUnknown,
  linkOf,
  mentionIn,
  mentionText,
  normalizeDate,
  templateText
} from '../../../site/notion/text/mentions.ts'
import { placeText } from '../../../site/notion/text/mentioned-object.ts'
import { placeOf, verificationOf } from '../../../site/notion/text/place-and-verification.ts'
import {
  datesIn,
  formulaIn,
  hasMarks,
  headOf,
  marksIn,
  marksOf,
  plainText
} from '../../../site/notion/text/rich-text.ts'
import { shortLabel } from '../../../site/notion/text/short-label.ts'
import { splitOptions } from '../../../site/notion/text/split-options.ts'

/** Malformed values too, which Notion's type excludes. */
const text = (...parts: unknown[]) => parts as Decoration[]
const nameOf = (id: string, kind: string) => (id === 'known' ? `the ${kind}` : undefined)

test.each<[unknown[], string]>([
  [[['a'], ['b', [['b']]]], 'ab'],
  [[['‣', [['p', 'known']]]], 'the p'],
  [[['‣', [['p', 'other']]]], ''],
  [[['‣', [['u', 7]]]], ''],
  [[['‣']], '‣'],
  [[['‣', [['b'], ['a', '/x'], ['m', 'd']]]], '‣'],
  [[['‣', [['‣', ['u', 'known']]]]], 'the u'],
  [[['⁍', [['e', 'x^2']]]], 'x^2'],
  [[['‣', [['e', 'x^2']]]], 'something that cannot be shown here'],
  [[['⁍', [['e', 7]]]], 'something that cannot be shown here'],
  [[['⁍']], '⁍'],
  [[['‣', [['d', { start_date: '2026-01-02' }]]]], '2026-01-02'],
  [[['‣', [['d', {}]]]], ''],
  [[['‣', [['lm', { title: 'See', href: 'https://x.example' }]]]], 'See'],
  [[['‣', [['lm', { href: 'https://x.example' }]]]], 'https://x.example'],
  [[['‣', [['tv', { type: 'now' }]]]], 'now'],
  [[['‣', [['zz', 1]]]], 'something that cannot be shown here'],
  [[['‣', [['zz', { name: 'Lamp' }]]]], 'something that cannot be shown here'],
  [[['‣', [['zz', { name: 'Harten', lat: 1, lon: 2 }]]]], 'Harten'],
  [[['‣', [['place', { name: 'Harten', address: '1 Lamp Row' }]]]], 'Harten, 1 Lamp Row'],
  [
    [['‣', [['zz', { state: 'verified', date: { end: '2027-03-01' }, verified_by: 'known' }]]]],
    'verified until 2027-03-01 by the u'
  ],
  [[['\ud800']], '\ufffd'],
  [[7, null, [8], ['a']], 'a']
])('the plain text of %j is %j', (parts, expected) => {
  expect(plainText(text(...parts), nameOf)).toBe(expected)
})

test('a value that is no list of segments is empty', () => {
  expect(plainText(undefined)).toBe('')
  expect(plainText('text' as unknown as Decoration[])).toBe('')
  expect(plainText(text(['‣', [['p', 'known']]]))).toBe('')
})

test('the name of an unknown kind of mention may be given', () => {
  expect(mentionText({ kind: 'zz', value: 'x' }, (id, kind) => `${id}:${kind}`)).toBe(':zz')
})

test('a long name is shortened in a mention', () => {
  expect(mentionText({ kind: 'p', value: 'x' }, () => 'n'.repeat(501))).toBe(`${'n'.repeat(500)}…`)
})

test.each<[string, Mark[], unknown]>([
  [
    '‣',
    [
      ['b', 1],
      ['p', 2]
    ],
    { kind: 'p', value: 2 }
  ],
  ['text', [['ce', 3]], { kind: 'ce', value: 3 }],
  ['text', [['zz', 3]], undefined],
  ['‣', [['zz', 3]], { kind: 'zz', value: 3 }],
  [
    '⁍',
    [
      ['c', 1],
      ['zz', 3]
    ],
    { kind: 'zz', value: 3 }
  ],
  [
    '‣',
    [
      ['_', 1],
      ['h', 'red']
    ],
    undefined
  ],
  ['‣', [], undefined]
])('the mention in %j with the marks %j is %j', (segment, marks, mention) => {
  expect(mentionIn(segment, marks)).toEqual(mention)
})

test.each(['p', 'u', 'd', 'lm', 'eoi', 'ce', 'tv'])('the mention %s is of a known kind', (kind) => {
  expect(isUnknown({ kind, value: 1 })).toBe(false)
})

test('a mark of another kind is unknown', () => {
  expect(isUnknown({ kind: 'e', value: 1 })).toBe(true)
})

test.each([
  [{ type: 'now' }, 'now'],
  [{ type: '' }, 'today'],
  [{ type: 7 }, 'today'],
  [null, 'today'],
  ['now', 'today']
])('the template value %j is filled in as %s', (value, expected) => {
  expect(templateText(value)).toBe(expected)
})

test('fields of a link that are not text are dropped', () => {
  expect(linkOf({ title: 'a', href: 7, x: 'b' })).toEqual({ title: 'a' })
  expect(linkOf({ title: null, href: 'h' })).toEqual({ href: 'h' })
  expect(linkOf('a')).toEqual({})
  expect(linkOf(null)).toEqual({})
})

test('fields of a date that are not text are dropped, and a date needs its start', () => {
  const date = { start_date: '2026-01-02', start_time: 7, time_zone: 'UTC' }
  expect(normalizeDate(date)).toEqual({ start_date: '2026-01-02', time_zone: 'UTC' })
  expect(normalizeDate({ start_date: 7, end_date: '2026-01-02' })).toBeUndefined()
  expect(normalizeDate(undefined)).toBeUndefined()
})

test.each([
  [{ start_date: '2026-01-02', start_time: '09:30' }, '2026-01-02 09:30'],
  [{ start_date: '2026-01-02', end_date: '2026-01-03' }, '2026-01-02 → 2026-01-03'],
  [{ start_date: '2026-01-02', end_date: '2026-01-02' }, '2026-01-02'],
  [
    { start_date: '2026-01-02', start_time: '09:30', end_date: '2026-01-02', end_time: '10:00' },
    '2026-01-02 09:30 → 10:00'
  ],
  [
    { start_date: '2026-01-02', start_time: '09:30', end_date: '2026-01-03', end_time: '10:00' },
    '2026-01-02 09:30 → 2026-01-03 10:00'
  ]
])('the date %j is %j', (date, expected) => {
  expect(mentionText({ kind: 'd', value: date }, () => 'unused')).toBe(expected)
})

test('marks are found by kind, malformed ones are ignored', () => {
  const parts = text(['a', [['a', '/x'], ['b']]], 7, ['b', 'none'], ['c', [7, [8], ['a', '/y']]])
  expect(marksOf(parts, 'a')).toEqual(['/x', '/y'])
  expect(marksOf(undefined, 'a')).toEqual([])
  expect(marksIn(['a', [['b'], 7, [8, 9], ['i', 1]]])).toEqual([
    ['b', undefined],
    ['i', 1]
  ])
  expect(marksIn(['‣', [['‣', ['p', 'x']]]])).toEqual([['p', 'x']])
  expect(marksIn(['a', [['a', ['p', 'x']]]])).toEqual([['a', ['p', 'x']]])
  expect(marksIn(['‣', [['‣', 'x']]])).toEqual([['‣', 'x']])
  expect(marksIn('ab')).toEqual([])
  expect(marksIn(['a'])).toEqual([])
})

test.each<[unknown, boolean]>([
  [[['a'], ['b', [['b']]]], true],
  [[['a']], false],
  [['ab'], false],
  [[], false],
  ['ab', false]
])('the text %j has marks: %s', (value, expected) => expect(hasMarks(value)).toBe(expected))

test('the dates of a text are read in order', () => {
  const parts = text(
    ['‣', [['d', { start_date: '2026-01-02' }]]],
    ['‣', [['d', {}]]],
    ['‣', [['d', { start_date: '2026-01-01' }]]]
  )
  expect(datesIn(parts).map((date) => date.start_date)).toEqual(['2026-01-02', '2026-01-01'])
})

test('the head of a segment is its text', () => {
  expect([headOf(['a', []]), headOf([7]), headOf('a'), headOf(null)]).toEqual(['a', '', '', ''])
  expect(
    formulaIn([
      ['b', 'x'],
      ['e', 'y']
    ])
  ).toBe('y')
  expect(formulaIn([['e', 7]])).toBeUndefined()
  expect(formulaIn([])).toBeUndefined()
})

test('a name of up to 500 characters is not shortened, and no character is split', () => {
  expect(shortLabel('n'.repeat(500))).toBe('n'.repeat(500))
  expect(shortLabel('n'.repeat(501))).toBe(`${'n'.repeat(500)}…`)
  expect(shortLabel(`${'n'.repeat(499)}𠮷x`)).toBe(`${'n'.repeat(499)}…`)
  expect(shortLabel(`𠮷${'n'.repeat(499)}`)).toBe(`𠮷${'n'.repeat(498)}…`)
})

test.each<[string, string[], string[]]>([
  ['a,b', [], ['a', 'b']],
  ['a,b,c', ['a,b'], ['a,b', 'c']],
  ['a,b,c', ['a,b', 'a,b,c'], ['a,b,c']],
  ['a,bc', ['a,b'], ['a', 'bc']],
  ['c,a,b', ['a,b'], ['c', 'a,b']],
  ['xa,b', ['a,b'], ['xa', 'b']],
  ['a,,b,', [], ['a', 'b']],
  [' a ,a', [], [' a ', 'a']],
  ['', [], []]
])('the value %j with the options %j is %j', (value, names, options) => {
  expect(splitOptions(value, names)).toEqual(options)
})

const placed = (fields: unknown) => text(['a', [['b'], ['x', fields]]])

test.each<[unknown, unknown]>([
  [
    { name: ' Home ', address: 'Road 1', lat: 1.5, lon: '2.5' },
    { name: 'Home', address: 'Road 1', position: { latitude: 1.5, longitude: 2.5 } }
  ],
  [
    { title: 'Home', latitude: -90, lng: 180 },
    { name: 'Home', address: '', position: { latitude: -90, longitude: 180 } }
  ],
  [
    { lat: 0, longitude: 0 },
    { name: '', address: '', position: { latitude: 0, longitude: 0 } }
  ],
  [
    { address: 'Road 1', lat: 1 },
    { name: '', address: 'Road 1', position: undefined }
  ],
  [
    { name: 'a', lat: 91, lon: 1 },
    { name: 'a', address: '', position: undefined }
  ],
  [
    { name: 'a', lat: 1, lon: 181 },
    { name: 'a', address: '', position: undefined }
  ],
  [
    { name: 'a', lat: '', lon: 1 },
    { name: 'a', address: '', position: undefined }
  ],
  [
    { name: 'a', lat: true, lon: 1 },
    { name: 'a', address: '', position: undefined }
  ],
  [{ lat: 1 }, undefined],
  [{ lon: 1 }, undefined],
  [{ name: 7 }, undefined],
  [['name'], undefined],
  ['name', undefined],
  [null, undefined]
])('the place in %j is %j', (fields, place) => {
  expect(placeOf(placed(fields))).toEqual(place)
})

test('a value without marks has neither place nor verification', () => {
  expect(placeOf(undefined)).toBeUndefined()
  expect(verificationOf(undefined)).toBeUndefined()
  expect(verificationOf('x' as unknown as Decoration[])).toBeUndefined()
})

test('a place as text is its name and address, else its position', () => {
  const position = { latitude: 1.5, longitude: -2 }
  expect(placeText({ name: 'a', address: 'b', position })).toBe('a, b')
  expect(placeText({ name: '', address: 'b', position })).toBe('b')
  expect(placeText({ name: '', address: '', position })).toBe('1.5, -2')
  expect(placeText({ name: '', address: '', position: undefined })).toBe('')
})

test.each<[unknown, unknown]>([
  [{ state: 'verified' }, { state: 'verified', until: undefined, byId: undefined }],
  [
    { state: 'expired', date: { end_date: '2026-01-02' }, verified_by: { id: 'u' } },
    { state: 'expired', until: '2026-01-02', byId: 'u' }
  ],
  [
    { state: 'unverified', end: '2026-01-03', verified_by: 'u' },
    { state: 'unverified', until: '2026-01-03', byId: 'u' }
  ],
  [
    { state: 'verified', expiration_date: '2026-01-04', date: 'x', verified_by: [] },
    { state: 'verified', until: '2026-01-04', byId: undefined }
  ],
  [{ state: 'other' }, undefined]
])('the verification in %j is %j', (fields, verification) => {
  expect(verificationOf(placed(fields))).toEqual(verification)
})
