import { expect, test } from 'vitest'

import { buildWorkspace } from '../../../demo/builder/build-workspace.ts'
import { page } from '../../../demo/builder/blocks.ts'
import { collection, collectionPage, row } from '../../../demo/builder/collection.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { openSite } from '../../support/sites/site.ts'

const harten = { name: 'Harten', address: '1 Lamp Row', lat: 48.25, lon: 16.5 }

const shrines = collection({
  key: 'Shrines',
  name: 'Shrines',
  schema: { Keeper: { type: 'text' }, Where: { type: 'place' } },
  views: [{ type: 'map', name: 'Map', show: ['Where', 'Keeper'] }],
  rows: [
    row('Lamp Shrine', { properties: { Keeper: 'Anna', Where: harten } }, []),
    row('Lost Shrine', { properties: { Keeper: 'Berta' } }, [])
  ]
})

test('a map lists its rows, each with its place, a link to a map, and then its other values', async () => {
  const workspace = buildWorkspace({
    rootPageId: ROOT_ID,
    spaceId: testId(0),
    accounts: [{ key: 'wiki', name: ['Wiki', ''], email: 'wiki@wiki.example', avatar: '' }],
    root: page('Home', {}, [collectionPage(shrines, {})])
  })
  const { app } = await openSite({ workspace })
  const { body } = await app.inject('/shrines')
  expect(body).toContain('A map, shown as a list of its places.')
  const [found = '', lost = ''] = [...body.matchAll(/<li[^>]*notion-list-item.*?<\/li>/gs)].map(
    ([item]) => item
  )
  expect(found).toContain('href="/lamp-shrine"')
  expect(found).toMatch(/Harten, 1 Lamp Row.*<a [^>]*href="https:[^"]*48\.25[^"]*16\.5.*Anna/s)
  expect(found.match(/Harten, 1 Lamp Row/g)).toHaveLength(1)
  expect(lost).toContain('href="/lost-shrine"')
  expect(lost).toContain('Berta')
  expect(lost).not.toContain('href="https:')
})
