import { expect, onTestFinished, test } from 'vitest'

import { recordShapes } from '../../../../demo/api/record-boxes.ts'
import { startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import { randomWorkspace } from '../../../support/workspaces/random-workspace.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../../support/workspaces/records.ts'
import { openSyncedMirror, openSyncedSite } from '../synced-site.ts'
import { syncFrom } from '../../../support/workspaces/sync-from.ts'
import { testConfig } from '../../../support/workspaces/test-config.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const mention = (number: number) => [['see '], ['‣', [['p', testId(number)]]]]
const link = (address: string) => [['here', [['a', address]]]]
const hex = (number: number) => testId(number).replaceAll('-', '')

/** A page outside the tree of the root page. */
function elsewhere(number: number, title: string, fields = {}) {
  return pageBlock(number, title, { parent_id: testId(800), ...fields })
}

test('pages that are only mentioned or linked are part of the site, with their sub-pages', async () => {
  const { mirror } = await openSyncedMirror({
    workspace: workspaceOf(
      [testId(2), testId(3), testId(4)],
      [
        textBlock(2, '', { properties: { title: mention(10) } }),
        textBlock(3, '', { properties: { title: link(`/${hex(11)}`) } }),
        textBlock(4, '', {
          properties: { title: link(`https://www.notion.so/x-${hex(12)}?pvs=4`) }
        }),
        elsewhere(10, 'Mentioned', { content: [testId(20)] }),
        pageBlock(20, 'Below the mentioned', { parent_id: testId(10) }),
        elsewhere(11, 'Linked'),
        elsewhere(12, 'Linked in full'),
        elsewhere(13, 'Named by nobody')
      ]
    )
  })
  const titles = mirror.$client.prepare('select title from page order by title').pluck().all()
  expect(titles).toEqual(['Below the mentioned', 'Home', 'Linked', 'Linked in full', 'Mentioned'])
})

test('the template of an old button is not part of the site, but its label is', async () => {
  const { mirror, app } = await openSyncedSite({
    workspace: workspaceOf(
      [testId(2)],
      [
        record(2, {
          type: 'factory',
          properties: { title: [['Add a lamp']] },
          content: [testId(3), testId(4)]
        }),
        textBlock(3, 'quietoil', { parent_id: testId(2) }),
        pageBlock(4, 'New lamp', { parent_id: testId(2) })
      ]
    )
  })
  const ids = mirror.$client.prepare('select id from block order by id').pluck().all()
  expect(ids).toEqual([ROOT_ID, testId(2)])
  const [html, markdown] = await Promise.all(['/', '/index.md'].map((path) => app.inject(path)))
  expect(html?.body).toMatch(/class="button-block[^>]*>.*Add a lamp/)
  expect(html?.body).not.toMatch(/class="placeholder"|quietoil|New lamp/)
  expect(markdown?.body).toContain('Add a lamp')
})

test('a link to another site or to a block that is not a page adds nothing', async () => {
  const { mirror, result } = await openSyncedMirror({
    workspace: workspaceOf(
      [testId(2), testId(3)],
      [
        textBlock(2, '', { properties: { title: link(`https://example.org/${hex(10)}`) } }),
        textBlock(3, '', { properties: { title: link(`/${hex(11)}`) } }),
        elsewhere(10, 'Not ours'),
        textBlock(11, 'no page', { parent_id: testId(800) })
      ]
    )
  })
  expect(mirror.$client.prepare('select count(*) from block').pluck().get()).toBe(3)
  expect(result.report.absent).toEqual([])
})

test.each(recordShapes)(
  'private, absent, deleted and foreign records are left out and reported (%s)',
  async (shape) => {
    const workspace = workspaceOf([2, 3, 4, 5, 6].map(testId), [
      textBlock(2, 'kept'),
      pageBlock(3, 'Private'),
      pageBlock(4, 'Deleted', { alive: false }),
      pageBlock(5, 'Foreign', { space_id: testId(999) })
    ])
    const api = await startWorkspaceApi({ workspace, shape, privateIds: new Set([testId(3)]) })
    onTestFinished(() => api.close())
    const { report } = await syncFrom(api, { config: testConfig(ROOT_ID), dataDir: tempDir() })

    expect(report).toMatchObject({ stored: { pages: 1, blocks: 2 }, failed: [] })
    expect(report.absent.map(({ id, reason, named_by }) => [id, reason, named_by])).toEqual([
      [testId(3), 'private', ROOT_ID],
      [testId(4), 'deleted', ROOT_ID],
      [testId(5), 'foreign', ROOT_ID],
      [testId(6), 'missing', ROOT_ID]
    ])
  }
)

test.each(recordShapes)(
  'a private row, collection, view or user removes nothing else (%s)',
  async (shape) => {
    const api = await startWorkspaceApi({ workspace: randomWorkspace(3), shape })
    onTestFinished(() => api.close())
    const dataDir = tempDir()
    const sync = () => syncFrom(api, { config: testConfig(ROOT_ID), dataDir })
    api.edit.setPrivate(testId(900), true)
    for (const id of [520, 510, 500]) {
      api.edit.setPrivate(testId(id), true)
      expect((await sync()).report.failed).toEqual([])
    }
    const { absent, stored } = (await sync()).report
    const reasons = absent.map(({ table, reason }) => `${table} ${reason}`)
    expect(reasons).toEqual(
      expect.arrayContaining(['collection private', 'collection_view private'])
    )
    expect(stored).toMatchObject({ collections: 0, rows: 0, users: 0, blocks: 15 })
  }
)

test('no id is requested twice, however often it is referenced, dead links included', async () => {
  const { api } = await openSyncedMirror({
    workspace: workspaceOf([2, 3, 4].map(testId), [
      textBlock(2, '', { properties: { title: mention(4) } }),
      textBlock(3, '', { properties: { title: mention(50) } }),
      pageBlock(4, 'Page', { content: [testId(5), ROOT_ID] }),
      textBlock(5, '', { properties: { title: mention(50) }, parent_id: testId(4) })
    ])
  })
  const requestedIds = api.requests.flatMap(({ endpoint, body }) =>
    endpoint === 'syncRecordValuesMain'
      ? (body as { requests: { table: string; id: string }[] }).requests
      : []
  )
  const blocks = requestedIds.filter(({ table }) => table === 'block').map(({ id }) => id)
  // The root page is part of every request: a response without it is invalid.
  const others = blocks.filter((id) => id !== ROOT_ID)
  expect(others.toSorted()).toEqual([2, 3, 4, 5, 50].map(testId))
})

test('blocks are requested in batches of a hundred, and in larger ones once those are answered completely', async () => {
  const numbers = Array.from({ length: 950 }, (_, index) => 1000 + index)
  const { api, mirror } = await openSyncedMirror({
    workspace: workspaceOf(
      numbers.map(testId),
      numbers.map((number) => textBlock(number, `line ${number}`))
    )
  })
  expect(mirror.$client.prepare('select count(*) from block').pluck().get()).toBe(951)
  const calls = api.requests.filter(({ endpoint }) => endpoint === 'syncRecordValuesMain')
  const sizes = calls.map(({ body }) => (body as { requests: unknown[] }).requests.length)
  expect(sizes[0]).toBe(1)
  expect(Math.max(...sizes.slice(0, 9))).toBe(100)
  expect(calls.length).toBeLessThanOrEqual(12)
})

test('the original of a synced block and the target of an alias are read wherever they are', async () => {
  const { mirror, app } = await openSyncedSite({
    workspace: workspaceOf(
      [testId(2), testId(3)],
      [
        record(2, {
          type: 'transclusion_reference',
          format: { transclusion_reference_pointer: { id: testId(30) } }
        }),
        record(3, { type: 'alias', format: { alias_pointer: { id: testId(40) } } }),
        record(30, {
          type: 'transclusion_container',
          parent_id: testId(800),
          content: [testId(31)]
        }),
        textBlock(31, 'shown twice', { parent_id: testId(30) }),
        elsewhere(40, 'Aliased')
      ]
    )
  })
  expect(mirror.$client.prepare('select title from page order by title').pluck().all()).toEqual([
    'Aliased',
    'Home'
  ])
  const { body } = await app.inject('/')
  expect(body).toContain('shown twice')
  expect(body).toContain('href="/aliased"')
})

test('a configured space other than that of the root page is a configuration error', async () => {
  const api = await startWorkspaceApi({ workspace: workspaceOf([], []) })
  onTestFinished(() => api.close())
  const config = testConfig(ROOT_ID, { rootNotionSpaceId: testId(7) })
  await expect(syncFrom(api, { config, dataDir: tempDir() })).rejects.toThrow(
    /the root page belongs to space .* rootNotionSpaceId is/
  )
})

test('a block that is linked before its page is read is not lost', async () => {
  const { mirror } = await openSyncedMirror({
    workspace: workspaceOf(
      [testId(2), testId(3)],
      [
        textBlock(2, '', { properties: { title: link(`/${hex(5)}`) } }),
        pageBlock(3, 'Page', { content: [testId(4)] }),
        record(4, { type: 'toggle', content: [testId(5)], parent_id: testId(3) }),
        textBlock(5, 'deep down', { parent_id: testId(4) })
      ]
    )
  })
  const found = mirror.$client.prepare("select title from block where title = 'deep down'").get()
  expect(found).toBeDefined()
})

test('a page full of dead links is not an API fault: they are reported and the rest is published', async () => {
  const numbers = Array.from({ length: 30 }, (_, index) => 600 + index)
  const text = numbers.map((number) => ['‣', [['p', testId(number)]]])
  const { result } = await openSyncedMirror({
    workspace: workspaceOf([testId(2)], [textBlock(2, '', { properties: { title: text } })])
  })
  expect(result.report.stored.blocks).toBe(2)
  expect(result.report.absent.map(({ id }) => id)).toEqual(numbers.map(testId))
})
