import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { buildApp } from '../../../server/app.ts'
import { Variants } from '../../../server/pictures/variants/variants.ts'
import { assetPath } from '../../../site/addresses/asset-path.ts'
import { openPictureSite, photograph } from '../../support/sites/picture-site.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { patient } from '../../support/workspaces/test-config.ts'

const original = await photograph(1000, 500)
const hash = createHash('sha256').update(original).digest('hex')

const openPhotograph = (dataDir?: string) =>
  openPictureSite({ 'road.png': original }, dataDir === undefined ? {} : { dataDir })
const address = (source: string, query = '') => `/image/${encodeURIComponent(source)}?${query}`
const pinned = `v=${hash.slice(0, 16)}`

type PhotographSite = Awaited<ReturnType<typeof openPhotograph>>
/** For tests that do not look at what has been drawn before. */
let shared: PhotographSite
/** For tests in which nothing is drawn. */
let untouched: PhotographSite
beforeAll(async () => {
  shared = await openPhotograph()
  untouched = await openPhotograph()
})

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

test.each([
  ['webp', 320, 320],
  ['avif', 640, 640],
  ['webp', 1280, 1000],
  ['webp', 2560, 1000]
])('a picture is served as %s for %i pixels, never enlarged', async (format, requested, width) => {
  const { app, sources } = shared
  const url = address(sources['road.png'], `${pinned}&w=${requested}&f=${format}`)
  const reply = await app.inject(url)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers['content-type']).toBe(`image/${format}`)
  expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(reply.headers['content-length']).toBe(String(reply.rawPayload.length))
  expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ width, height: width / 2 })
  expect(reply.rawPayload.length).toBeLessThan(original.length)

  const again = await app.inject({ url, headers: { 'if-none-match': String(reply.headers.etag) } })
  expect(again.statusCode).toBe(304)
})

test.each([
  ['a width that is not offered', 'w=321&f=webp'],
  ['no width', 'f=webp'],
  ['no format', 'w=320'],
  ['another format', 'w=320&f=jpeg'],
  ['words for a width', 'w=wide&f=webp'],
  ['two widths', 'w=320&w=640&f=webp']
])('a request with %s is refused before anything is drawn', async (_name, query) => {
  const { app, sources, dataDir } = untouched
  const reply = await app.inject(address(sources['road.png'], query))
  expect(reply.statusCode).toBe(400)
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.json()).toMatchObject({ error: 'bad_request' })
  expect(existsSync(path.join(dataDir, 'variants'))).toBe(false)
})

test('an invalid or repeated width is refused before anything is drawn', async () => {
  const { app, sources, dataDir } = untouched
  for (const width of ['0', '-1', '99999', '1.5', 'abc', '', '640&width=320', '640&w=640&f=webp']) {
    const reply = await app.inject(address(sources['road.png'], `${pinned}&width=${width}`))
    expect(reply.statusCode, width).toBe(400)
    expect(reply.json()).toMatchObject({ error: 'bad_request' })
  }
  expect(existsSync(path.join(dataDir, 'variants'))).toBe(false)
})

test('a requested width gets the next larger variant, never enlarged', async () => {
  const { app, sources, dataDir } = await openPhotograph()
  const widths = { 1: 96, 96: 96, 200: 320, 961: 1000, 10000: 1000 }
  for (const [requested, width] of Object.entries(widths)) {
    const reply = await app.inject(address(sources['road.png'], `${pinned}&width=${requested}`))
    expect(reply.headers['content-type'], requested).toBe('image/webp')
    expect(reply.headers['cache-control']).toContain('immutable')
    expect(await sharp(reply.rawPayload).metadata()).toMatchObject({ width, height: width / 2 })
    expect(reply.rawPayload.length).toBeLessThan(original.length)
  }
  const made = [1000, 320, 96].map((width) => `${hash}-${width}.webp`)
  expect(filesIn(path.join(dataDir, 'variants')).toSorted()).toEqual(made)
})

test('an address without the content hash is not immutable', async () => {
  const { app, sources } = shared
  const other = '0'.repeat(16)
  for (const query of ['w=320&f=webp', `v=${other}&w=320&f=webp`, `v=${hash.slice(0, 4)}`]) {
    const reply = await app.inject(address(sources['road.png'], query))
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['cache-control'], query).not.toContain('immutable')
  }
})

function variantsOf(dataDir: string, onFailure: (error: unknown) => void) {
  const place = { file: '', folder: dataDir, assets: path.join(dataDir, 'assets') }
  const variants = new Variants(place, { onFailure })
  onTestFinished(() => variants.close())
  const stored = { hash, mediaType: 'image/png', size: original.length, width: 1000 }
  return { variants, ask: () => variants.find(stored, { width: 320, format: 'webp' as const }) }
}

test('concurrent requests draw a variant once', async () => {
  const { dataDir } = await openPhotograph()
  const failures: unknown[] = []
  const { variants, ask } = variantsOf(dataDir, (error) => failures.push(error))
  const found = await Promise.all(Array.from({ length: 20 }, ask))
  expect(new Set(found.map((each) => JSON.stringify(each))).size).toBe(1)
  await ask()
  expect(variants.drawn).toBe(1)
  expect(failures).toEqual([])
})

test('a picture that cannot be resized is tried once and logged', async () => {
  const { dataDir } = await openPhotograph()
  writeFileSync(path.join(dataDir, 'assets', assetPath(hash)), '<svg onload="alert(1)"/>')
  const failures: unknown[] = []
  const { ask } = variantsOf(dataDir, (error) => failures.push(error))
  const found = [await ask(), await ask(), await ask()]
  expect(found).toEqual(['failed', 'failed', 'failed'])
  expect(failures.map(String)).toEqual([expect.stringContaining('cannot be drawn')])
})

test('a restarted server reuses the variants', async () => {
  const { app, sources, dataDir, config } = await openPhotograph()
  const url = address(sources['road.png'], 'w=320&f=webp')
  const first = await app.inject(url)
  // Replaces the drawn file: a response with it was read from the folder.
  const file = path.join(dataDir, 'variants', hash.slice(0, 2), `${hash}-320.webp`)
  writeFileSync(file, 'kept')
  utimesSync(file, 0, 0)
  const next = await buildApp({ ...patient, config, dataDir })
  onTestFinished(() => next.close())
  expect((await next.inject(url)).body).toBe('kept')
  expect(first.body).not.toBe('kept')
  // Those used least recently leave a full folder.
  expect(statSync(file).mtimeMs).toBeGreaterThan(0)
})

test('variants stay within their disk limit; the least recently used go first', async () => {
  const { sources, dataDir, config } = await openPhotograph()
  const folder = path.join(dataDir, 'variants')
  mkdirSync(folder)
  for (const [time, size] of [20_000, 5000].entries()) {
    writeFileSync(path.join(folder, `used ${time}`), Buffer.alloc(size))
    utimesSync(path.join(folder, `used ${time}`), time, time)
  }
  const app = await buildApp({ ...patient, config, dataDir, maxVariantBytes: 25_000 })
  onTestFinished(() => app.close())
  expect((await app.inject(address(sources['road.png'], 'w=96&f=webp'))).statusCode).toBe(200)
  expect(filesIn(folder).toSorted()).toEqual([`${hash}-96.webp`, 'used 1'])
})

test('with a read-only data directory, variants are temporary files', async () => {
  const dataDir = tempDir()
  // A file in place of the folder acts like missing rights, which root always has.
  writeFileSync(path.join(dataDir, 'variants'), '')
  const { sources, config } = await openPhotograph(dataDir)
  const own = `fansite-variants-${process.pid}-`
  const temporary = () => readdirSync(os.tmpdir()).filter((name) => name.startsWith(own))
  const before = temporary()
  const app = await buildApp({ ...patient, config, dataDir })
  const reply = await app.inject(address(sources['road.png'], 'w=320&f=webp'))
  expect(reply.headers['content-type']).toBe('image/webp')
  expect(temporary().length).toBe(before.length + 1)
  await app.close()
  expect(temporary()).toEqual(before)
})

test('a mirror served as a file has variants and leaves none behind', async () => {
  const { sources, config, dataDir } = await openPhotograph()
  const app = await buildApp({ ...patient, config, dataDir: path.join(dataDir, 'mirror.db') })
  const reply = await app.inject(address(sources['road.png'], 'w=320&f=avif'))
  expect(reply.headers['content-type']).toBe('image/avif')
  await app.close()
  expect(existsSync(path.join(dataDir, 'variants'))).toBe(false)
})

test('animated, vector and already small images are served unchanged', async () => {
  const moving = readFileSync(
    new URL('../../../demo/files/attachments/flicker.gif', import.meta.url)
  )
  const files = {
    'moving.gif': moving,
    'moving.webp': await sharp(moving, { animated: true }).webp({ lossless: true }).toBuffer(),
    'lines.svg': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"/>'),
    'dot.png': await sharp({ create: { width: 200, height: 2, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
  }
  const { app, sources } = await openPictureSite(files)
  for (const [name, source] of Object.entries(sources)) {
    const reply = await app.inject(address(source, 'w=96&f=avif'))
    expect(reply.rawPayload.equals(files[name as keyof typeof files]), name).toBe(true)
    expect(reply.headers['content-type'], name).toMatch(/gif|webp|svg|png/)
  }
})

test('the original replaces a variant that cannot be drawn, with a short cache time', async () => {
  const { app, sources, dataDir } = await openPhotograph()
  const broken = Buffer.from('GIF89a of which nothing follows')
  writeFileSync(path.join(dataDir, 'assets', assetPath(hash)), broken)
  for (let count = 0; count < 3; count++) {
    const reply = await app.inject(address(sources['road.png'], `${pinned}&w=320&f=webp`))
    expect(reply.statusCode).toBe(200)
    expect(reply.rawPayload.equals(broken)).toBe(true)
    expect(reply.headers['cache-control']).toBe('public, max-age=0, s-maxage=30')
  }
  expect(filesIn(dataDir).filter((name) => name.endsWith('.webp'))).toEqual([])
})

test('the original replaces a variant that is not ready in time, with a short cache time', async () => {
  const { sources, dataDir, config } = await openPhotograph()
  const app = await buildApp({ ...patient, config, dataDir, variantPatienceMs: 0 })
  onTestFinished(() => app.close())
  const reply = await app.inject(address(sources['road.png'], `${pinned}&w=640&f=avif`))
  expect(reply.rawPayload.equals(original)).toBe(true)
  expect(reply.headers['cache-control']).toBe('public, max-age=0, s-maxage=30')
})

test('a variant whose picture was missing is drawn when the picture is back', async () => {
  const { dataDir } = await openPhotograph()
  const failures: unknown[] = []
  const { ask } = variantsOf(dataDir, (error) => failures.push(error))
  const assets = path.join(dataDir, 'assets')
  renameSync(assets, `${assets}-away`)
  expect([await ask(), await ask()]).toEqual(['failed', 'failed'])
  renameSync(`${assets}-away`, assets)
  expect(await ask()).toMatchObject({ size: expect.any(Number) })
  expect(failures.map(String)).toEqual([expect.stringContaining('ENOENT')])
})

test('a decompression bomb is not decoded', async () => {
  const bomb = await sharp({
    create: { width: 8000, height: 8000, channels: 3, background: '#000' }
  })
    .png()
    .toBuffer()
  const { app, sources, dataDir } = await openPhotograph()
  writeFileSync(path.join(dataDir, 'assets', assetPath(hash)), bomb)
  const failures: unknown[] = []
  const { variants, ask } = variantsOf(dataDir, (error) => failures.push(error))
  const before = process.memoryUsage().rss
  const reply = await app.inject(address(sources['road.png'], 'w=320&f=webp'))
  expect(reply.headers['content-type']).toBe('image/png')
  expect([await ask(), variants.drawn]).toEqual(['failed', 0])
  expect(failures.map(String)).toEqual([expect.stringContaining('exceeds pixel limit')])
  expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
})

test('a page offers variants up to the width of a picture, and a small picture unchanged', async () => {
  const small = await sharp(original).resize(40).png().toBuffer()
  const { app } = await openPictureSite({ 'road.png': original, 'small.png': small })
  const { body } = await app.inject('/')
  const widths = [...body.matchAll(/w=(\d+) (\d+)w/g)].map(([, width, shown]) => [width, shown])
  const each = [
    ['320', '320'],
    ['640', '640'],
    ['960', '960'],
    ['1280', '1000']
  ]
  expect(widths).toEqual([...each, ...each])
  expect(body).toMatch(/<source type="image\/avif"[^>]*\/><source type="image\/webp"/)
  expect(body).toMatch(/<img[^>]* src="\/image\/[^"]*small.png[^"]*"/)
  const offered = [...body.matchAll(/srcSet="([^" ]*) /gi)].map(([, url = '']) =>
    url.replaceAll('&amp;', '&')
  )
  expect(offered.length).toBe(2)
  for (const url of offered)
    expect((await app.inject(url)).headers['cache-control']).toContain('immutable')
})

test('the variant folder contains no partial file', async () => {
  const { app, sources, dataDir } = await openPhotograph()
  await app.inject(address(sources['road.png'], 'w=320&f=webp'))
  expect(filesIn(path.join(dataDir, 'variants'))).toEqual([`${hash}-320.webp`])
})
