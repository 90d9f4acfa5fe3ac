import { createHash } from 'node:crypto'
import { cpSync, existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import Database from 'better-sqlite3'
import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'

import { verifyMirror } from '../../../db/check/verify-mirror.ts'
import { buildApp } from '../../../server/app.ts'
import type { SiteConfigInput } from '../../../site/config/config.ts'
import { mirrorContents } from '../../support/sites/mirror-contents.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { onFinished } from '../../support/on-finished.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { atOnce, testConfig } from '../../support/workspaces/test-config.ts'
import { startedProcesses } from '../../support/run/started-processes.ts'
import { tempDir } from '../../support/temp-dir.ts'

async function serve(dataDir: string, config: Partial<SiteConfigInput> = {}) {
  // One download waits for a sync for longer than the server's default.
  const limits = { idleTimeoutMs: 600_000 }
  const app = await buildApp({
    config: testConfig(ROOT_ID, config),
    dataDir,
    logLevel: 'silent',
    limits,
    ...atOnce
  })
  onFinished(() => app.close())
  return app
}

async function openDownload(config: Partial<SiteConfigInput> = {}) {
  const filled = await mirrorDir()
  return { ...filled, app: await serve(filled.dataDir, config) }
}

let shared: FastifyInstance

// For tests that only read: it makes its copy once.
beforeAll(async () => {
  shared = (await openDownload()).app
})

const get = (app: FastifyInstance, headers: Record<string, string> = {}) =>
  app.inject({ url: '/mirror.db', headers })

/** Until the copy is made, the site answers with Retry-After. */
async function getWhenMade(app: FastifyInstance) {
  await expect
    .poll(async () => (await get(app)).statusCode, { timeout: 400_000, interval: 500 })
    .toBe(200)
  return get(app)
}

function saved(bytes: Buffer): string {
  const file = path.join(tempDir(), 'download.db')
  writeFileSync(file, bytes)
  return file
}

test('the download is the complete published mirror with caching headers', async () => {
  const { app, dataDir } = await openDownload({ name: '灯籠 Wiki' })
  const reply = await get(app)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=0, s-maxage=300, stale-while-revalidate=3600',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent('灯籠-wiki-1.db')}`,
    'content-length': String(reply.rawPayload.length),
    'content-type': 'application/vnd.sqlite3',
    vary: 'accept-encoding',
    etag: expect.stringMatching(/^"1-[0-9a-f]{32}"$/),
    'last-modified': expect.stringContaining('GMT')
  })
  const hash = createHash('sha256').update(reply.rawPayload).digest('base64')
  expect(reply.headers['repr-digest']).toBe(`sha-256=:${hash}:`)
  const file = saved(reply.rawPayload)
  expect(verifyMirror(file)).toMatchObject({ generation: 1 })
  expect(mirrorContents(file)).toEqual(mirrorContents(path.join(dataDir, 'mirror.db')))
})

test('clients that accept brotli get it compressed with another ETag', async () => {
  const app = shared
  const plain = await get(app, { 'accept-encoding': 'gzip, br;q=0' })
  const packed = await get(app, { 'accept-encoding': 'gzip, br;q=0.8' })
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    vary: 'accept-encoding',
    etag: expect.stringMatching(/^"1-[0-9a-f]{32}-br"$/)
  })
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
  expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
})

test('a client with the current ETag gets 304', async () => {
  const app = shared
  const { headers } = await get(app)
  const [etag, modified] = [String(headers.etag), String(headers['last-modified'])]
  const unchanged = await get(app, { 'if-none-match': `"other", ${etag}` })
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
  expect(unchanged.headers).toMatchObject({ etag, vary: 'accept-encoding' })
  expect((await get(app, { 'if-modified-since': modified })).statusCode).toBe(304)
  const old = { 'if-modified-since': 'Thu, 01 Jan 2015 00:00:00 GMT' }
  expect((await get(app, old)).statusCode).toBe(200)
  expect(
    (await get(app, { 'if-none-match': '"other"', 'if-modified-since': modified })).statusCode
  ).toBe(200)
})

test('HEAD sends the size and no body', async () => {
  const app = shared
  const { headers } = await get(app)
  const head = await app.inject({
    method: 'HEAD',
    url: '/mirror.db',
    headers: { range: 'bytes=0-9' }
  })
  expect([head.statusCode, head.body]).toEqual([200, ''])
  expect(head.headers).toMatchObject({
    etag: headers.etag,
    'content-length': headers['content-length'],
    'content-type': 'application/vnd.sqlite3'
  })
})

test.each([
  ['bytes=0-15', 0, 16],
  ['bytes=100-', 100, undefined],
  ['bytes=-100', -100, undefined],
  ['bytes=100-99999999999', 100, undefined]
])('a range request is answered: %s', async (range, from, to) => {
  const app = shared
  const whole = (await get(app)).rawPayload
  const part = await get(app, { range, 'accept-encoding': 'br' })
  const expected = whole.subarray(from, to)
  const first = from < 0 ? whole.length + from : from
  expect(part.statusCode).toBe(206)
  expect(part.headers).toMatchObject({
    'content-range': `bytes ${first}-${first + expected.length - 1}/${whole.length}`,
    'content-length': String(expected.length)
  })
  expect(part.rawPayload.equals(expected)).toBe(true)
})

test.each(['bytes=5-1', 'bytes=-', 'lines=1-2', 'bytes=0-1,5-6', 'nonsense'])(
  'an invalid or multiple range gets the whole file: %s',
  async (range) => {
    const app = shared
    const reply = await get(app, { range })
    expect([reply.statusCode, reply.headers['content-range']]).toEqual([200, undefined])
  }
)

test('a range behind the end answers 416 with the size', async () => {
  const app = shared
  const { length } = (await get(app)).rawPayload
  for (const range of [`bytes=${length}-`, 'bytes=-0']) {
    const reply = await get(app, { range })
    expect([reply.statusCode, reply.body]).toEqual([416, ''])
    expect(reply.headers['content-range']).toBe(`bytes */${length}`)
  }
})

test('an interrupted download is resumed with If-Range, compressed or not', async () => {
  const app = shared
  for (const accept of ['identity', 'br']) {
    const first = await get(app, { 'accept-encoding': accept })
    const rest = await get(app, {
      'accept-encoding': accept,
      range: 'bytes=1000-',
      'if-range': String(first.headers.etag)
    })
    expect([rest.statusCode, rest.headers.etag]).toEqual([206, first.headers.etag])
    expect(rest.rawPayload.equals(first.rawPayload.subarray(1000))).toBe(true)
  }
  const old = { range: 'bytes=1000-', 'if-range': '"0-other"', 'accept-encoding': 'br' }
  const other = await get(app, old)
  expect([other.statusCode, other.headers['content-encoding']]).toEqual([200, 'br'])
})

test('the next publication gets a new copy, and the old one is removed', async () => {
  const { app, api, sync, dataDir } = await openDownload()
  const first = await get(app)
  api.edit.setText(testId(11), 'another line')
  await sync()
  const second = await get(app, { 'if-none-match': String(first.headers.etag) })
  expect(second.statusCode).toBe(200)
  expect(verifyMirror(saved(second.rawPayload))).toMatchObject({ generation: 2 })
  expect(readdirSync(path.join(dataDir, 'download'))).toEqual([expect.stringMatching(/^2-/)])
})

/** More than the buffers between a server and a client: megabytes that hardly compress. */
function growMirror(dataDir: string): void {
  const client = new Database(path.join(dataDir, 'mirror.db'))
  client.exec(`update sync_run set account = json_quote(hex(randomblob(20000000)))`)
  client.close()
}

test('a download that runs during the next publication completes', async () => {
  const { app, api, sync, dataDir } = await openDownload()
  growMirror(dataDir)
  const expected = (await getWhenMade(app)).rawPayload
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  const reply = await new Promise<http.IncomingMessage>((resolve) =>
    http.get({ port, path: '/mirror.db' }, resolve)
  )
  api.edit.setText(testId(11), 'another line')
  await sync()
  expect((await getWhenMade(app)).headers.etag).toMatch(/^"2-/)
  expect(reply.socket.bytesRead).toBeLessThan(expected.length)
  const parts: Buffer[] = []
  for await (const part of reply as AsyncIterable<Buffer>) parts.push(part)
  expect(Buffer.concat(parts).equals(expected)).toBe(true)
}, 900_000)

test('a refused file in place of the mirror is not sent', async () => {
  const { app, dataDir } = await openDownload()
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  const file = path.join(dataDir, 'mirror.db')
  cpSync(file, `${file}-next`)
  const client = new Database(`${file}-next`)
  client.exec(`update page set text = 'altered'`)
  client.close()
  renameSync(`${file}-next`, file)
  const reply = await get(app)
  expect([reply.statusCode, reply.json<object>()]).toEqual([
    503,
    expect.objectContaining({ error: 'download_not_ready' })
  ])
  expect((await app.inject('/')).statusCode).toBe(200)
})

test('concurrent requests share one copy, and the server answers meanwhile', async () => {
  const { app, dataDir } = await openDownload()
  // From here on the page is kept: its answer waits for no rendering.
  expect((await app.inject('/')).statusCode).toBe(200)
  let answered = 0
  const ask = () => get(app).finally(() => (answered += 1))
  const replies = Promise.all(Array.from({ length: 8 }, ask))
  expect((await app.inject('/')).statusCode).toBe(200)
  expect(answered).toBe(0)
  const tags = (await replies).map(({ statusCode, headers }) => `${statusCode} ${headers.etag}`)
  expect([...new Set(tags)]).toEqual([expect.stringMatching(/^200 "1-/)])
  expect(readdirSync(path.join(dataDir, 'download'))).toHaveLength(1)
})

test('a restarted server reuses the copy, and replaces an incomplete one', async () => {
  const { app, dataDir } = await openDownload()
  const first = await get(app)
  await app.close()
  const [name = ''] = readdirSync(path.join(dataDir, 'download'))
  const copy = path.join(dataDir, 'download', name, 'mirror.db')
  const again = await serve(dataDir)
  expect((await get(again)).headers.etag).toBe(first.headers.etag)
  writeFileSync(copy, 'cut')
  expect(verifyMirror(saved((await get(again)).rawPayload))).toMatchObject({ generation: 1 })
})

test('a mirror served as a file can be downloaded, and no file is left beside it', async () => {
  const { dataDir, app } = await openDownload()
  const folder = tempDir()
  const file = path.join(folder, 'wiki.db')
  writeFileSync(file, (await getWhenMade(app)).rawPayload)
  const before = readdirSync(folder)
  const ofFile = await serve(file)
  expect(verifyMirror(saved((await getWhenMade(ofFile)).rawPayload))).toMatchObject({
    generation: 1
  })
  await ofFile.close()
  expect(readdirSync(folder)).toEqual(before)
  expect(existsSync(path.join(dataDir, 'download'))).toBe(true)
}, 900_000)

test('there is no download when it is off or before the first sync', async () => {
  const { app } = await openDownload({ isMirrorDownloadEnabled: false })
  const off = await get(app)
  expect([off.statusCode, off.json().error]).toEqual([404, 'not_found'])
  const early = await get(await serve(tempDir()))
  expect([early.statusCode, early.json().error]).toEqual([503, 'not_ready'])
  expect(early.headers['retry-after']).toBe('30')
})

test('pages excluded since the last sync are not in the download', async () => {
  const { dataDir, app } = await openDownload({ excludedPageIds: [testId(20)] })
  const reply = await get(app)
  expect([reply.statusCode, reply.json().error]).toEqual([503, 'download_not_ready'])
  expect(existsSync(path.join(dataDir, 'download'))).toBe(false)
})

test('when no copy can be made, requests get Retry-After and the copy is not retried each time', async () => {
  const { dataDir, app } = await openDownload()
  expect((await app.inject('/')).statusCode).toBe(200)
  renameSync(path.join(dataDir, 'mirror.db'), path.join(dataDir, 'away.db'))
  rmSync(path.join(dataDir, 'download'), { recursive: true, force: true })
  const attempts = startedProcesses('download-process')
  const reply = await get(app)
  expect([reply.statusCode, reply.json().error]).toEqual([503, 'download_not_ready'])
  expect((await get(app)).statusCode).toBe(503)
  expect(attempts).toHaveLength(1)
  expect(readdirSync(path.join(dataDir, 'download'))).toEqual([])
})
