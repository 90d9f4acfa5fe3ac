import path from 'node:path'

import Database from 'better-sqlite3'
import type { Block } from 'notion-types'
import { expect, onTestFinished, test } from 'vitest'

import { findDamage } from '../../../db/check/find-damage.ts'
import { startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { syncedMirror } from '../../support/sites/mirror-dir.ts'
import { syncFrom } from '../../support/workspaces/sync-from.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'

const date = (value: object) => [['‣', [['d', value]]]]

test('each date of a property or mention is a row with its original parts', async () => {
  const values = [
    { type: 'date', start_date: '2025-07-31' },
    { type: 'daterange', start_date: '2025-07-31', end_date: '2025-08-02' },
    { type: 'datetime', start_date: '2025-07-31', start_time: '18:00', time_zone: 'Asia/Tokyo' },
    {
      type: 'datetimerange',
      start_date: '2025-07-31',
      start_time: '18:00',
      end_date: '2025-07-31',
      end_time: '20:30',
      time_zone: 'Europe/Paris'
    }
  ]
  const blocks = values.map((value, index) =>
    textBlock(10 + index, '', { properties: { title: [['on '], ...date(value)] } })
  )
  const { mirror } = await syncedMirror({
    workspace: workspaceOf(
      blocks.map(({ id }) => id),
      blocks
    )
  })
  const rows = mirror.$client
    .prepare(
      'select block_id, property_id, position, type, start_date, start_time, end_date, end_time, time_zone from date_value order by block_id'
    )
    .all()
  expect(rows).toEqual(
    values.map((value, index) => ({
      block_id: testId(10 + index),
      property_id: 'title',
      position: 0,
      start_time: null,
      end_date: null,
      end_time: null,
      time_zone: null,
      ...value
    }))
  )
})

test('private fields and URL signatures are not stored, names and avatars of users are', async () => {
  const signed = 'https://files.example.org/a.png?X-Amz-Signature=canary-signature&X-Amz-Expires=1'
  const carried = `/image/${encodeURIComponent(signed)}?table=block`
  const handed = 'https://img.example.org/b.png?exp=1&sig=canary-handed'
  const workspace = workspaceOf(
    [testId(2)],
    [
      textBlock(2, 'plain', {
        permissions: [{ user_id: 'canary-permission' }],
        discussions: ['canary-discussion'],
        properties: { title: [['plain']], source: [[signed]], caption: [[`at ${signed}.`]] },
        format: { display_source: signed, page_cover: carried, bookmark_cover: handed }
      })
    ]
  )
  const nameless = { id: testId(901), version: 1, name: 'canary-name@example.org' }
  const schema = {
    title: { name: 'Name', type: 'title' },
    go: { name: 'Go', type: 'button', automation: { headers: { authorization: 'canary-token' } } }
  }
  workspace.block[testId(3)] = record(3, { type: 'collection_view', collection_id: testId(500) })
  workspace.block[ROOT_ID]!.content = [testId(2), testId(3)]
  workspace.collection[testId(500)] = {
    id: testId(500),
    version: 1,
    schema,
    parent_id: testId(3)
  } as never
  workspace.block[testId(2)]!.last_edited_by_id = nameless.id
  const keeper = {
    id: testId(900),
    version: 1,
    given_name: 'Lantern',
    family_name: 'Keepers',
    email: 'canary@example.org',
    profile_photo: ''
  }
  const { mirror } = await syncedMirror({
    // Users with only the fields of real records.
    workspace: {
      ...workspace,
      notion_user: { [keeper.id]: keeper as never, [nameless.id]: nameless as never }
    }
  })
  const bytes = mirror.$client.serialize().toString('latin1')
  expect(bytes).not.toContain('canary')
  expect(bytes).toContain('https://files.example.org/a.png')
  expect(mirror.$client.prepare('select * from user').all()).toEqual([
    { id: keeper.id, name: 'Lantern Keepers', avatar: null },
    { id: nameless.id, name: '', avatar: null }
  ])
})

test('the tree, depth and text of pages follow the order of their blocks', async () => {
  const { mirror } = await syncedMirror({
    workspace: workspaceOf(
      [testId(5), testId(2), testId(3)],
      [
        textBlock(2, 'between'),
        pageBlock(3, 'Second', { content: [testId(4)] }),
        pageBlock(4, 'Third', { parent_id: testId(3) }),
        pageBlock(5, 'First')
      ]
    )
  })
  const select = 'select title, depth, parent_page_id, text from page order by position'
  expect(mirror.$client.prepare(select).raw().all()).toEqual([
    ['Home', 0, null, 'between'],
    ['First', 1, ROOT_ID, ''],
    ['Second', 1, ROOT_ID, ''],
    ['Third', 2, testId(3), '']
  ])
})

test('a mention of a full-page database has the name of the database', async () => {
  const mention = [['see '], ['‣', [['p', testId(3)]]], [', then '], ['‣', [['p', testId(4)]]]]
  const database = record(3, { type: 'collection_view_page', collection_id: testId(500) })
  const titled = { ...database, ...pageBlock(4, 'Own title'), type: 'collection_view_page' }
  const blocks = [textBlock(2, '', { properties: { title: mention } }), database, titled]
  const home = { id: testId(500), version: 1, parent_id: database.id, schema: {} }
  const collection = { ...home, name: [['Mobs']] }
  const { mirror } = await syncedMirror({
    workspace: {
      ...workspaceOf(
        blocks.map(({ id }) => id),
        blocks as Block[]
      ),
      // Only the fields that a sync reads.
      collection: { [collection.id]: collection as never }
    }
  })
  const texts = mirror.$client.prepare(`select text from page where path = '/'`).pluck().all()
  expect(texts).toEqual(['see Mobs, then Own title'])
  expect(findDamage(mirror)).toEqual([])
})

test('readers see either the old or the new publication', async () => {
  const workspace = workspaceOf([testId(2)], [pageBlock(2, 'before')])
  const api = await startWorkspaceApi({ workspace })
  onTestFinished(() => api.close())
  const options = { config: testConfig(ROOT_ID), dataDir: tempDir() }
  await syncFrom(api, options)

  const reader = new Database(path.join(options.dataDir, 'mirror.db'), { readonly: true })
  onTestFinished(() => void reader.close())
  const titles = () => reader.prepare('select title from page order by position').pluck().all()
  reader.exec('begin')
  expect(titles()).toEqual(['Home', 'before'])

  api.edit.setText(testId(2), 'after')
  await syncFrom(api, options)
  expect(titles()).toEqual(['Home', 'before'])
  reader.exec('commit')
  expect(titles()).toEqual(['Home', 'after'])
  expect(reader.prepare('select generation from mirror').pluck().all()).toEqual([2])
})

test('pages deleted in the workspace are removed by the next sync', async () => {
  const workspace = workspaceOf(
    [testId(2), testId(3)],
    [pageBlock(2, 'Stays'), pageBlock(3, 'Goes')]
  )
  const api = await startWorkspaceApi({ workspace })
  onTestFinished(() => api.close())
  const options = { config: testConfig(ROOT_ID), dataDir: tempDir() }
  await syncFrom(api, options)
  api.edit.trash(testId(3))
  await syncFrom(api, options)

  const mirror = new Database(path.join(options.dataDir, 'mirror.db'), { readonly: true })
  onTestFinished(() => void mirror.close())
  const titles = mirror.prepare('select title from page order by position').pluck().all()
  expect(titles).toEqual(['Home', 'Stays'])
  expect(mirror.pragma('foreign_key_check')).toEqual([])
  expect(mirror.pragma('integrity_check', { simple: true })).toBe('ok')
})
