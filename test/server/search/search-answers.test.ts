import { beforeAll, describe, expect, test } from 'vitest'
import type { AccountInput } from '../../../demo/builder/build-workspace.ts'

import { h2, page, text } from '../../../demo/builder/blocks.ts'
import { buildWorkspace } from '../../../demo/builder/build-workspace.ts'
import { pageId, propertyId } from '../../../demo/builder/record-ids.ts'
import { buildApp } from '../../../server/app.ts'
import { onFinished } from '../../support/on-finished.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { excludedId, searchWorkspace } from '../../support/sites/search-site.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { patient } from '../../support/workspaces/test-config.ts'

const wiki: AccountInput = {
  key: 'wiki',
  name: ['Wiki', ''],
  email: 'wiki@wiki.example',
  avatar: ''
}

interface Answer {
  total: number
  didYouMean: string | null
  results: {
    title: string
    section: string
    snippet: { text: string; ranges: [number, number][] }
  }[]
}

async function ask(app: TestSite['app'], query: string): Promise<Answer> {
  return (await app.inject({ url: '/api/search-notion', query: { query } })).json<Answer>()
}

const suggested = async (app: TestSite['app'], query: string) => (await ask(app, query)).didYouMean

describe('of a page excluded since the last sync', () => {
  let app: TestSite['app']
  let tries = 0

  beforeAll(async () => {
    const { config, dataDir } = await openSite({ workspace: searchWorkspace() })
    app = await buildApp({
      ...patient,
      config: { ...config, excludedPageIds: [excludedId] },
      dataDir
    })
    onFinished(() => app.close())
  })

  /** Until the words of texts are indexed. */
  const untilIndexed = () =>
    expect.poll(() => suggested(app, `lanter${'mvqx'[tries++ % 4]}`)).toBe('lantern')

  test('no word of it is suggested as a correction', async () => {
    await untilIndexed()
    expect(JSON.stringify(await ask(app, 'zorblay lantern'))).not.toContain('zorblax')
  })

  test('its words do not hide pages with other words of the query', async () => {
    await untilIndexed()
    const { total } = await ask(app, 'qqqqqqq wick')
    expect((await ask(app, 'zorblay wick')).total).toBe(total)
  })
})

describe('the result names the section that matches', () => {
  let app: TestSite['app']

  beforeAll(async () => {
    const rules = page('Rules', {}, [
      text('At first.'),
      h2('Forge'),
      text("It isn't lit. ここはｸﾞﾙｰﾌﾟ。Set doImmediateRespawn, since v1.20.4.")
    ])
    const spaceId = testId(0)
    const root = page('Home', {}, [rules])
    const workspace = buildWorkspace({ rootPageId: ROOT_ID, spaceId, accounts: [wiki], root })
    ;({ app } = await openSite({ workspace }))
  })

  test.each(["isn't", 'グループ', 'respawn', '1.20.4'])('to %s', async (query) => {
    const { results } = await ask(app, query)
    expect(results).toMatchObject([{ title: 'Rules', section: 'Forge' }])
  })
})

test('a search within a page finds misspelt words there, whatever other pages are called', async () => {
  const inner = page('Inner', {}, [page('Habor', {}, [])])
  const others = ['Harbor', 'Harbor East', 'Harbor West'].map((name) => page(name, {}, []))
  const workspace = buildWorkspace({
    rootPageId: ROOT_ID,
    spaceId: testId(0),
    accounts: [wiki],
    root: page('Home', {}, [inner, ...others])
  })
  const { app } = await openSite({ workspace })
  const reply = await app.inject({
    url: '/api/search-notion',
    query: { query: 'harbor', ancestorId: pageId('Inner') }
  })
  expect(reply.json()).toMatchObject({ total: 1, results: [{ title: 'Habor' }] })
})

test('whole words are highlighted, not prefixes of others; a word being typed as prefix', async () => {
  const root = page('Home', {}, [
    page('Shore', {}, [text('An island is where it stands, isolated.')])
  ])
  const workspace = buildWorkspace({
    rootPageId: ROOT_ID,
    spaceId: testId(0),
    accounts: [wiki],
    root
  })
  const { app } = await openSite({ workspace })
  const marked = async (query: string) => {
    const { results } = await ask(app, query)
    const [{ snippet } = { snippet: { text: '', ranges: [] } }] = results
    return snippet.ranges.map(([from, to]) => snippet.text.slice(from, to))
  }
  expect(await marked('is it')).toEqual(['is', 'it'])
  expect(await marked('island isolat')).toEqual(['island', 'isolated'])
})

test('after a start or a publication, the second request at the latest is answered completely', async () => {
  const { app, api, sync } = await openSite({ workspace: searchWorkspace() })
  await ask(app, 'snufer lantrn')
  const meant = async (query: string) => (await ask(app, query)).didYouMean
  await expect.poll(() => meant('snuffer lantrn')).toBe('snuffer lantern')
  expect(await meant('snufer lantrn')).toBe('snuffer lantern')
  expect((await ask(app, 'zorblax')).total).toBe(1)
  api.edit.trash(excludedId)
  api.edit.setText(pageId('Snuffers'), 'Candelabra')
  api.edit.setProperty(pageId('Lamps/Gate lamp'), propertyId('Lamps', 'Place'), [['Shrine']])
  await sync()
  await ask(app, 'candelabar')
  expect((await ask(app, 'zorblax')).total).toBe(0)
  await expect.poll(() => meant('candelabar')).toBe('candelabra')
  const onRoad = await app.inject('/api/search-notion?query=lamp&tag=Road')
  expect(onRoad.json()).toMatchObject({ total: 1, results: [{ title: 'Road lamp' }] })
})
