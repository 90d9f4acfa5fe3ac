import { expect, test } from 'vitest'

import { headingAnchors } from '../../../site/addresses/heading-anchors.ts'
import { record, testId } from '../../support/workspaces/records.ts'

const heading = (number: number, text: string, fields: object = {}) =>
  record(number, { type: 'header', properties: { title: [[text]] }, ...fields })

/** The ids of headings by number. */
function anchorsOf(...headings: ReturnType<typeof heading>[]) {
  const anchors = headingAnchors(headings)
  return headings.map(({ id }) => anchors.get(id)).map((each) => each && [each.id, each.suffixedId])
}

const tail = (number: number) => testId(number).slice(-8)

test('a heading is named by its text, and by its text with the end of its id', () => {
  expect(anchorsOf(heading(2, 'Get started!'))).toEqual([['get-started', `get-started-${tail(2)}`]])
})

test('the oldest of headings with the same text keeps the plain name', () => {
  const young = heading(2, 'Lamp', { created_time: 9 })
  const old = heading(3, 'lamp', { created_time: 5 })
  expect(anchorsOf(young, old)).toEqual([
    [`lamp-${tail(2)}`, undefined],
    ['lamp', `lamp-${tail(3)}`]
  ])
  const same = { created_time: undefined }
  expect(anchorsOf(heading(5, 'Lamp', same), heading(4, 'Lamp', same))).toEqual([
    [`lamp-${tail(5)}`, undefined],
    ['lamp', `lamp-${tail(4)}`]
  ])
})

test("a page's own heading keeps the plain name beside an older one of a copy", () => {
  const [copy, own] = [heading(2, 'Lamp'), heading(3, 'Lamp')]
  const anchors = headingAnchors([copy, own], ({ id }) => id === own.id)
  expect([anchors.get(own.id)?.id, anchors.get(copy.id)?.id]).toEqual(['lamp', `lamp-${tail(2)}`])
})

test('a name that the page or another heading has is not given twice', () => {
  expect(anchorsOf(heading(2, 'Content'))).toEqual([[`content-${tail(2)}`, undefined]])
  const taken = heading(2, `Lamp ${tail(3)}`)
  const whole = `lamp-${testId(4).replaceAll('-', '')}`
  expect(anchorsOf(taken, heading(3, 'Lamp'))).toEqual([
    [`lamp-${tail(3)}`, `lamp-${tail(3)}-${tail(2)}`],
    ['lamp', undefined]
  ])
  expect(anchorsOf(heading(1, 'Lamp'), heading(2, `Lamp ${tail(4)}`), heading(4, 'Lamp'))).toEqual([
    ['lamp', `lamp-${tail(1)}`],
    [`lamp-${tail(4)}`, `lamp-${tail(4)}-${tail(2)}`],
    [whole, undefined]
  ])
})

test('a heading without letters has no name, and one that is an id is reserved for that block', () => {
  const id = 'a'.repeat(32)
  expect(anchorsOf(heading(2, '🏮'), heading(3, id))).toEqual([
    undefined,
    [`${id}-${tail(3)}`, undefined]
  ])
})
