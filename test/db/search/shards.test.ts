import { expect, test } from 'vitest'

import { readNames } from '../../../db/search/read-names.ts'
import { NameIndex } from '../../../site/search/names/name-index.ts'
import { packNames } from '../../../site/search/names/name-list.ts'
import { parseQuery } from '../../../site/search/parse-query.ts'
import { ShardReader } from '../../../site/search/shards/shard-reader.ts'
import { searchShards } from '../../../site/search/shards/shard-search.ts'
import { searchFiles } from '../../../static/search/search-files.ts'
import { searchOf } from './searched-pages.ts'

type Pages = Parameters<typeof searchOf>[0]

const wiki: Pages = {
  Lantern: [
    ['Oil', 'Fill the brass lantern with lamp oil before dusk.'],
    ['Wick', 'A wick burns for one night.']
  ],
  ランタン: '夜の森では真鍮のランタンが道を照らす。',
  Forest: 'Nobody carries a lantern here, and no brass shines at night.',
  Commands: 'Run minecraft:stone_sword to get the sword.'
}

async function filesOf(pages: Pages, previous?: Map<string, string>): Promise<Map<string, string>> {
  const { mirror } = await searchOf(pages)
  const read = previous && { read: (path: string) => previous.get(path) }
  const files = searchFiles(mirror, { excluded: new Set(), names: () => null, previous: read })
  return new Map(files.map(({ path, body }) => [path, body ?? previous?.get(path) ?? '']))
}

async function searchIn(pages: Pages) {
  const { mirror, find } = await searchOf(pages)
  const files = await filesOf(pages)
  const names = new NameIndex(packNames(readNames(mirror) ?? []))
  while (!names.build(() => true)) continue
  const read: string[] = []
  const reader = await ShardReader.open(async (path) => {
    read.push(path)
    return JSON.parse(files.get(path) ?? 'null') as unknown
  })
  const search = async (query: string) => {
    const ranked = names.rank(parseQuery(query).units, 12)
    return searchShards(reader, query, { names: ranked, offset: 0, limit: 12 })
  }
  return { search, read, find }
}

test.each([
  'brass lantern',
  'lantern',
  'lant',
  'wick burns',
  '真鍮のランタン',
  '森',
  'らんたん',
  'stone_sword',
  'minecraft:stone_sword',
  'sho',
  'wik',
  'burnz',
  'unknown wick'
])('the shards find the pages of the server for %j, in its order', async (query) => {
  const { search, find } = await searchIn(wiki)
  const { hits, total } = await search(query)
  expect(hits.map(({ title }) => title)).toEqual(find(query).pages.map(({ title }) => title))
  expect(total).toBe(hits.length)
})

test('words of a heading and of its text are not near each other, as on the server', async () => {
  const { search, find } = await searchIn({
    Forge: [['Brass', 'Every lantern is made there.']],
    Shelf: [
      ['Tools', 'A shelf has brass and lantern oil, and also many other things that are long.']
    ]
  })
  const expected = ['Shelf', 'Forge']
  expect(find('brass lantern').pages.map(({ title }) => title)).toEqual(expected)
  const { hits } = await search('brass lantern')
  expect(hits.map(({ title }) => title)).toEqual(expected)
})

test('a result has its section with the words around', async () => {
  const { search } = await searchIn(wiki)
  const { hits } = await search('wick night')
  expect(hits[0]).toMatchObject({
    title: 'Lantern',
    sections: [{ heading: 'Wick', snippet: { text: 'A wick burns for one night.' } }]
  })
})

test('a search reads only the shards of its words', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`Page ${index}`, `word${index} other${index}`])
  )
  const { search, read } = await searchIn(many)
  await search('other77')
  expect(read.filter((path) => path.includes('/pages/'))).toHaveLength(1)
  const shards = read.filter((path) => path.includes('/terms/'))
  const files = await filesOf(many)
  const all = [...files.keys()].filter((path) => path.includes('/terms/'))
  expect(shards.length).toBeLessThan(all.length)
})

test('an edit changes only the shards of its terms, as a new folder has them', async () => {
  const before = await filesOf(wiki)
  const edited = { ...wiki, Forest: 'Nobody carries a torch here.' }
  const after = await filesOf(edited, before)
  expect(after).toEqual(await filesOf(edited))
  const isTerm = (path: string) => path.startsWith('search/terms/')
  expect([...after.keys()].filter(isTerm)).not.toEqual([...before.keys()].filter(isTerm))
  expect(await filesOf(wiki, after)).toEqual(before)
})

test('nothing is written again if nothing has changed', async () => {
  const before = await filesOf(wiki)
  const { mirror } = await searchOf(wiki)
  const files = searchFiles(mirror, {
    excluded: new Set(),
    names: () => null,
    previous: { read: (path) => before.get(path) }
  })
  const terms = files.filter(({ path }) => path.startsWith('search/terms/'))
  expect(terms.filter(({ body }) => body !== undefined)).toEqual([])
})
