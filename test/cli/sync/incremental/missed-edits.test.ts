import path from 'node:path'

import { expect, test } from 'vitest'

import type { SiteConfigInput } from '../../../../site/config/config.ts'
import {
  BLOCK,
  HOME,
  collection,
  row,
  view,
  withCollections
} from '../../../support/workspaces/collection-records.ts'
import { mirrorContents } from '../../../support/sites/mirror-contents.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../../support/workspaces/records.ts'
import type { SyncedMirror } from '../../../support/sites/mirror-dir.ts'
import { openSyncedMirror } from '../synced-site.ts'
import { syncFrom } from '../../../support/workspaces/sync-from.ts'
import { testConfig } from '../../../support/workspaces/test-config.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const PAGE = testId(2)

/** Syncs, and compares the mirror with a fresh one. */
async function expectFresh(
  site: SyncedMirror,
  changes: Partial<SiteConfigInput> = {}
): Promise<void> {
  const config = testConfig(ROOT_ID, changes)
  const { api, dataDir } = site
  expect((await syncFrom(api, { config, dataDir })).isPublished).toBe(true)
  const fresh = tempDir()
  await syncFrom(api, { config, dataDir: fresh })
  const [own, expected] = [dataDir, fresh].map((dir) => mirrorContents(path.join(dir, 'mirror.db')))
  expect(own).toEqual(expected)
  const digests = await Promise.all([dataDir, fresh].map((dir) => pageDigests(dir)))
  expect(digests[0]).toEqual(digests[1])
}

async function pageDigests(dataDir: string): Promise<unknown[]> {
  const { default: Database } = await import('better-sqlite3')
  const mirror = new Database(path.join(dataDir, 'mirror.db'), { readonly: true })
  const digests = mirror.prepare('select id, digest from page order by id').all()
  mirror.close()
  return digests
}

/** A site of one page with a paragraph. */
const openPage = (title: unknown[]) => {
  const blocks = [
    pageBlock(2, 'Lamp', { content: [testId(3), testId(5)] }),
    pageBlock(4, 'Oil'),
    record(3, { type: 'text', parent_id: PAGE, properties: { title } }),
    textBlock(5, 'burns', { parent_id: PAGE })
  ]
  return openSyncedMirror({ workspace: workspaceOf([PAGE, testId(4)], blocks) })
}

test('a changed time zone is published', async () => {
  const date = { type: 'datetime', start_date: '2026-03-01', start_time: '12:00' }
  const site = await openPage([['‣', [['d', date]]]])
  await expectFresh(site, { timeZone: 'Asia/Tokyo' })
})

test('links to a changed domain become links within the site', async () => {
  const site = await openPage([['see', [['a', 'https://new.example.org/oil']]]])
  await expectFresh(site, { domain: 'new.example.org' })
})

test('edits and the end of a row that only a link leads to are published', async () => {
  const link = record(502, { type: 'text', properties: { title: [['‣', [['p', testId(520)]]]] } })
  const line = textBlock(521, 'burns', { parent_id: testId(520) })
  const blocks = [{ ...row(520, HOME), content: [line.id] }, line, link]
  const collections = [collection(HOME, 'Lamps', { slug: { name: 'Slug', type: 'text' } })]
  const workspace = withCollections({ collection_id: HOME }, { collections, views: [], blocks })
  workspace.block[ROOT_ID]!.content = [link.id]
  const site = await openSyncedMirror({ workspace })
  await site.sync()
  site.api.edit.setText(line.id, 'burns bright')
  await expectFresh(site)
  site.api.edit.setProperty(testId(520), 'slug', [['bright']])
  await expectFresh(site)
  site.api.edit.erase(testId(520))
  await expectFresh(site)
})

test('an edit of the title of a form changes the digest of the page that shows it', async () => {
  const title = record(700, {
    type: 'form',
    parent_id: testId(510),
    parent_table: 'collection_view',
    properties: { title: [['Report a lamp']] }
  })
  const format = { form_block_pointer: { id: title.id, table: 'block' } }
  const form = view(510, { type: 'form_editor', format })
  const records = { collections: [collection(HOME, 'Seen')], views: [form], blocks: [title] }
  const site = await openSyncedMirror({
    workspace: withCollections({ collection_id: HOME }, records)
  })
  site.api.edit.setText(title.id, 'Report a shrine')
  await expectFresh(site)
})

test('rollups change when a row is deleted, even if the row is not a page', async () => {
  const schema = {
    near: { name: 'Near', type: 'relation', collection_id: HOME },
    count: { name: 'Count', type: 'rollup', relation_property: 'near', aggregation: 'count' }
  }
  const odd = record(521, { type: 'text', parent_id: HOME, parent_table: 'collection' })
  const blocks = [row(520, HOME, { near: [['‣', [['p', odd.id]]]] }), odd]
  const records = {
    collections: [collection(HOME, 'Lamps', schema)],
    views: [view(510, {})],
    blocks
  }
  const site = await openSyncedMirror({
    workspace: withCollections({ collection_id: HOME }, records)
  })
  site.api.edit.trash(odd.id)
  await expectFresh(site)
})

test('an edit on a page without a version is published', async () => {
  const site = await openPage([['text']])
  const withoutVersion = () => {
    const { version: _, ...page } = site.api.edit.read(PAGE)
    site.api.substitutes.set(PAGE, { ...page, last_edited_time: 60_000 })
  }
  withoutVersion()
  await site.sync()
  site.api.edit.setText(testId(3), 'edited')
  withoutVersion()
  await expectFresh(site)
})

test('a changed filter of a view whose version cannot be read is applied, and the view removed', async () => {
  const isNote = (value: string) => ({
    query2: {
      filter: {
        property: 'note',
        filter: { operator: 'string_is', value: { type: 'exact', value } }
      }
    }
  })
  const lamps = collection(HOME, 'Lamps', { note: { name: 'Note', type: 'text' } })
  const views = [view(510, {}), view(511, { version: 'x', ...isNote('a') })]
  const blocks = [row(520, HOME, { note: [['a']] }), row(521, HOME, { note: [['b']] })]
  const workspace = withCollections(
    { collection_id: HOME },
    { collections: [lamps], views, blocks }
  )
  const site = await openSyncedMirror({ workspace })
  site.api.edit.changeView(testId(511), isNote('b'))
  await expectFresh(site)
  site.api.edit.change(testId(BLOCK), { view_ids: [testId(510)] })
  await expectFresh(site)
})
