import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'

import { SocialImages } from '../../../server/pictures/social-image/social-images.ts'
import { type CardFacts, cardHash } from '../../../server/pictures/social-image/card-facts.ts'
import { type PageCard, plainCard } from '../../../server/pictures/social-image/page-card.ts'
import { openFactSite, pages } from '../../support/sites/fact-site.ts'
import { tempDir } from '../../support/temp-dir.ts'

const url = '/api/social-image'
let site: Awaited<ReturnType<typeof openFactSite>>
beforeAll(async () => {
  site = await openFactSite()
})
afterAll(() => site.close())

const card: CardFacts = {
  title: 'Lamp',
  description: '',
  detail: '',
  siteName: 'Wiki',
  language: 'en',
  emoji: null,
  icon: null,
  cover: null,
  coverPosition: 0.5
}

function cardOf(changes: Partial<CardFacts> = {}): PageCard {
  const facts = { ...card, ...changes }
  return { pageId: pages.plain, card: facts, hash: cardHash(facts) }
}

type Settings = ConstructorParameters<typeof SocialImages>[1]

function imagesIn(folder: string, settings: Partial<Settings> = {}) {
  const failures: unknown[] = []
  const place = { file: '', folder, assets: path.join(folder, 'assets') }
  const images = new SocialImages(place, {
    onFailure: (error) => failures.push(error),
    // A busy machine may be ten times slower.
    patienceMs: 100_000,
    ...settings
  })
  onTestFinished(() => images.close())
  return { images, failures }
}

/** A shared cache that answers when two cards have been asked for, so that no card is finished before. */
function cacheOfTwo() {
  const asked = new Set<string>()
  const get = async (key: string) => {
    asked.add(key)
    await vi.waitUntil(() => asked.size > 1, { timeout: 100_000, interval: 5 })
    return undefined
  }
  return { asked, shared: { get, set: async () => {} } }
}

test.each(Object.entries(pages).filter(([name]) => !['foreign', 'deleted'].includes(name)))(
  'the social image of %s is a PNG of the size for link previews',
  async (_name, id) => {
    const requests = site.api.requests.length
    const reply = await site.app.inject(`${url}?id=${id}`)
    expect(reply.statusCode).toBe(200)
    const { format, width, height } = await sharp(reply.rawPayload).metadata()
    expect({ format, width, height }).toEqual({ format: 'png', width: 1200, height: 630 })
    // A title, not only the background.
    expect((await sharp(reply.rawPayload).stats()).entropy).toBeGreaterThan(0.3)
    expect(site.api.requests.length).toBe(requests)
  }
)

test('a social image is immutable only under an address with its hash', async () => {
  const { headers } = await site.app.inject(`${url}?id=${pages.named}`)
  const hash = String(headers.etag).slice(1, 17)
  for (const [query, isKept] of [
    [`&v=${hash}`, true],
    [`&v=${hash.slice(0, 4)}`, false],
    ['&v=0000000000000000', false],
    ['', false]
  ] as const) {
    const reply = await site.app.inject(`${url}?id=${pages.named}${query}`)
    const caching = String(reply.headers['cache-control'])
    expect(caching.includes('immutable'), query).toBe(isKept)
  }
})

test('a client with the current ETag gets 304, and POST answers the same image', async () => {
  const get = await site.app.inject(`${url}?id=${pages.named}`)
  const etag = String(get.headers.etag)
  const again = await site.app.inject({
    url: `${url}?id=${pages.named}`,
    headers: { 'if-none-match': etag }
  })
  expect(again.statusCode).toBe(304)
  const post = await site.app.inject({ method: 'POST', url, payload: { id: pages.named } })
  expect(post.headers).toMatchObject({ 'content-type': 'image/png', etag })
  expect(post.rawPayload.equals(get.rawPayload)).toBe(true)
})

test('pages with different facts have different social images', async () => {
  const ids = [pages.named, pages.plain, pages.hidden]
  const replies = await Promise.all(ids.map((id) => site.app.inject(`${url}?id=${id}`)))
  const digests = replies.map(({ rawPayload }) =>
    createHash('sha256').update(rawPayload).digest('hex')
  )
  expect(new Set(digests).size).toBe(ids.length)
})

test('concurrent requests draw an image once, and a restart reuses it', async () => {
  const folder = tempDir()
  const { images } = imagesIn(folder)
  await Promise.all(Array.from({ length: 10 }, () => images.find(cardOf())))
  // While it is being stored.
  await images.find(cardOf())
  await images.close()
  expect(images.drawn).toBe(1)
  const next = imagesIn(folder).images
  await next.find(cardOf())
  expect(next.drawn).toBe(0)
})

test('social images stay within their disk limit', async () => {
  const folder = tempDir()
  const { images } = imagesIn(folder, { maxBytes: 12_000 })
  for (const title of ['One', 'Two', 'Three', 'Four']) {
    await images.find(cardOf({ title }))
  }
  const entries = readdirSync(path.join(folder, 'social-images'), { recursive: true })
  const cached = entries.filter((name) => String(name).endsWith('.png'))
  expect(images.drawn).toBe(4)
  expect(cached.length).toBeGreaterThan(0)
  expect(cached.length).toBeLessThan(4)
})

test('ten images asked for at once are drawn once each', async () => {
  const { images, failures } = imagesIn(tempDir())
  const asked = Array.from({ length: 10 }, (_, index) => cardOf({ title: `Lamp ${index}` }))
  const found = await Promise.all([...asked, ...asked].map((page) => images.find(page)))
  expect(found.map(({ isExact }) => isExact)).toEqual(Array(20).fill(true))
  expect(new Set(found.map(({ sent }) => sent.etag)).size).toBe(10)
  // One more is that of the site.
  await expect.poll(() => images.drawn).toBe(11)
  expect(failures).toEqual([])
})

test('the image of the site is drawn again if it had to leave the folder', async () => {
  const { asked, shared } = cacheOfTwo()
  const { images } = imagesIn(tempDir(), { shared })
  const plain = plainCard(card)
  for (const titles of [
    ['One', 'Two'],
    ['Three', 'Four']
  ]) {
    asked.clear()
    await Promise.all(titles.map((title) => images.find(cardOf({ title }))))
    await expect.poll(() => images.folder.find(plain)).toBeDefined()
    const stored = (await images.folder.list()).find(({ hash }) => hash === plain.hash)
    if (stored) await images.folder.remove(stored)
  }
})

test('an image that cannot be drawn does not fail those that are drawn with it', async () => {
  const folder = tempDir()
  const { images, failures } = imagesIn(folder)
  const size = { width: 1, height: 1, channels: 3, background: '#000' } as const
  const broken = await sharp({ create: size }).png().toBuffer()
  const hash = createHash('sha256').update(broken).digest('hex')
  mkdirSync(path.join(folder, 'assets', hash.slice(0, 2)), { recursive: true })
  writeFileSync(path.join(folder, 'assets', hash.slice(0, 2), hash), broken.subarray(0, 40))
  const pagesOf = ['One', 'Two', 'Three'].map((title) => cardOf({ title }))
  const bad = cardOf({ title: 'Broken', cover: hash })
  const results = await Promise.allSettled([...pagesOf, bad].map((page) => images.find(page)))
  expect(results.map(({ status }) => status)).toEqual([...Array(3).fill('fulfilled'), 'rejected'])
  expect(failures.map(String)).toEqual([expect.stringContaining('"Broken" cannot be drawn')])
})

test('an image whose picture was missing is drawn when the picture is back, and not before', async () => {
  const app = await site.serve({ name: 'Moved' })
  onTestFinished(() => app.close())
  const ask = async () => (await app.inject(`${url}?id=${pages.plain}`)).statusCode
  const assets = path.join(site.dataDir, 'assets')
  renameSync(assets, `${assets}-away`)
  try {
    expect([await ask(), await ask()]).toEqual([500, 500])
  } finally {
    renameSync(`${assets}-away`, assets)
  }
  expect(await ask()).toBe(200)
})

test('a picture that the disk did not give is read again after seconds', async () => {
  const folder = tempDir()
  const { images, failures } = imagesIn(folder)
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const hash = createHash('sha256').update(picture).digest('hex')
  const file = path.join(folder, 'assets', hash.slice(0, 2), hash)
  mkdirSync(path.dirname(file), { recursive: true })
  // The first bytes of the memory cannot be read: EIO.
  symlinkSync('/proc/self/mem', file)
  const page = cardOf({ cover: hash })
  for (let count = 0; count < 2; count++) await expect(images.find(page)).rejects.toThrow()
  expect(failures.map(String)).toEqual([expect.stringContaining('EIO')])
  rmSync(file)
  writeFileSync(file, picture)
  const later = performance.now() + 6000
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
  onTestFinished(() => clock.mockRestore())
  expect((await images.find(page)).isExact).toBe(true)
})

test('images drawn together that take too long fail one by one, are logged once, and not retried at once', async () => {
  const { shared } = cacheOfTwo()
  const { images, failures } = imagesIn(tempDir(), { cpuLimitMs: 1, shared })
  const late = expect.objectContaining({ code: 'picture_failed' })
  for (let count = 0; count < 2; count++) {
    const asked = ['One', 'Two'].map((title) => images.find(cardOf({ title })))
    expect(await Promise.allSettled(asked)).toEqual([
      { status: 'rejected', reason: late },
      { status: 'rejected', reason: late }
    ])
  }
  const logged = () =>
    failures.map((error) => /"(.*)" .*(late)/.exec(String(error))?.slice(1).join(' ')).toSorted()
  // No request waits for the image of the site.
  await expect.poll(logged).toEqual(['One late', 'Two late', 'Wiki late'])
})
