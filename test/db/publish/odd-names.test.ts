import path from 'node:path'

import type { Collection } from 'notion-types'
import { expect, test } from 'vitest'

import { verifyMirror } from '../../../db/check/verify-mirror.ts'
import { pageBlock, record, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { syncedMirror } from '../../support/sites/mirror-dir.ts'

interface Named {
  name: string
  /** Names and types of further properties. */
  properties?: [name: string, type: string][]
}

/** A mirror of collections with these names, each with one row. */
async function openNamed(names: Named[]) {
  const shown = names.map((_, index) =>
    record(100 + index, {
      type: 'collection_view',
      collection_id: testId(500 + index),
      view_ids: [testId(300 + index)]
    })
  )
  const rows = names.map((_, index) =>
    pageBlock(1000 + index, `Row ${index}`, {
      parent_id: testId(500 + index),
      parent_table: 'collection',
      properties: { title: [[`Row ${index}`]], p0: [['its own']] }
    })
  )
  const entries = <T>(make: (named: Named, index: number) => T & { id: string }) =>
    Object.fromEntries(names.map(make).map((each) => [each.id, each]))
  return syncedMirror({
    workspace: {
      ...workspaceOf(
        shown.map(({ id }) => id),
        [...shown, ...rows]
      ),
      collection: entries((named, index) => collectionOf(named, index)),
      // Only the fields that a sync reads.
      collection_view: entries((_, index) => viewOf(index)) as never
    }
  })
}

function collectionOf({ name, properties = [] }: Named, index: number) {
  const own = properties.map(([label, type], at) => [`p${at}`, { name: label, type }])
  const schema = { title: { name: 'Name', type: 'title' }, ...Object.fromEntries(own) }
  const fields = { id: testId(500 + index), version: 1, name: [[name]], schema }
  return { ...fields, parent_id: testId(100 + index) } as unknown as Collection
}

function viewOf(index: number) {
  const fields = { id: testId(300 + index), version: 1, type: 'table', name: '', format: {} }
  return { ...fields, parent_id: testId(100 + index) }
}

const sqliteNames = [
  'SQLite tips',
  'SQLite',
  'SQLite',
  'Pragma table info',
  'JSON each',
  'JSON tree'
]
const mirrorNames = [
  'Block type',
  'Page title',
  'Asset hash',
  'Link target',
  'Pages',
  'Block',
  'Select'
]
const unusualNames = [`${'a'.repeat(59)}𠮷x`, '🎉', 'naïve "quotes"\n and lines', '2025', 'ｱｲｳ']

test('collections with any name have a view under the published view name', async () => {
  const names = [...sqliteNames, ...mirrorNames, ...unusualNames]
  const { mirror, dataDir } = await openNamed(names.map((name) => ({ name })))
  const views = mirror.$client
    .prepare<[], string>('select view_name from collection order by id')
    .pluck()
    .all()
  expect(views.slice(0, 4)).toEqual(['_sqlite_tips', '_sqlite', '_sqlite_2', '_pragma_table_info'])
  expect(new Set(views).size).toBe(names.length)
  for (const [index, view] of views.entries()) {
    const row = mirror.$client.prepare(`select name from ${view}`).pluck().all()
    expect(row).toEqual([`Row ${index}`])
  }
  expect(verifyMirror(path.join(dataDir, 'mirror.db')).generation).toBe(1)
})

test('a renamed collection has a view with the new name', async () => {
  const { mirror, api, sync } = await openNamed([{ name: unusualNames[0] ?? '' }])
  api.edit.changeCollection(testId(500), { name: [['Plain']] })
  await sync()
  expect(mirror.$client.prepare('select name from plain').pluck().all()).toEqual(['Row 0'])
})

test('a property named like an SQL keyword is read as a column', async () => {
  const words = ['Current date', 'Current time', 'Current timestamp', 'True', 'False', 'When']
  const lists = words.map((word): Named => ({ name: `L ${word}`, properties: [[word, 'text']] }))
  const dated: Named = { name: 'Dated', properties: [['When', 'date']] }
  const { mirror } = await openNamed([...lists, dated])
  for (const word of words) {
    const name = word.toLowerCase().replaceAll(' ', '_')
    const sql = `select ${name}_ from l_${name}`
    expect(mirror.$client.prepare(sql).pluck().get()).toBe('its own')
  }
  expect(mirror.$client.prepare('select when_start, when_end from dated').all()).toHaveLength(1)
})
