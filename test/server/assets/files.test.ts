import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'

import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { assetPath } from '../../../site/addresses/asset-path.ts'
import { attachment } from '../../support/sites/file-site.ts'
import { openPictureSite, photograph } from '../../support/sites/picture-site.ts'
import { testId } from '../../support/workspaces/records.ts'

const bytes = await photograph(64, 64)
/** More than is read at once. */
const large = await photograph(400, 400)
const address = (source: string) => `/image/${encodeURIComponent(source)}`

let site: Awaited<ReturnType<typeof openSite>>
beforeAll(async () => {
  site = await openSite()
})

const openSite = () => openPictureSite({ 'a.png': bytes, 'large.png': large })
const open = () => {
  const { app, sources } = site
  const get = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    app.inject({ method, url: address(sources['a.png']), headers })
  return { app, get }
}

test.each([
  ['bytes=0-9', 0, 9],
  ['bytes=100-', 100, bytes.length - 1],
  ['bytes=-10', bytes.length - 10, bytes.length - 1],
  [`bytes=5-${bytes.length * 2}`, 5, bytes.length - 1]
])('a range request for %s gets that part', async (range, start, end) => {
  const { get } = open()
  const reply = await get({ range })
  expect(reply.statusCode).toBe(206)
  expect(reply.headers).toMatchObject({
    'accept-ranges': 'bytes',
    'content-length': String(end - start + 1),
    'content-range': `bytes ${start}-${end}/${bytes.length}`
  })
  expect(reply.rawPayload.equals(bytes.subarray(start, end + 1))).toBe(true)
})

test.each([
  [undefined, 0, large.length - 1],
  ['bytes=0-65535', 0, 65_535],
  ['bytes=1-65537', 1, 65_537],
  ['bytes=-65536', large.length - 65_536, large.length - 1]
])('a range request for %s gets that part of a large file', async (range, start, end) => {
  expect(large.length).toBeGreaterThan(70_000)
  const { app, sources } = site
  const headers = range === undefined ? {} : { range }
  const reply = await app.inject({ url: address(sources['large.png']), headers })
  expect(reply.statusCode).toBe(range === undefined ? 200 : 206)
  expect(reply.headers['content-length']).toBe(String(end - start + 1))
  expect(reply.rawPayload.equals(large.subarray(start, end + 1))).toBe(true)
})

test.each(['bytes=9-5', 'lines=1-2', 'bytes=0-1,4-5', 'bytes=', 'nonsense'])(
  'an invalid range (%s) gets the whole file',
  async (range) => {
    const { get } = open()
    const reply = await get({ range })
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.equals(bytes)).toBe(true)
  }
)

test('If-Range with an old ETag gets the whole new file', async () => {
  const { get } = open()
  const whole = await get({ range: 'bytes=0-9', 'if-range': '"other"' })
  expect(whole.statusCode).toBe(200)
  const etag = String(whole.headers.etag)
  expect((await get({ range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(206)
})

test('a range behind the end is refused with the size, without caching', async () => {
  const { get } = open()
  const reply = await get({ range: `bytes=${bytes.length}-` })
  expect(reply.statusCode).toBe(416)
  expect(reply.headers['content-range']).toBe(`bytes */${bytes.length}`)
  expect(reply.headers['cache-control']).toBe('no-store')
})

/** The system says that its size is 4,096 bytes; it has a few. */
const SHORT_FILE = '/sys/devices/system/cpu/online'

test.skipIf(!existsSync(SHORT_FILE))('a file that ends too early is not sent', async () => {
  const { app, dataDir, sources } = await openSite()
  const hash = createHash('sha256').update(bytes).digest('hex')
  const file = path.join(dataDir, 'assets', assetPath(hash))
  rmSync(file)
  symlinkSync(SHORT_FILE, file)
  for (const headers of [{}, { range: 'bytes=0-99' }]) {
    const reply = await app.inject({ url: address(sources['a.png']), headers })
    expect(reply.statusCode).toBe(500)
    expect(reply.headers).toMatchObject({ 'cache-control': 'no-store' })
    expect(reply.headers).not.toHaveProperty('etag')
    expect(reply.headers).not.toHaveProperty('content-range')
    expect(reply.json()).toMatchObject({ error: 'internal_server_error' })
  }
})

/** How often this process has a file open; 0 where the system does not tell. */
function timesOpen(hash: string): number {
  if (!existsSync('/proc/self/fd')) return 0
  const links = readdirSync('/proc/self/fd').map((name) => {
    // The one of the folder itself is closed by now.
    const link = `/proc/self/fd/${name}`
    return existsSync(link) ? readlinkSync(link) : ''
  })
  return links.filter((link) => link.endsWith(assetPath(hash))).length
}

test('HEAD of a file sends its size and no body, and the file is closed', async () => {
  const { get } = open()
  const reply = await get({}, 'HEAD')
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-length']).toBe(String(bytes.length))
  expect(reply.rawPayload).toHaveLength(0)
  await get({ range: `bytes=${bytes.length}-` })
  await expect.poll(() => timesOpen(createHash('sha256').update(bytes).digest('hex'))).toBe(0)
})

test('no address in a request makes the server fetch it', async () => {
  const contacted: string[] = []
  const listener = createServer((request, response) => {
    contacted.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => listener.listen(0, '0.0.0.0', resolve))
  onTestFinished(() => void listener.close())
  const { port } = listener.address() as AddressInfo
  const { app } = open()
  const hosts = ['127.0.0.1', 'localhost', '0x7f.1', '[::ffff:7f00:1]', '2130706433']
  const urls = hosts.flatMap((host) => [
    `http://${host}:${port}/a.png`,
    `gopher://${host}:${port}/`
  ])
  for (const url of [...urls, 'http://169.254.169.254/latest', 'file:///etc/hostname']) {
    for (const query of ['', '?w=320&f=webp']) {
      const reply = await app.inject(address(url) + query)
      expect(reply.statusCode, url).toBe(url.startsWith('http:') ? 404 : 400)
    }
  }
  expect(contacted).toEqual([])
})

test('an impossible file address answers 400, one that the mirror lacks 404', async () => {
  const { app } = open()
  const status = async (source: string) => (await app.inject(address(source))).statusCode
  const malformed = [
    '',
    'foo',
    '../../package.json',
    '\0',
    '/',
    '/\0',
    'http://',
    'http:',
    'https://[bad',
    'https:a.png'
  ]
  const others = ['javascript:alert(1)', 'data:image/png;base64,AA', 'attachment:', 'notion://']
  for (const source of [...malformed, ...others]) expect(await status(source), source).toBe(400)
  const absolute = ['https://elsewhere.example/a.png?b=c d', 'http://localhost/ä.png']
  const own = [
    '/images/page-cover/woodcuts_1.jpg',
    '/icons/sun_gray.svg',
    attachment(99, 'b c.png')
  ]
  for (const source of [...absolute, ...own, `notion://custom_emoji/${testId(1)}/${testId(2)}`]) {
    expect(await status(source), source).toBe(404)
  }
})

test.each([
  ['a page', '<!doctype html><script>alert(1)</script>', 'application/octet-stream', true],
  ['a script', 'alert(document.domain)', 'application/octet-stream', true],
  [
    'a picture with script',
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
    'image/svg+xml',
    false
  ],
  ['a document', '%PDF-1.4\n%%EOF\n', 'application/pdf', false]
])('%s among the files is served without script rights', async (_name, content, type, isSaved) => {
  const { app, sources } = await openPictureSite(
    { 'a.bin': Buffer.from(content) },
    { type: 'file' }
  )
  const reply = await app.inject(address(sources['a.bin']))
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe(type)
  expect(reply.headers['x-content-type-options']).toBe('nosniff')
  expect('content-disposition' in reply.headers).toBe(isSaved)
  const policy = String(reply.headers['content-security-policy'])
  expect(type === 'image/svg+xml' ? policy : 'sandbox').toContain('sandbox')
})
