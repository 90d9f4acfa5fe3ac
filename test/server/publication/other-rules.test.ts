import { lstatSync, mkdirSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test, vi } from 'vitest'

import { spoilerCopies } from '../../../db/mirror/spoiler-copies.ts'
import { buildApp } from '../../../server/app.ts'
import type { SiteConfig, SiteConfigInput } from '../../../site/config/config.ts'
import { covered, story } from '../../canaries/story.ts'
import { syncElsewhere } from '../../support/run/sync-elsewhere.ts'
import { syncedMirror } from '../../support/sites/mirror-dir.ts'
import { testId } from '../../support/workspaces/records.ts'
import { atOnce, testConfig } from '../../support/workspaces/test-config.ts'

const withheld = { ...covered, mode: 'withhold' as const }
/** A title that the public copy does not have. */
const SECRET = 'lost at sea'

/** A story, synced with one configuration of spoilers and to be served with any. */
async function openStory(spoilers: SiteConfigInput['spoilers']) {
  const { api, config, dataDir } = await syncedMirror({ workspace: story(), config: { spoilers } })
  const withRules = (rules: SiteConfigInput['spoilers']) =>
    testConfig(config.rootNotionPageId, { spoilers: rules })
  const sync = (changed: SiteConfig) => syncElsewhere(api, { config: changed, dataDir })
  /** Serves the site until the test has read what it needs. */
  const serving = async <T>(changed: SiteConfig, read: (get: Get) => Promise<T>): Promise<T> => {
    const app = await buildApp({ config: changed, dataDir, logLevel: 'silent', ...atOnce })
    try {
      return await read((url) => app.inject(url))
    } finally {
      await app.close()
    }
  }
  return { api, dataDir, withRules, sync, serving }
}

type Get = (url: string) => Promise<{ statusCode: number; rawPayload: Buffer; body: string }>

/** The mirror that a site offers, and its address for reading by ranges. */
async function download(get: Get) {
  await vi.waitUntil(async () => (await get('/mirror.db')).statusCode === 200, { timeout: 100_000 })
  const { rawPayload } = await get('/mirror.db')
  const { mirror } = JSON.parse((await get('/generation.json')).body) as { mirror: string }
  return { address: `/${mirror}`, hasSecret: rawPayload.includes(SECRET) }
}

const generation = async (get: Get) =>
  (JSON.parse((await get('/generation.json')).body) as { generation: number }).generation

/** Reads the generation, which is later, and says that no list of changes leads to it. */
const laterThan = (since: number) => async (get: Get) => {
  expect((await get(`/api/changes?since=${since}`)).statusCode).toBe(410)
  const next = await generation(get)
  expect(next).toBeGreaterThan(since)
  return next
}

test('a mirror that a server without rules has copied is not sent by one that withholds', async () => {
  const { withRules, serving } = await openStory(withheld)
  const whole = await serving(withRules(null), download)
  expect(whole.hasSecret).toBe(true)
  await serving(withRules(withheld), async (get) => {
    const found = await download(get)
    expect(found.hasSecret).toBe(false)
    expect(found.address).not.toBe(whole.address)
    expect((await get(whole.address)).statusCode).not.toBe(200)
  })
})

test.each([
  ['nothing', null],
  ['covers', covered]
])('the mirror before the rules withheld is gone: before, %s', async (_before, rules) => {
  const { api, withRules, sync, serving } = await openStory(rules)
  const whole = await serving(withRules(rules), download)
  expect(whole.hasSecret).toBe(true)
  const config = withRules(withheld)
  await sync(config)
  await serving(config, async (get) => {
    expect((await get(whole.address)).statusCode).not.toBe(200)
    api.edit.setText(testId(20), 'another line')
    await sync(config)
    expect((await get('/')).body.includes('another line')).toBe(true)
    expect((await get(whole.address)).statusCode).not.toBe(200)
    expect((await download(get)).hasSecret).toBe(false)
  })
})

test('a change of the rules is one that lists of changes cannot describe', async () => {
  const { withRules, sync, serving } = await openStory(null)
  let since = await serving(withRules(null), generation)
  for (const rules of [withheld, { ...withheld, sign: null }, null, withheld]) {
    const config = withRules(rules)
    await sync(config)
    since = await serving(config, laterThan(since))
  }
})

test('numbers of publications go on when a sync could only apply the rules', async () => {
  const { api, withRules, sync, serving } = await openStory(null)
  const config = withRules(null)
  let since = await serving(config, generation)
  api.edit.setPrivate(config.rootNotionPageId, true)
  for (const rules of [withheld, { ...withheld, sign: null }, covered]) {
    await expect(sync(withRules(rules))).rejects.toThrow()
    since = await serving(withRules(rules), laterThan(since))
  }
  api.edit.setPrivate(config.rootNotionPageId, false)
  await sync(config)
  await serving(config, laterThan(since))
})

test('numbers go on when a sync could only apply that nothing is withheld, and then that it is', async () => {
  const { api, withRules, sync, serving } = await openStory(withheld)
  let since = await serving(withRules(withheld), generation)
  api.edit.setPrivate(withRules(null).rootNotionPageId, true)
  for (const rules of [null, withheld, null, covered, withheld]) {
    await expect(sync(withRules(rules))).rejects.toThrow()
    since = await serving(withRules(rules), laterThan(since))
  }
})

test('numbers of publications go on in a mirror that replaces a damaged one', async () => {
  const { dataDir, withRules, sync, serving } = await openStory(withheld)
  const since = await serving(withRules(withheld), generation)
  writeFileSync(path.join(dataDir, 'mirror.db'), 'damaged')
  await sync(withRules(null))
  await serving(withRules(null), laterThan(since))
})

test('a sync that publishes without its copies says so, and the next one writes them', async () => {
  const { api, dataDir, withRules, sync, serving } = await openStory(withheld)
  const config = withRules(withheld)
  const copies = spoilerCopies(path.join(dataDir, 'mirror.db'), config.spoilers)
  const part = `${copies?.public}-part`
  mkdirSync(part)
  api.edit.setText(testId(20), 'another line')
  await expect(sync(config)).rejects.toThrow(
    /EISDIR.*; generation 2 is published in mirror\.db, but not in .*; the next sync writes them$/
  )
  rmdirSync(part)
  await sync(config)
  await serving(config, async (get) => expect((await get('/')).body).toContain('another line'))
})

test('a copy that cannot be opened is removed', async () => {
  const { dataDir, withRules, sync } = await openStory(null)
  const copy = path.join(dataDir, 'public-0123456789ab.db')
  symlinkSync('nowhere', copy)
  await sync(withRules(null))
  expect(lstatSync(copy, { throwIfNoEntry: false })).toBeUndefined()
})
