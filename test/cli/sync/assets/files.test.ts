import { createHash } from 'node:crypto'
import dns from 'node:dns'
import { existsSync, readFileSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import type { LookupFunction } from 'node:net'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import { expect, onTestFinished, test, vi } from 'vitest'

import { type Answer, sends } from '../../../support/sites/file-host.ts'
import {
  ageRequests,
  ageFailures,
  asset,
  attachment,
  imageBlock,
  picture,
  published
} from '../../../support/sites/file-site.ts'
import { openSyncedFileSite } from '../synced-site.ts'
import { pageBlock, record, testId } from '../../../support/workspaces/records.ts'

const week = 8

function bytesAt(dataDir: string, hash: string): Buffer {
  return readFileSync(path.join(dataDir, 'assets', hash.slice(0, 2), hash))
}

test('a file is stored under its SHA-256, and the folder contains nothing else', async () => {
  const site = await openSyncedFileSite(() => [imageBlock(2, attachment(20))])
  const bytes = await picture(1)
  site.assets.set(attachment(20), asset(bytes))
  const { report } = await site.sync()

  const hash = createHash('sha256').update(bytes).digest('hex')
  expect(report.files).toEqual({ expected: 1, stored: 1, failed: [] })
  expect(published(site).get(attachment(20))).toEqual({ hash, size: bytes.length })
  expect(bytesAt(site.dataDir, hash).equals(bytes)).toBe(true)
  const names = readdirSync(path.join(site.dataDir, 'assets'), { recursive: true })
  expect(names.toSorted()).toEqual([hash.slice(0, 2), path.join(hash.slice(0, 2), hash)])
})

test('custom emoji are fetched from the address in the icon', async () => {
  const emoji = (number: number) =>
    `notion://custom_emoji/5face000-0000-4000-8000-000000000000/${testId(number)}`
  const site = await openSyncedFileSite(() => [
    pageBlock(2, 'Ember', { format: { page_icon: emoji(50) } }),
    record(3, { type: 'text', properties: { title: [['‣', [['ce', testId(51)]]]] } })
  ])
  site.assets.set(emoji(50), asset(await picture(1)))
  const { report } = await site.sync()

  expect([...published(site).keys()]).toEqual([emoji(50)])
  const reason = 'the web host does not serve this custom emoji: status 404'
  expect(report.files.failed).toEqual([{ source: emoji(51), block_id: testId(3), reason }])
})

test('a host that refuses connections at all of its addresses is reported with the reason', async () => {
  // No server listens at port 1.
  const origin = 'http://lamps.example:1'
  const site = await openSyncedFileSite(() => [imageBlock(2, `${origin}/a.png`)])
  const addresses = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 }
  ]
  const find: LookupFunction = (_host, _options, done) => done(null, addresses)
  vi.spyOn(dns, 'lookup').mockImplementation(find as typeof dns.lookup)
  onTestFinished(() => void vi.restoreAllMocks())
  const { report } = await site.sync({ downloads: { allowedOrigins: new Set([origin]) } })
  const failed = report.files.failed.map(({ reason }) => reason)
  expect(failed).toEqual(['connect ECONNREFUSED 127.0.0.1:1'])
})

test('a file that its host keeps compressed is stored as it is', async () => {
  const bytes = await picture(1)
  const site = await openSyncedFileSite((host) => [
    imageBlock(2, `${host.origin}/a.png`),
    imageBlock(3, `${host.origin}/b.png`)
  ])
  const { answers, origin } = site.host
  answers.set('/a.png', sends(gzipSync(bytes), { 'content-encoding': 'gzip' }))
  answers.set('/b.png', (response, { request }) => {
    const sent = brotliCompressSync(bytes)
    const cut = request === 1 ? sent.subarray(0, 40) : sent
    response.writeHead(200, { 'content-encoding': 'BR' }).end(cut)
  })
  const { report } = await site.sync({ downloads: { firstBackoffMs: 1 } })

  expect(report.files.failed).toEqual([])
  const hashOf = (name: string) => published(site).get(`${origin}/${name}`)?.hash ?? ''
  expect(bytesAt(site.dataDir, hashOf('a.png')).equals(bytes)).toBe(true)
  expect(hashOf('b.png')).toBe(hashOf('a.png'))
})

test('a file of the workspace is fetched once', async () => {
  const site = await openSyncedFileSite(() => [imageBlock(2, attachment(20))])
  site.assets.set(attachment(20), asset(await picture(1)))
  await site.sync()
  const before = site.api.requests.length
  const { report, isPublished } = await site.sync()

  const calls = site.api.requests.slice(before).map(({ endpoint }) => endpoint)
  expect(calls).not.toContain('file')
  expect(calls).not.toContain('getSignedFileUrls')
  expect(report.files).toEqual({ expected: 1, stored: 1, failed: [] })
  expect(isPublished).toBe(false)
})

test("another host's file is requested again after a week, and kept when unchanged", async () => {
  const site = await openSyncedFileSite((host) => [imageBlock(2, `${host.origin}/a.png`)])
  const bytes = await picture(1)
  const modified = 'Wed, 01 Jul 2026 10:00:00 GMT'
  site.host.answers.set('/a.png', sends(bytes, { etag: '"v1"', 'last-modified': modified }))
  await site.sync()
  await site.sync()
  expect(site.host.requests).toHaveLength(1)

  ageRequests(site, week)
  site.host.answers.set('/a.png', (response) => void response.writeHead(304).end())
  const { report, isPublished } = await site.sync()
  const conditions = { 'if-none-match': '"v1"', 'if-modified-since': modified }
  expect(site.host.requests[1]?.headers).toMatchObject(conditions)
  expect(report.files).toEqual({ expected: 1, stored: 1, failed: [] })
  expect(isPublished).toBe(false)

  // The week begins again, and the validators of the host are still stored.
  await site.sync()
  ageRequests(site, week)
  await site.sync()
  expect(site.host.requests).toHaveLength(3)
  expect(site.host.requests[2]?.headers).toMatchObject(conditions)
})

test('a changed file of another host is published with its new bytes', async () => {
  const site = await openSyncedFileSite((host) => [imageBlock(2, `${host.origin}/a.png`)])
  site.host.answers.set('/a.png', sends(await picture(1), { etag: '"v1"' }))
  await site.sync()
  ageRequests(site, week)
  const bytes = await picture(2)
  site.host.answers.set('/a.png', sends(bytes, { etag: '"v2"' }))
  const { isPublished } = await site.sync()

  expect(isPublished).toBe(true)
  const { hash = '' } = published(site).get(`${site.host.origin}/a.png`) ?? {}
  expect(bytesAt(site.dataDir, hash).equals(bytes)).toBe(true)
})

test('without its log a run requests files of other hosts again and loses nothing', async () => {
  const site = await openSyncedFileSite((host) => [imageBlock(2, `${host.origin}/a.png`)])
  site.host.answers.set('/a.png', sends(await picture(1), { etag: '"v1"' }))
  await site.sync()
  rmSync(path.join(site.dataDir, 'staging.db'))
  const { report, isPublished } = await site.sync()

  expect(site.host.requests).toHaveLength(2)
  expect(site.host.requests[1]?.headers['if-none-match']).toBeUndefined()
  expect(report.files.stored).toBe(1)
  expect(isPublished).toBe(false)
})

test('a failed file keeps its earlier copy, is reported, and is requested again after a pause', async () => {
  const site = await openSyncedFileSite((host) => [imageBlock(2, `${host.origin}/a.png`)])
  const source = `${site.host.origin}/a.png`
  site.host.answers.set('/a.png', sends(await picture(1)))
  await site.sync()
  const before = published(site)
  ageRequests(site, week)
  site.host.answers.set('/a.png', (response) => void response.writeHead(410).end())
  const broken = await site.sync()
  const reason = 'status 410; the earlier copy is used'
  expect(broken.report.files.failed).toEqual([{ source, block_id: testId(2), reason }])
  expect(published(site)).toEqual(before)

  ageFailures(site, 1)
  site.host.answers.set('/a.png', sends(await picture(3)))
  const mended = await site.sync()
  expect(mended.report.files.failed).toEqual([])
  expect(published(site).get(source)?.hash).not.toBe(before.get(source)?.hash)
})

test('an HTML page in place of a picture is refused, at first and later', async () => {
  const html = sends('<!doctype html><title>Please log in</title>', { 'content-type': 'image/png' })
  const site = await openSyncedFileSite((host) => [
    imageBlock(2, `${host.origin}/new.png`),
    imageBlock(3, `${host.origin}/known.png`)
  ])
  site.host.answers.set('/new.png', html).set('/known.png', sends(await picture(1)))
  const first = await site.sync()
  const reason = 'received an HTML page instead of a picture'
  expect(first.report.files.failed.map((file) => file.reason)).toEqual([reason])

  ageRequests(site, week)
  site.host.answers.set('/known.png', html)
  const second = await site.sync()
  expect(second.report.files.failed.map((file) => file.reason).toSorted()).toEqual([
    reason,
    `${reason}; the earlier copy is used`
  ])
  expect([...published(site).keys()]).toEqual([`${site.host.origin}/known.png`])
})

test('a file above the size limit is left out and reported, with or without Content-Length', async () => {
  const site = await openSyncedFileSite((host) => [
    imageBlock(2, `${host.origin}/long.png`),
    imageBlock(3, `${host.origin}/chunked.png`),
    imageBlock(4, attachment(20))
  ])
  // Neither body ends by itself.
  const open = new Set<unknown>()
  const sent =
    (headers: Record<string, string>): Answer =>
    (response) => {
      open.add(response)
      response.on('close', () => open.delete(response))
      response.writeHead(200, headers).write(Buffer.alloc(30_000))
    }
  site.host.answers.set('/long.png', sent({ 'content-length': '1000000' }))
  site.host.answers.set('/chunked.png', sent({}))
  site.assets.set(attachment(20), asset(await picture(1)))
  const { report } = await site.sync({ config: { maxFileSizeMB: 0.02 } })

  await expect.poll(() => open.size).toBe(0)
  const reason = 'larger than maxFileSizeMB (0.02 MB)'
  expect(report.files.failed.map((file) => file.reason)).toEqual([reason, reason])
  expect([...published(site).keys()]).toEqual([attachment(20)])
})

test('a run stops downloading at its limit, and the next one continues', async () => {
  const numbers = Array.from({ length: 12 }, (_, index) => 2 + index)
  const site = await openSyncedFileSite(() =>
    numbers.map((number) => imageBlock(number, attachment(number)))
  )
  for (const number of numbers) {
    site.assets.set(attachment(number), asset(await picture(number, 400)))
  }
  const limit = (8.5 * (await picture(2, 400)).length) / 2 ** 20
  const config = { maxFileSizeMB: limit, maxSyncDownloadMB: limit }
  const first = await site.sync({ config })
  expect(first.report.files.failed.length).toBeGreaterThanOrEqual(4)
  expect(first.report.files.failed[0]?.reason).toMatch(
    /^maxSyncDownloadMB .* the next run continues$/
  )
  expect(first.report.files.stored).toBe(12 - first.report.files.failed.length)

  const second = await site.sync({ config })
  expect(second.report.files).toEqual({ expected: 12, stored: 12, failed: [] })
})

test('a stored file of the wrong size is fetched and written again', async () => {
  const site = await openSyncedFileSite(() => [imageBlock(2, attachment(20))])
  const bytes = await picture(1)
  site.assets.set(attachment(20), asset(bytes))
  await site.sync()
  const { hash = '' } = published(site).get(attachment(20)) ?? {}
  truncateSync(path.join(site.dataDir, 'assets', hash.slice(0, 2), hash), 10)
  const { report } = await site.sync()

  expect(report.files.failed).toEqual([])
  expect(bytesAt(site.dataDir, hash).equals(bytes)).toBe(true)
})

test('a picture with too many pixels is refused', async () => {
  const site = await openSyncedFileSite(() => [imageBlock(2, attachment(20))])
  site.assets.set(attachment(20), asset(await picture(1, 8000)))
  const { report } = await site.sync()

  expect(report.files.failed[0]?.reason).toMatch(/pixel/i)
  expect(published(site).size).toBe(0)
})

test('a folder that cannot be written stops the run and is named', async () => {
  const site = await openSyncedFileSite(() => [imageBlock(2, attachment(20))])
  site.assets.set(attachment(20), asset(await picture(1)))
  const folder = path.join(site.dataDir, 'assets')
  writeFileSync(folder, 'in the way')

  await expect(site.sync()).rejects.toThrow(folder)
  expect(existsSync(path.join(site.dataDir, 'mirror.db'))).toBe(false)
})
