import { beforeAll, expect, test } from 'vitest'

import { sampleWorkspace } from '../../../demo/sample/sample.ts'
import shipped from '../../../site.config.ts'
import { NameIndex } from '../../../site/search/names/name-index.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { goldenSearches } from './golden-searches.ts'

let site: TestSite
let places: { query: string; place: number }[]

beforeAll(async () => {
  const config = { ...shipped, components: null }
  site = await openSite({ workspace: sampleWorkspace(), config })
  const searches = Object.values(goldenSearches).flat()
  places = await Promise.all(
    searches.map(async ([query, path]) => ({ query, place: await placeOf(query, path) }))
  )
})

/** The rank of a page among the results, from 1; 99 when it is missing. */
async function placeOf(query: string, path: string): Promise<number> {
  const reply = await site.app.inject({ url: '/api/search-notion', query: { query, limit: '10' } })
  const { results } = reply.json<{ results: { path: string }[] }>()
  return results.findIndex((result) => result.path === path) + 1 || 99
}

test('each of eighty queries finds the intended page first or second', () => {
  expect(places).toHaveLength(80)
  expect(places.filter(({ place }) => place > 2)).toEqual([])
})

test('at least 76 of the eighty find it first', () => {
  const others = places.filter(({ place }) => place !== 1)
  expect(others.length, JSON.stringify(others)).toBeLessThanOrEqual(4)
})

/** Kinds that ask for words of a text. */
const byText = new Set(['by a command', 'by what it says'])
/** Queries of the other kinds that only words of a text answer. */
const inTexts = ['はじめての夕暮れ']

test('the names that a browser loads find the page of each other query among the first three', async () => {
  const { searchNames } = (await site.app.inject('/generation.json')).json<{
    searchNames: string
  }>()
  const index = new NameIndex((await site.app.inject(`/${searchNames}`)).json())
  while (!index.build(() => true)) continue
  const kinds = Object.entries(goldenSearches).filter(([kind]) => !byText.has(kind))
  const isMissed = ([query, path]: [string, string]) =>
    !index.find(query, 3).some((hit) => hit.path === path)
  const missed = kinds.flatMap(([, searches]) => searches).filter(isMissed)
  expect(missed.map(([query]) => query)).toEqual(inTexts)
})
