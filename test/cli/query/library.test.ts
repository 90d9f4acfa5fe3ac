import { expect, onTestFinished, test } from 'vitest'

import { openMirror } from '../../../library/open-mirror.ts'
import { sync } from '../../../library/sync.ts'
import type { MirrorOptions, OpenMirror } from '../../../library/types.ts'
import { startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import { withheld } from '../../canaries/spoilers.ts'
import { openSite } from '../../support/sites/site.ts'
import { ROOT_ID, pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { clone, openSource } from '../clone/cloned-site.ts'

const settings = {
  rootNotionPageId: ROOT_ID,
  name: 'Wiki',
  domain: 'wiki.example.org',
  author: 'editors'
}

function opened(options: MirrorOptions): OpenMirror {
  const mirror = openMirror(options)
  onTestFinished(() => mirror.close())
  return mirror
}

/** A workspace of these pages below the root page. */
const workspaceWith = (...titles: string[]) =>
  workspaceOf(
    titles.map((_, index) => testId(index + 2)),
    titles.map((title, index) => pageBlock(index + 2, title))
  )

/** Texts that a page gets one after the other, and the generations that they are published in. */
const editions = [
  ['amber', 2],
  ['beryl', 3]
] as const

/** A page, what a search for a text finds, and the generation, by both ways. */
async function shown(mirror: OpenMirror, text: string) {
  const rows = await mirror.query('select generation from mirror')
  const hits = await mirror.search(text)
  const isInText = mirror.page(testId(10))?.markdown.includes(text)
  return { isInText, hits: hits.length, generations: [mirror.generation, rows[0]?.['generation']] }
}

test('an open mirror shows each publication of a sync', async () => {
  const { api, dataDir, sync: syncAgain } = await openSource()
  const mirror = opened({ dataDir })
  for (const [text, generation] of editions) {
    expect(await shown(mirror, text)).toMatchObject({ isInText: false, hits: 0 })
    api.edit.setText(testId(11), text)
    await syncAgain()
    const generations = [generation, generation]
    expect(await shown(mirror, text)).toEqual({ isInText: true, hits: 1, generations })
  }
})

test('an open mirror shows each publication that a clone brings in another file', async () => {
  const { site, api, sync: syncAgain } = await openSource()
  const dataDir = tempDir()
  await clone(site, dataDir)
  const mirror = opened({ dataDir })
  for (const [text, generation] of editions) {
    expect(await shown(mirror, text)).toMatchObject({ isInText: false, hits: 0 })
    api.edit.setText(testId(11), text)
    await syncAgain()
    const searching = mirror.search('line')
    await clone(site, dataDir)
    const generations = [generation, generation]
    expect(await shown(mirror, text)).toEqual({ isInText: true, hits: 1, generations })
    expect(await searching).toHaveLength(generation === 2 ? 1 : 0)
  }
})

test('with a configuration, the mirror has no spoilers that it withholds', async () => {
  const workspace = workspaceWith('Open', `${withheld.sign} Canary`)
  const { dataDir } = await openSite({ workspace, config: { spoilers: withheld } })
  const mirror = opened({ dataDir, config: { ...settings, spoilers: withheld } })
  const records = await mirror.query('select raw from block')
  const all = JSON.stringify([mirror.pages(), records, await mirror.search('canary')])
  expect(all).toContain('Open')
  expect(all).not.toContain('Canary')
})

test('pages that the configuration excludes since the last sync are in no answer', async () => {
  const { dataDir } = await openSite({ workspace: workspaceWith('Open', 'Canary') })
  const mirror = opened({ dataDir, config: { ...settings, excludedPageIds: [testId(3)] } })
  expect(mirror.pages().map(({ title }) => title)).toEqual(['Home', 'Open'])
  const parentId = ROOT_ID.replaceAll('-', '')
  expect(mirror.pages({ parentId }).map(({ title }) => title)).toEqual(['Open'])
  expect(mirror.page(testId(3))).toBeUndefined()
  expect(await mirror.search('canary')).toEqual([])
  await expect(mirror.query('select title from page')).rejects.toMatchObject({
    code: 'mirror',
    message: expect.stringContaining('run a sync')
  })
})

test('a sync of the library publishes a much smaller workspace only with isShrinkAllowed', async () => {
  const titles = Array.from({ length: 20 }, (_, index) => `Page ${index}`)
  const api = await startWorkspaceApi({ workspace: workspaceWith(...titles) })
  onTestFinished(() => api.close())
  process.env['NOTION_API_BASE_URL'] = api.baseUrl
  onTestFinished(() => void delete process.env['NOTION_API_BASE_URL'])
  const options = { config: settings, dataDir: tempDir() }
  expect(await sync(options)).toMatchObject({ isPublished: true, pages: 21 })
  for (let number = 5; number < 22; number++) api.edit.trash(testId(number))
  await expect(sync(options)).rejects.toMatchObject({ code: 'refused' })
  const forced = { ...options, isShrinkAllowed: true }
  expect(await sync(forced)).toMatchObject({ isPublished: true, pages: 4 })
})

test.each([0, -1, Number.NaN, Infinity, 5000, 'x', '3'])(
  'a sync of the library refuses ratePerSecond %s with the key and the remedy',
  async (ratePerSecond) => {
    const options = { config: settings, dataDir: tempDir(), ratePerSecond: ratePerSecond as number }
    await expect(sync(options)).rejects.toMatchObject({
      code: 'config',
      message: expect.stringMatching(/^ratePerSecond is .* above 0 and up to 1000/)
    })
  }
)

test('a sync of the library that its signal stops says that it was aborted', async () => {
  const stop = new AbortController()
  const api = await startWorkspaceApi({ workspace: workspaceWith('Slow') })
  onTestFinished(() => api.close())
  api.faults.set({ faults: ['hang'] })
  process.env['NOTION_API_BASE_URL'] = api.baseUrl
  onTestFinished(() => void delete process.env['NOTION_API_BASE_URL'])
  const options = { config: settings, dataDir: tempDir(), signal: stop.signal }
  const stopped = expect(sync(options)).rejects.toMatchObject({
    code: 'stopped',
    message:
      'the sync was aborted by its signal; nothing new is on the site, and the next sync resumes the run',
    cause: new Error('enough')
  })
  await expect.poll(() => api.faults.hits).toBeGreaterThan(0)
  stop.abort(new Error('enough'))
  await stopped
})

test('a statement with more or fewer parameters than values is refused', async () => {
  const { dataDir } = await openSite({ workspace: workspaceWith('Open') })
  const { query } = opened({ dataDir })
  const message = (part: string) => ({ code: 'query', message: expect.stringContaining(part) })
  const sql = 'select ? as a, ? as b'
  await expect(query(sql, { values: [1] })).rejects.toMatchObject(
    message('has parameters without a value')
  )
  await expect(query(sql, { values: [1, 2, 3] })).rejects.toMatchObject(
    message('more values than parameters')
  )
  expect(await query(sql, { values: [1, 2] })).toEqual([{ a: 1, b: 2 }])
})
