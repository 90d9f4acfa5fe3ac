import type { Block } from 'notion-types'
import { expect, test } from 'vitest'

import { spoilerPath, spoilerRoot, isSpoilerPath } from '../../site/spoilers/spoiler-path.ts'
import { chapterOfTitle, spoilerChapter } from '../../site/spoilers/spoiler-rule.ts'
import { uselessMark } from '../../site/spoilers/useless-mark.ts'
import { pageBlock, record, testId } from '../support/workspaces/records.ts'

const rules = {
  mode: 'withhold' as const,
  chapters: ['1', '9', 'Book 2', 'Book 2, part 1'],
  property: 'Spoiler',
  tag: 'Late',
  sign: '🔒'
}

test.each([
  ['🔒 9: The tower falls', '9'],
  ['🔒9', '9'],
  ['🔒 90 lanterns', ''],
  ['🔒 Book 2, part 1 begins', 'Book 2, part 1'],
  ['🔒 Book 2 begins', 'Book 2'],
  ['🔒 The end', ''],
  ['The end 🔒', undefined],
  ['9: The tower', undefined]
])('the title %j is marked with %j', (title, chapter) => {
  expect(chapterOfTitle(title, rules)).toBe(chapter)
})

test('without a sign no title is marked', () => {
  expect(chapterOfTitle('🔒 9', { ...rules, sign: null })).toBe(undefined)
})

const schema = Object.entries({
  s: { name: 'Spoiler', type: 'select' },
  k: { name: 'Kinds', type: 'multi_select' },
  t: { name: 'Late', type: 'text' }
})
const row = (properties: object) => pageBlock(7, 'Row', { properties })
const chapterOf = (block: Block, more: object = {}) =>
  spoilerChapter(block, { rules, schema, ...more })

test.each<[string, Block, string | undefined]>([
  ['a chapter of its property', row({ s: [['9']] }), '9'],
  ['a chapter that the configuration does not name', row({ s: [['Epilogue']] }), 'Epilogue'],
  ['a tag', row({ k: [['Early,Late']] }), ''],
  ['a chapter and a tag', row({ s: [['1']], k: [['Late']] }), '1'],
  ['a part of a tag', row({ k: [['Later']] }), undefined],
  ['the tag as a text', row({ t: [['Late']] }), undefined],
  ['nothing', row({}), undefined],
  ['a sign in its title', row({ title: [['🔒 1']] }), '1']
])('a row with %s', (_, block, chapter) => {
  expect(chapterOf(block)).toBe(chapter)
})

test.each([
  ['Yes', ''],
  ['No', undefined]
])('a checkbox with %s', (value, chapter) => {
  const checkbox = Object.entries({ s: { name: 'Spoiler', type: 'checkbox' } })
  expect(chapterOf(row({ s: [[value]] }), { schema: checkbox })).toBe(chapter)
})

test('a database is marked by the name of its collection', () => {
  const block = record(8, { type: 'collection_view_page' })
  expect(chapterOf(block, { schema: undefined, title: '🔒 9 Items' })).toBe('9')
})

test.each([
  ['toggle', ''],
  ['sub_header', ''],
  ['text', undefined],
  ['to_do', undefined]
])('a %s with a sign', (type, chapter) => {
  expect(chapterOf(record(9, { type, properties: { title: [['🔒 x']] } }))).toBe(chapter)
})

test('paths of spoilers', () => {
  expect(spoilerPath('a', 'b')).toBe('/spoiler/a/b')
  expect(spoilerRoot('/spoiler/a/b')).toBe('/spoiler/a')
  expect(isSpoilerPath('/spoiler/a')).toBe(true)
  expect(isSpoilerPath('/spoiler')).toBe(false)
})

test.each([
  ['text', [['9']], true],
  ['select', [['9']], true],
  ['date', [['‣', [['d', { type: 'date', start_date: '2026-01-01' }]]]], true],
  ['relation', [['‣', [['p', testId(4)]]]], false],
  ['person', [['‣', [['u', testId(4)]]]], false],
  ['formula', undefined, false],
  ['rollup', undefined, false],
  ['created_time', undefined, false]
])('a property of type %s marks a row, or is reported', (type, value, isMarking) => {
  const block = row({ s: value })
  const chapter = spoilerChapter(block, { rules, schema: [['s', { name: 'Spoiler', type }]] })
  expect([chapter !== undefined, uselessMark(type) === undefined]).toEqual([isMarking, isMarking])
})
