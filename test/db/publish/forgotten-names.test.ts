import path from 'node:path'

import type { Block, Collection, Decoration } from 'notion-types'
import { expect, test } from 'vitest'

import { spoilerCopies } from '../../../db/mirror/spoiler-copies.ts'
import { publishSpoilerCopies } from '../../../db/publish/copies/publish-copies.ts'
import { HOME, collection } from '../../support/workspaces/collection-records.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { openTestMirror, publishAt, walkResultOf } from '../../support/workspaces/walk-result.ts'

const SIGN = '🔒'

/** A title that mentions the page with the id that ends in 2. */
const aboutFirst = { properties: { title: [['About '], ['‣', [['p', testId(2)]]]] } }

/** A mirror whose pages with the sign are withheld, and the former names that the public copy has. */
function openHere() {
  const folder = tempDir()
  const mirror = openTestMirror(path.join(folder, 'mirror.db'))
  const rules = { mode: 'withhold', sign: SIGN } as const
  let at = 0
  const publish = async (
    pages: Block[],
    { rules: own = rules, collections = [] }: { rules?: object; collections?: Collection[] } = {}
  ) => {
    const ids = pages.map(({ id }) => id)
    const found = { collections: () => collections }
    await publishAt(mirror, (at += 100), walkResultOf(workspaceOf(ids, pages), found))
    const config = testConfig(ROOT_ID, { spoilers: { ...rules, ...own } })
    await publishSpoilerCopies(mirror, { config, folder })
    const files = spoilerCopies(mirror.$client.name, config.spoilers)
    const { $client } = openTestMirror(files?.public ?? '')
    return $client
      .prepare<[], string>(
        `select path from page_path where last_seen_at is not null
         union select title from former_title
         union select title from gone_page`
      )
      .pluck()
      .all()
      .toSorted()
  }
  return { mirror, publish }
}

/** Pages with these titles; the first has the id that ends in 2. */
const titled = (...titles: string[]) => titles.map((title, index) => pageBlock(2 + index, title))

test('a longer former name that contains the name of a withheld page is kept', async () => {
  const { publish } = openHere()
  await publish(titled('Ash', 'Ash Recall', 'Ashes of war', 'The ash'))
  await publish(titled('Ash', 'Ember Recall', 'Embers of war', 'The ember'))
  const kept = ['/ash-recall', '/ashes-of-war', '/the-ash', 'Ash Recall', 'Ashes of war', 'The ash']
  expect(
    await publish(titled(`${SIGN} Ash`, 'Ember Recall', 'Embers of war', 'The ember'))
  ).toEqual(kept)
})

test('a former name that is equal to that of a withheld page is forgotten, and no other', async () => {
  const { publish } = openHere()
  await publish(titled('Ash', 'Blade', 'Ash', 'Ash'))
  await publish(titled('Ash', 'Ash', 'Cinder', 'Ash'))
  expect(await publish(titled(`${SIGN} Ash`, 'Ember', 'Cinder'))).toEqual(['/blade', 'Blade'])
})

test('former names that came from a mention are forgotten, after any number of renames', async () => {
  const { publish } = openHere()
  const mentioning = pageBlock(3, '', aboutFirst)
  await publish([...titled('Ash'), mentioning, pageBlock(4, 'Lamp')])
  await publish([...titled('Cinder'), mentioning, pageBlock(4, 'Lantern')])
  expect(await publish(titled('Cinder', 'Other', 'Lantern'))).toContain('About Cinder')
  const marked = titled(`${SIGN} Cinder`, 'Another', 'Lantern')
  expect(await publish(marked)).toEqual(['/lamp', 'Lamp'])
})

test('former names of a database that came from a mention are forgotten', async () => {
  const { publish } = openHere()
  const database = record(9, { type: 'collection_view_page', collection_id: HOME, view_ids: [] })
  const named = (name: Decoration[]) => ({
    collections: [{ ...collection(HOME, ''), parent_id: database.id, name } as Collection]
  })
  const mention: Decoration[] = [['About '], ['‣', [['p', testId(2)]]]]
  await publish([...titled('Ash'), database], named(mention))
  expect(await publish([...titled('Ash'), database], named([['Embers']]))).toContain('About Ash')
  expect(await publish([...titled(`${SIGN} Ash`), database], named([['Embers']]))).toEqual([])
})

test('former names that came from a pasted link with a title are forgotten', async () => {
  const { mirror, publish } = openHere()
  const link = { href: `https://www.notion.so/Ash-${testId(2).replaceAll('-', '')}`, title: 'Ash' }
  const title = [['On '], ['‣', [['lm', link]]]]
  const linking = pageBlock(3, '', { properties: { title } })
  await publish([...titled('Ash'), linking])
  await publish(titled('Ash', 'Other'))
  const { $client } = mirror
  expect($client.prepare('select title from former_title').pluck().all()).toEqual(['On Ash'])
  expect(await publish(titled(`${SIGN} Ash`, 'Other'))).toEqual([])
})

test('a new public copy has no name of a withheld page that was deleted', async () => {
  const { publish } = openHere()
  const mentioning = pageBlock(3, '', aboutFirst)
  await publish([...titled('Ash'), mentioning, pageBlock(4, 'Lamp')])
  await publish([...titled(`${SIGN} Ash`), mentioning, pageBlock(4, 'Lantern')])
  const rest = [pageBlock(3, 'Other'), pageBlock(4, 'Lantern')]
  await publish(rest)
  expect(await publish(rest, { rules: { chapters: ['1'] } })).toEqual(['/lamp', 'Lamp'])
})

test('where an older fansite did not record mentions, a former name that may have one is forgotten', async () => {
  const { mirror, publish } = openHere()
  await publish(titled('Ash', 'About Ash', 'Lamp'))
  await publish(titled('Ash', 'Other', 'Lantern'))
  mirror.$client.exec(`insert into title_mention select distinct page_id, '' from former_title`)
  const marked = titled(`${SIGN} Ash`, 'Other', 'Lantern')
  expect(await publish(marked, { rules: { chapters: ['1'] } })).toEqual(['/lamp', 'Lamp'])
})

test('former names that mention a page that became private are forgotten', async () => {
  const mirror = openTestMirror(path.join(tempDir(), 'mirror.db'))
  const walk = (pages: Block[], absences = new Map<string, string>()) =>
    walkResultOf(
      workspaceOf(
        pages.map(({ id }) => id),
        pages
      ),
      { absences }
    )
  const others = [pageBlock(3, '', aboutFirst), pageBlock(4, 'Lamp')]
  await publishAt(mirror, 100, walk([...titled('Ash'), ...others]))
  await publishAt(mirror, 200, walk(others, new Map([[testId(2), 'private']])))
  const former = mirror.$client
    .prepare(
      'select path from page_path where last_seen_at is not null union select title from former_title'
    )
    .pluck()
  expect(former.all()).toEqual([])
})
