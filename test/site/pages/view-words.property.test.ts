import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type ViewQuery, parsePageQuery } from '../../../site/addresses/page-query.ts'
import {
  type NamedView,
  addressWords,
  hasWords,
  idParameters,
  wordParameters
} from '../../../site/pages/view-words.ts'
import { titleToSlug } from '../../../site/addresses/slug.ts'
import { propertySettings } from '../../support/run/sweep.ts'

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

/** Names that collide, are empty, Japanese, or look like ids. */
const names = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '🏮',
    'Cost',
    'cost',
    'Cost!',
    '費用',
    '並び順',
    'title',
    'v',
    'a',
    'table'
  ),
  fc.constantFrom(uuid(1), uuid(2).replaceAll('-', ''), 'lamps-cost', 'cost-000001'),
  fc.string({ unit: 'grapheme', maxLength: 12 })
)
const propertyIds = fc.constantFrom('title', 'a', 'cost', '%3AUp', 'x\\y', '費用', 'b&c=', '~')
const properties = fc.uniqueArray(fc.record({ id: propertyIds, name: names }), {
  selector: ({ id }) => id,
  minLength: 1,
  maxLength: 6
})
const collections = fc.array(fc.record({ name: names, properties }), { minLength: 1, maxLength: 3 })
const views = collections.chain((known) =>
  fc
    .array(
      fc.record({
        name: names,
        type: fc.constantFrom('table', 'gallery', 'board'),
        collection: fc.constantFrom(...known)
      }),
      { minLength: 1, maxLength: 6 }
    )
    .map((made): NamedView[] => made.map((view, index) => ({ ...view, id: uuid(index) })))
)

/** Queries of some of these views. */
const pages = views.chain((known) =>
  fc.record({
    views: fc.constant(known),
    queries: fc.uniqueArray(
      fc.constantFrom(...known).chain((view) => {
        const property = fc.constantFrom(...view.collection.properties.map(({ id }) => id))
        return fc.record<ViewQuery>({
          viewId: fc.constant(view.id),
          from: fc.nat(200),
          sort: fc.option(fc.record({ property, isDescending: fc.boolean() }), { nil: undefined }),
          filters: fc.array(fc.record({ property, value: fc.constantFrom('a', '費用', 'Yes') }), {
            maxLength: 2
          }),
          search: fc.constantFrom('', 'oil', '並び')
        })
      }),
      { selector: ({ viewId }) => viewId, minLength: 1, maxLength: 3 }
    )
  })
)

const searchOf = (parameters: [string, string][]) => `?${new URLSearchParams(parameters)}`

test('the words of an address lead back to the views and properties that they were made of', () => {
  fc.assert(
    fc.property(pages, ({ views: known, queries }) => {
      const words = addressWords(known)
      const search = searchOf(wordParameters(queries, words))
      const isDefault = search === '?'
      expect(isDefault ? queries : parsePageQuery(idParameters(search, words)).views).toEqual(
        queries
      )
    }),
    propertySettings(100)
  )
})

test('every view of a page has its own word, and only a view without one of its own has its id', () => {
  fc.assert(
    fc.property(views, (known) => {
      const words = [...addressWords(known)].map(([id, { view }]) => ({ id, view }))
      expect(new Set(words.map(({ view }) => view)).size).toBe(known.length)
      const named = known.filter(
        ({ name, type }, index) =>
          !known.some(
            (other, at) =>
              at !== index &&
              (titleToSlug(other.name) || other.type) === (titleToSlug(name) || type)
          ) && /^[a-z]+$/.test(titleToSlug(name))
      )
      for (const { id, name } of named) {
        const others = known.filter((each) => each.id !== id)
        const isTaken = others.some(
          ({ collection, name: other, type }) =>
            [titleToSlug(collection.name), titleToSlug(other) || type].join('-') ===
            titleToSlug(name)
        )
        const word = words.find((each) => each.id === id)?.view
        if (!isTaken) expect(word).toBe(titleToSlug(name))
      }
    }),
    propertySettings(100)
  )
})

test('addresses with ids mean what they meant, and are not changed', () => {
  fc.assert(
    fc.property(pages, ({ views: known, queries }) => {
      const words = addressWords(known)
      const ids = searchOf(
        queries.flatMap(({ viewId, sort }): [string, string][] => [
          ['v', viewId.replaceAll('-', '')],
          ...(sort ? [['sort', sort.property] as [string, string]] : [])
        ])
      )
      expect(parsePageQuery(idParameters(ids, words)).views).toEqual(parsePageQuery(ids).views)
    }),
    propertySettings(100)
  )
})

const collection = {
  name: 'Techniques',
  properties: [
    { id: 'title', name: 'Name' },
    { id: 'a=', name: 'Oil cost' },
    { id: 'b', name: '油の費用' },
    { id: 'c', name: '🏮' }
  ]
}
const table: NamedView = { id: uuid(1), name: 'All techniques', type: 'table', collection }
const gallery: NamedView = { id: uuid(2), name: '', type: 'gallery', collection }

test.each<[string, NamedView[], string]>([
  ['sort=oil-cost&dir=desc', [table], `v=${uuid(1)}&sort=a=&dir=desc`],
  ['v=all-techniques&sort=name', [table, gallery], `v=${uuid(1)}&sort=title`],
  ['v=gallery&sort=油の費用', [table, gallery], `v=${uuid(2)}&sort=b`],
  ['v=gallery&is.oil-cost=3&q=a', [table, gallery], `v=${uuid(2)}&is.a%3D=3&q=a`],
  ['v=gallery&sort=c', [table, gallery], `v=${uuid(2)}&sort=c`],
  ['v=unknown&sort=name', [table], 'v=unknown&sort=name'],
  ['utm_source=x', [table], ''],
  ['sort=name', [], 'sort=name'],
  [`v=${uuid(9)}&sort=name`, [table], `v=${uuid(9)}&sort=name`]
])('the query %j means these ids', (search, known, meant) => {
  const ids = new URLSearchParams(
    meant.replaceAll(/(?<=v=)[0-9a-f-]{36}/g, (id) => id.replaceAll('-', ''))
  )
  expect(idParameters(search, addressWords(known))).toBe(meant === '' ? '' : `?${ids}`)
})

test('a word that was unique leads to the first of several views with that name', () => {
  const same = { ...gallery, name: 'All techniques' }
  const words = addressWords([table, same])
  expect([...words.values()].map(({ view }) => view)).toEqual([
    'all-techniques-000001',
    'all-techniques-000002'
  ])
  expect(idParameters('v=all-techniques', words)).toBe(`?v=${uuid(1).replaceAll('-', '')}`)
  const weapons = { ...same, collection: { ...collection, name: 'Weapons' } }
  expect([...addressWords([table, weapons]).values()].map(({ view }) => view)).toEqual([
    'techniques-all-techniques',
    'weapons-all-techniques'
  ])
})

test.each([
  ['', false],
  ['?utm_source=x', false],
  [`?v=${uuid(1)}&from=3`, false],
  [`?v=${uuid(1)}&sort=a`, true],
  ['?v=table', true],
  ['?from=3', true],
  ['?is.a=b', true]
])('whether the query %j may have words', (search, has) => {
  expect(hasWords(search)).toBe(has)
})
