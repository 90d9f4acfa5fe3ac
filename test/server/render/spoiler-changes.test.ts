import path from 'node:path'

import { expect, test } from 'vitest'

import { openMirrorForReading } from '../../../db/mirror/open-mirror.ts'
import { buildApp } from '../../../server/app.ts'
import type { SiteConfig, SiteConfigInput } from '../../../site/config/config.ts'
import { covered, story } from '../../canaries/story.ts'
import { runCommand } from '../../support/command.ts'
import { syncElsewhere } from '../../support/run/sync-elsewhere.ts'
import { openSite } from '../../support/sites/site.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { testId } from '../../support/workspaces/records.ts'
import { atOnce, testConfig } from '../../support/workspaces/test-config.ts'

const withheld = { ...covered, mode: 'withhold' as const }

/** A site, and the same with another configuration. */
async function openStory(spoilers: SiteConfigInput['spoilers']) {
  const site = await openSite({ workspace: story(), config: { spoilers } })
  const { api, dataDir } = site
  const changed = (overrides: Partial<SiteConfigInput>) =>
    testConfig(site.config.rootNotionPageId, { spoilers, ...overrides })
  const sync = (config: SiteConfig) => syncElsewhere(api, { config, dataDir })
  const answerOf = (config: SiteConfig, url = '/') => servedFrom(dataDir, config, url)
  return { ...site, changed, sync, answerOf }
}

/** The answer of a new server. */
async function servedFrom(dataDir: string, config: SiteConfig, url = '/') {
  const app = await buildApp({ config, dataDir, logLevel: 'silent', ...atOnce })
  const reply = await app.inject(url)
  await app.close()
  return reply
}

test('after a change of the rules, a sync makes the site available before it reads the workspace', async () => {
  const { api, changed, sync, answerOf } = await openStory(withheld)
  const config = changed({ spoilers: { ...withheld, sign: null } })
  expect((await answerOf(config)).statusCode).toBe(503)
  api.edit.setPrivate(config.rootNotionPageId, true)
  await expect(sync(config)).rejects.toThrow()
  const { statusCode, body } = await answerOf(config)
  expect(statusCode).toBe(200)
  expect(body).toContain('Hidden heading')
  expect(body).not.toContain('lost at sea')
})

test.each([
  ['withheld', withheld],
  ['shown', null]
])(
  'covered spoilers that were %s are named nowhere before a sync has covered them',
  async (_, was) => {
    const { api, changed, sync, answerOf } = await openStory(was)
    const config = changed({ spoilers: covered })
    const unmarked = changed({ spoilers: { ...covered, property: 'None', sign: null } })
    expect((await answerOf(config, '/feed.xml')).statusCode).toBe(503)
    expect((await answerOf(unmarked)).statusCode).toBe(200)
    api.edit.setPrivate(config.rootNotionPageId, true)
    await expect(sync(config)).rejects.toThrow()
    const { statusCode, body } = await answerOf(config, '/feed.xml')
    expect(statusCode).toBe(200)
    expect(body).toContain('Spoiler (chapter 9)')
    expect(body).not.toMatch(/The tower|Ash/)
  }
)

test('a running server goes on when a sync does not cover spoilers any more', async () => {
  const { app, changed, sync } = await openStory(covered)
  expect((await app.inject('/')).statusCode).toBe(200)
  await sync(changed({ spoilers: null }))
  expect((await app.inject('/')).statusCode).toBe(200)
})

test('a clone, and a mirror of an older version, are served if they have all covers', async () => {
  for (const was of [covered, null]) {
    const { app, changed } = await openStory(was)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const folder = path.join(tempDir(), 'clone')
    const { code, stderr } = await runCommand(['clone', address, '--data', folder])
    expect(code, stderr).toBe(0)
    const statusWith = async (spoilers: SiteConfigInput['spoilers']) => {
      // The digest of the publication is another one, as it is after an update of fansite.
      const config = changed({ spoilers, timeZone: 'Asia/Tokyo' })
      return (await servedFrom(folder, config)).statusCode
    }
    expect(await statusWith(covered)).toBe(was ? 200 : 503)
    expect(await statusWith(null)).toBe(200)
  }
})

test('another label of withheld spoilers is in the next publication', async () => {
  const { changed, sync, answerOf } = await openStory(withheld)
  expect((await answerOf(changed({}))).body).toContain('Spoiler (chapter 9)')
  const config = changed({ messages: { spoiler: 'Later: {0}' } })
  await sync(config)
  const { body } = await answerOf(config)
  expect(body).toContain('Later: 9')
  expect(body).not.toContain('Spoiler (chapter 9)')
})

test('another label of covered spoilers is in the texts that name them', async () => {
  const { changed, sync, dataDir } = await openStory(covered)
  const text = () => {
    const mirror = openMirrorForReading(path.join(dataDir, 'mirror.db'))
    const [found] = mirror.$client
      .prepare<[], string>(`select text from page where path = '/'`)
      .pluck()
      .all()
    mirror.$client.close()
    return found
  }
  expect(text()).toContain('see Spoiler (chapter 9)')
  await sync(changed({ messages: { spoiler: 'Later: {0}' } }))
  expect(text()).toContain('see Later: 9')
})

test('a database whose name mentions a page has its label while the page is marked', async () => {
  const workspace = story()
  const name = [['Of '], ['‣', [['p', testId(10)]]]]
  Object.assign(workspace.collection[testId(40)] ?? {}, { name })
  const { api, mirror, sync } = await openSite({ workspace, config: { spoilers: covered } })
  const stored = mirror.$client.prepare<[], string>('select name from collection').pluck()
  expect(stored.all()).toEqual(['Of Spoiler (chapter 9)'])
  const [{ generation }, again] = [await sync(), await sync()]
  expect(again.generation).toBe(generation)
  api.edit.setText(testId(10), 'The tower')
  await sync()
  expect(stored.all()).toEqual(['Of The tower'])
  api.edit.setText(testId(10), '🔒 1 The tower')
  await sync()
  expect(stored.all()).toEqual(['Of Spoiler (chapter 1)'])
})

test('former titles of a page that mention a marked page are no names to search', async () => {
  const workspace = story()
  const title = [['On '], ['‣', [['p', testId(10)]]]]
  Object.assign(workspace.block[testId(10)]?.properties ?? {}, { title: [['Lighthouse']] })
  Object.assign(workspace.block[testId(51)]?.properties ?? {}, { title })
  const { api, app, sync } = await openSite({ workspace, config: { spoilers: covered } })
  api.edit.setText(testId(10), 'Beacon')
  await sync()
  const names = async () => (await app.inject('/search-names.json')).body
  expect(await names()).toContain('On Lighthouse')
  api.edit.setText(testId(10), '🔒 9 Beacon')
  await sync()
  expect(await names()).toContain('On Spoiler (chapter 9)')
  expect(await names()).not.toMatch(/lighthouse|beacon/i)
})
