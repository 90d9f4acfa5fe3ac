import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'

import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { type KeptSite, countsOf, keptSite } from './kept-site.ts'

const SECRET = 'Ultramarine Protocol'
const secretWords = 'cerulean instructions nobody may read'

/** A page that links to the secret one, one that does not, and the secret page. */
function workspace() {
  const title = [['‣', [['p', testId(3)]]]]
  return workspaceOf(
    [testId(2), testId(3), testId(4)],
    [
      pageBlock(2, 'Linking', { content: [testId(21)] }),
      pageBlock(3, SECRET, { content: [testId(30)] }),
      pageBlock(4, 'Plain', { content: [testId(40)] }),
      textBlock(21, '', { parent_id: testId(2), properties: { title } }),
      textBlock(30, `${secretWords} `.repeat(30), { parent_id: testId(3) }),
      textBlock(40, 'plain words', { parent_id: testId(4) })
    ]
  )
}

const secretPath = '/ultramarine-protocol'
const addresses = [
  '/',
  '/linking',
  '/linking.md',
  secretPath,
  `${secretPath}.md`,
  '/plain',
  '/all-pages',
  '/recent-changes',
  '/feed.xml',
  '/sitemap.xml',
  '/llms.txt',
  '/generation.json',
  '/search-names.json',
  `/api/notion-page-info?id=${undashId(testId(3))}`
]

async function visitAll(app: FastifyInstance): Promise<Map<string, string>> {
  const tags = new Map<string, string>()
  for (const url of addresses) {
    const reply = await app.inject(url)
    expect(reply.statusCode, url).toBe(200)
    tags.set(url, String(reply.headers['etag']))
  }
  return tags
}

/** Whether the files of kept responses contain a text, in any file beside the database. */
function isInFile({ dataDir }: KeptSite, text: string): boolean {
  const names = readdirSync(dataDir).filter((name) => name.startsWith('responses.db'))
  expect(names).toContain('responses.db')
  return names.some((name) => readFileSync(path.join(dataDir, name)).includes(text))
}

const withdrawals: [string, (site: KeptSite) => void][] = [
  ['becomes private', ({ api }) => api.edit.setPrivate(testId(3), true)],
  ['is deleted', ({ api }) => api.edit.trash(testId(3))]
]

test.each(withdrawals)('a page that %s is in no response and no file any more', async (_, hide) => {
  const site = await keptSite(workspace())
  const app = await site.open({ cache: { maxStaleMs: 3_600_000 } })
  const tags = await visitAll(app)
  // The title is stored in identity bodies and in headers.
  expect(isInFile(site, SECRET)).toBe(true)
  hide(site)
  await site.sync()
  for (const [url, tag] of tags) {
    const reply = await app.inject({ url, headers: { 'if-none-match': tag } })
    expect(`${reply.body} ${JSON.stringify(reply.headers)}`, url).not.toContain(secretWords)
    if (url.startsWith(secretPath)) expect(reply.statusCode, url).not.toBe(200)
    if (url === '/' || url === '/all-pages') expect(reply.body).not.toContain(SECRET)
    if (reply.statusCode === 304) expect(url).toBe('/plain')
  }
  expect((await countsOf(app)).withdrawn).toBeGreaterThanOrEqual(addresses.length - 2)
  expect(isInFile(site, secretWords)).toBe(false)
})

test('a page that is moved below an excluded one is in no response any more', async () => {
  const site = await keptSite(workspace())
  const config = testConfig(ROOT_ID, { excludedPageIds: [testId(4)] })
  const app = await site.open({ config, cache: { maxStaleMs: 3_600_000 } })
  const shown = async () => {
    const urls = ['/', '/linking', '/all-pages', secretPath]
    const replies = await Promise.all(urls.map((url) => app.inject(url)))
    return replies.map(({ body }) => body.includes(SECRET))
  }
  expect(await shown()).toEqual([true, true, true, true])
  site.api.edit.move(testId(3), testId(4))
  await site.sync()
  expect(await shown()).toEqual([false, false, false, false])
})

test('a page that is withdrawn while it is rendered is neither kept nor sent', async () => {
  const site = await keptSite(workspace())
  const app = await site.open({ cache: { maxStaleMs: 3_600_000 } })
  await app.inject('/plain')
  const asked = Array.from({ length: 6 }, () => app.inject(secretPath))
  site.api.edit.setPrivate(testId(3), true)
  const synced = site.sync()
  await Promise.all([...asked, synced])
  const { statusCode, body } = await app.inject(secretPath)
  expect(statusCode).not.toBe(200)
  expect(body).not.toContain(secretWords)
  expect(isInFile(site, secretWords)).toBe(false)
})

test('a page that is withdrawn while no server runs is not sent after the start', async () => {
  const site = await keptSite(workspace())
  const before = await site.open({ cache: { maxStaleMs: 3_600_000 } })
  const tags = await visitAll(before)
  await before.close()
  site.api.edit.setPrivate(testId(3), true)
  await site.sync()
  const app = await site.open({ cache: { maxStaleMs: 3_600_000 } })
  for (const [url, tag] of tags) {
    const reply = await app.inject({ url, headers: { 'if-none-match': tag } })
    expect(reply.body, url).not.toContain(secretWords)
    if (url.startsWith(secretPath)) expect(reply.statusCode, url).not.toBe(200)
  }
  expect(isInFile(site, secretWords)).toBe(false)
})

test('a copy of the mirror with a withdrawn page is deleted after a restart, without a download', async () => {
  const site = await keptSite(workspace())
  const copies = () => readdirSync(path.join(site.dataDir, 'download'))
  const before = await site.open()
  await expect
    .poll(async () => (await before.inject('/mirror.db')).statusCode, { interval: 200 })
    .toBe(200)
  expect(copies()).toHaveLength(1)
  await before.close()
  site.api.edit.setPrivate(testId(3), true)
  await site.sync()
  const app = await site.open()
  expect((await app.inject('/plain')).statusCode).toBe(200)
  await expect.poll(copies).toEqual([])
})
