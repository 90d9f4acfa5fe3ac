import { readdirSync } from 'node:fs'
import path from 'node:path'

import { load } from 'cheerio'
import type { FastifyInstance } from 'fastify'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { verifyMirror } from '../../../db/check/verify-mirror.ts'
import { testId } from '../../support/workspaces/records.ts'
import { get, openDownload, saved, serve } from './download-site.ts'

const QUARTER_HOUR_MS = 15 * 60_000

type Opened = Awaited<ReturnType<typeof openDownload>>
let shared: Opened

// For tests that only read.
beforeAll(async () => {
  shared = await openDownload()
})
afterEach(() => vi.useRealTimers())

/** The address of the file that the site names; undefined if it names none. */
async function namedFile(app: FastifyInstance): Promise<string | undefined> {
  const { mirror } = (await app.inject('/generation.json')).json<{ mirror?: string }>()
  return mirror && `/${mirror}`
}

const part = (app: FastifyInstance, url: string, range = 'bytes=0-99') =>
  app.inject({ url, headers: { range } })

test('the file of a generation is the download, sent by ranges and never packed', async () => {
  const { app } = shared
  const url = (await namedFile(app)) ?? ''
  expect(url).toMatch(/^\/mirror\.1-[0-9a-z]+-[0-9a-f]{8}\.db$/)
  const whole = await app.inject({ url, headers: { 'accept-encoding': 'br' } })
  expect(whole.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable',
    'content-type': 'application/vnd.sqlite3',
    etag: expect.stringMatching(/^"[0-9a-f]{32}"$/)
  })
  expect(whole.headers['content-encoding']).toBeUndefined()
  expect(verifyMirror(saved(whole.rawPayload))).toMatchObject({ generation: 1 })
  expect(whole.rawPayload.equals((await get(app)).rawPayload)).toBe(true)
  const some = await part(app, url, 'bytes=4096-8191')
  expect([some.statusCode, some.headers['content-range']]).toEqual([
    206,
    `bytes 4096-8191/${whole.rawPayload.length}`
  ])
  expect(some.rawPayload.equals(whole.rawPayload.subarray(4096, 8192))).toBe(true)
  expect(some.headers.etag).toBe(whole.headers.etag)
})

test('the file answers HEAD, conditions, and a range behind its end', async () => {
  const { app } = shared
  const url = (await namedFile(app)) ?? ''
  const head = await app.inject({ method: 'HEAD', url })
  expect([head.statusCode, head.body, Number(head.headers['content-length']) > 0]).toEqual([
    200,
    '',
    true
  ])
  const condition = { 'if-none-match': String(head.headers.etag) }
  expect((await app.inject({ url, headers: condition })).statusCode).toBe(304)
  const beyond = await part(app, url, 'bytes=99999999999-')
  expect([beyond.statusCode, beyond.headers['cache-control']]).toEqual([416, 'no-store'])
})

test.each([
  ['/mirror.2-zzzzzz-00000000.db', 404, 'not_found'],
  ['/mirror.1-zzzzzz-00000000.db', 404, 'not_found'],
  ['/mirror.0-zzzzzz-00000000.db', 410, 'copy_gone'],
  ['/mirror.1.db', 404, undefined],
  ['/mirror.1-..%2F.db', 404, undefined],
  ['/mirror.0-zzzzzz.db', 404, undefined]
])('%s is not there: %i', async (url, status, code) => {
  const reply = await shared.app.inject(url)
  expect(reply.statusCode).toBe(status)
  if (code) expect(reply.json()).toMatchObject({ error: code })
})

test('the file before stays for a quarter of an hour, and only that one', async () => {
  const { app, api, sync, dataDir } = await openDownload()
  const files: string[] = []
  const publish = async (text: string) => {
    api.edit.setText(testId(11), text)
    await sync()
    files.push((await namedFile(app)) ?? '')
    return part(app, files.at(-1) ?? '')
  }
  const replies = [await publish('one'), await publish('two'), await publish('three')]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([206, 206, 206])
  const [first = '', second = '', third = ''] = files
  expect(new Set(files).size).toBe(3)
  const again = await part(app, second)
  expect([again.statusCode, again.headers.etag]).toEqual([206, replies[1]?.headers.etag])
  expect((await part(app, first)).json()).toMatchObject({ error: 'copy_gone' })
  const kept = readdirSync(path.join(dataDir, 'download'))
  expect(kept.toSorted()).toEqual([expect.stringMatching(/^3-/), expect.stringMatching(/^4-/)])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + QUARTER_HOUR_MS })
  expect((await part(app, second)).statusCode).toBe(410)
  expect((await part(app, third)).statusCode).toBe(206)
})

test('a publication that withdraws a page removes the file before at once', async () => {
  const { app, api, sync, dataDir } = await openDownload()
  const before = (await namedFile(app)) ?? ''
  expect((await part(app, before)).statusCode).toBe(206)
  api.edit.trash(testId(20))
  await sync()
  expect((await part(app, before)).statusCode).toBe(410)
  expect(await namedFile(app)).not.toBe(before)
  const folder = path.join(dataDir, 'download')
  await expect.poll(() => readdirSync(folder)).toEqual([])
})

test('a restarted server still sends the file before', async () => {
  const { app, api, sync, dataDir } = await openDownload()
  const before = (await namedFile(app)) ?? ''
  expect((await part(app, before)).statusCode).toBe(206)
  api.edit.setText(testId(11), 'another line')
  await sync()
  await app.close()
  const again = await serve(dataDir)
  expect((await part(again, before)).statusCode).toBe(206)
})

test('a site that offers no download has no file', async () => {
  const { app } = await openDownload({ isMirrorDownloadEnabled: false })
  expect(await namedFile(app)).toBeUndefined()
  const url = (await namedFile(shared.app)) ?? ''
  expect((await app.inject(url)).statusCode).toBe(404)
  expect((await app.inject('/_data/query')).statusCode).toBe(404)
})

test('the page of SQL shows the statement of its address as text, and only as text', async () => {
  const sql = `select '</textarea><script>alert(1)</script>&amp;'`
  const reply = await shared.app.inject(`/_data/query?${new URLSearchParams({ sql })}`)
  expect([reply.statusCode, reply.headers['x-robots-tag']]).toEqual([200, 'noindex'])
  const document = load(reply.body)
  expect(document('textarea').text().trim()).toBe(sql)
  expect(document('script').text()).not.toContain('alert(1)')
  // What is in it is shown without script only.
  expect(document('noscript').text()).toContain('href="/_data"')
})

test('while a page is excluded that the mirror still has, no file is named or sent', async () => {
  const { app, dataDir } = await openDownload({ excludedPageIds: [testId(20)] })
  expect(await namedFile(app)).toBeUndefined()
  const other = await serve(dataDir)
  const url = (await namedFile(other)) ?? ''
  expect((await part(other, url)).statusCode).toBe(206)
  const reply = await part(app, url)
  expect([reply.statusCode, reply.json().error]).toEqual([503, 'download_not_ready'])
})
