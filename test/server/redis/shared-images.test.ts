import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import path from 'node:path'

import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'

import { type CardFacts, cardHash } from '../../../server/pictures/social-image/card-facts.ts'
import type { PageCard } from '../../../server/pictures/social-image/page-card.ts'
import {
  type FoundCard,
  SocialImages
} from '../../../server/pictures/social-image/social-images.ts'
import { seal } from '../../../server/publication/redis/sealed-value.ts'
import type { SharedCache } from '../../../server/publication/redis/shared-cache.ts'
import { freePort } from '../../support/run/free-port.ts'
import { listening } from '../../support/run/listening.ts'
import {
  hasRedis,
  linkTo,
  redisReason,
  settingsOf,
  startRedis
} from '../../support/sites/redis-server.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { testId } from '../../support/workspaces/records.ts'

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
const page = pageOf('Lamp')
const key = `fansite:social:${page.hash}`

function pageOf(title: string): PageCard {
  const facts = { ...card, title }
  return { pageId: testId(10), card: facts, hash: cardHash(facts) }
}

/** The social images of one server. */
function imagesWith(shared: SharedCache): SocialImages {
  const folder = tempDir()
  const place = { file: '', folder, assets: path.join(folder, 'assets') }
  const onFailure = (error: unknown) => expect.fail(String(error))
  const images = new SocialImages(place, { shared, onFailure, patienceMs: 120_000 })
  onTestFinished(() => images.close())
  return images
}

async function sizeOf({ sent }: FoundCard) {
  const { width, height } = await sharp('bytes' in sent ? sent.bytes : sent.file).metadata()
  return { width, height }
}
const whole = { width: 1200, height: 630 }

describe.skipIf(!hasRedis)(`with a Redis server${redisReason}`, () => {
  test('a social image that one server has drawn is not drawn by another', async () => {
    const redis = await startRedis()
    const [one, two] = [await linkTo(redis.settings), await linkTo(redis.settings)]
    const first = imagesWith(one.cache)
    await first.find(page)
    await expect.poll(() => redis.client.exists(key)).toBe(1)
    const second = imagesWith(two.cache)
    expect(await sizeOf(await second.find(page))).toEqual(whole)
    expect([first.drawn, second.drawn]).toEqual([1, 0])
    expect(await redis.client.ttl(key)).toBeGreaterThan(86_400)
    expect([...one.failures, ...two.failures]).toEqual([])
  })

  test.each([
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['HTML with a digest', () => seal(`social:${page.hash}`, Buffer.from('<!doctype html>'))],
    ['a picture of another page', async () => seal('social:other', await png(whole))],
    [
      'a picture of another size',
      async () => seal(`social:${page.hash}`, await png({ width: 9, height: 9 }))
    ],
    ['a truncated picture', async () => (await sealedCard()).subarray(0, -20)],
    ['a picture with a changed byte', async () => flipped(await sealedCard())],
    ['a value of 5 MB', () => randomBytes(5_000_000)]
  ])('%s in place of a social image is not sent', async (_, garbage) => {
    const redis = await startRedis()
    const value = await garbage()
    await redis.client.set(key, value ?? '')
    const { cache, failures } = await linkTo(redis.settings)
    const images = imagesWith(cache)
    expect(await sizeOf(await images.find(page))).toEqual(whole)
    expect(images.drawn).toBe(1)
    expect(failures).toEqual([])
  })

  test('a key of another type counts as absent, and Redis is still used', async () => {
    const redis = await startRedis()
    await redis.client.lpush(key, 'a list')
    const { cache, failures } = await linkTo(redis.settings)
    const images = imagesWith(cache)
    await images.find(page)
    expect(images.drawn).toBe(1)
    expect(failures.map(String)).toEqual([expect.stringContaining('WRONGTYPE')])
    await cache.set('social:other', Buffer.from('x'))
    expect(await cache.get('social:other')).toEqual(Buffer.from('x'))
  })

  test('while Redis is frozen, images are drawn, and soon no command is sent any more', async () => {
    const redis = await startRedis()
    const { cache, failures } = await linkTo(redis.settings, 50)
    const images = imagesWith(cache)
    await images.find(page)
    await redis.signal('SIGSTOP')
    expect(await sizeOf(await images.find(pageOf('Wick')))).toEqual(whole)
    expect(images.drawn).toBe(2)
    const isSkipped = async () => {
      const { sent } = cache
      expect(await cache.get('social:any')).toBeUndefined()
      return cache.sent === sent
    }
    await expect.poll(isSkipped).toBe(true)
    expect(cache.sent).toBeGreaterThanOrEqual(5)
    expect(failures.map(String)).toEqual([expect.stringContaining('no answer within 50 ms')])
    await redis.signal('SIGCONT')
  })

  test('after Redis was killed images are drawn, and a restarted Redis is used again', async () => {
    const redis = await startRedis()
    const { cache } = await linkTo(redis.settings)
    const images = imagesWith(cache)
    await redis.signal('SIGKILL')
    expect(await sizeOf(await images.find(page))).toEqual(whole)
    await redis.restart()
    const isStored = async () => {
      await cache.set('social:lamp', Buffer.from('x'))
      return (await cache.get('social:lamp'))?.toString()
    }
    await expect.poll(isStored).toBe('x')
  })

  test('a full Redis is still read', async () => {
    const redis = await startRedis()
    const { cache, failures } = await linkTo(redis.settings)
    await cache.set('social:kept', Buffer.from('x'))
    await redis.client.config('SET', 'maxmemory', '1')
    const images = imagesWith(cache)
    for (const title of ['1', '2', '3', '4', '5', '6']) await images.find(pageOf(title))
    expect(images.drawn).toBe(6)
    for (let count = 0; count < 6; count++) await cache.set('social:more', Buffer.from('x'))
    expect(await cache.get('social:kept')).toEqual(Buffer.from('x'))
    expect(failures.map(String)).toEqual([expect.stringContaining('OOM')])
  })

  test('with a wrong password images are drawn, and no failure contains it', async () => {
    const redis = await startRedis({ password: 'oil-and-wick' })
    const wrong = await linkTo({ ...redis.settings, password: 'wick-and-oil' })
    const images = imagesWith(wrong.cache)
    expect(await sizeOf(await images.find(page))).toEqual(whole)
    expect(wrong.failures.length).toBeGreaterThan(0)
    expect(String(wrong.failures[0])).toMatch(/WRONGPASS|NOAUTH/)
    for (const error of wrong.failures) {
      expect(JSON.stringify({ ...error, text: error.stack })).not.toContain('wick-and-oil')
    }
    const right = await linkTo({ ...redis.settings, password: 'oil-and-wick' })
    await right.cache.set('social:a', Buffer.from('x'))
    expect(await right.cache.get('social:a')).toEqual(Buffer.from('x'))
  })
})

test('where no Redis listens, images are drawn and no command is sent', async () => {
  const { cache, failures } = await linkTo(settingsOf(await freePort()))
  const images = imagesWith(cache)
  expect(await sizeOf(await images.find(page))).toEqual(whole)
  expect(images.drawn).toBe(1)
  expect(cache.sent).toBe(0)
  expect(failures.map(String)).toEqual([expect.stringContaining('ECONNREFUSED')])
})

test('an error of a server that repeats the password is reported without it', async () => {
  const password = 'oil-and-wick'
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.on('data', () => socket.write(`-ERR unknown command, with args: '${password}'\r\n`))
  })
  const port = await listening(server)
  const { failures } = await linkTo({ ...settingsOf(port), password }, 2000)
  const text = failures.map(String).join()
  expect(text).toContain('unknown command')
  expect(text).not.toContain(password)
})

function png(size: { width: number; height: number }): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
}

async function sealedCard(): Promise<Buffer> {
  const sealed = seal(`social:${page.hash}`, await png(whole))
  if (!sealed) throw new Error('the picture is too large')
  return sealed
}

function flipped(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes)
  changed[200] = (changed[200] ?? 0) ^ 1
  return changed
}
