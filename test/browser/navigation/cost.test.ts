import { brotliCompressSync } from 'node:zlib'

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'

import { SampleVisits, heading, link, mark, stays } from '../../support/browser/sample-visits.ts'
import { isSweep } from '../../support/run/sweep.ts'

const MAX_SCRIPT_BYTES = 15_000
const MAX_STYLE_BYTES = 20_000
/** Each goes to a page and back. */
const ROUNDS = isSweep ? 15 : 5

const visits = new SampleVisits()

/** Numbers of active listeners of document and window, and of observers. */
async function living(page: Page) {
  const session = await page.context().newCDPSession(page)
  const count = async (expression: string) => {
    const { result } = await session.send('Runtime.evaluate', { expression })
    const objectId = result.objectId ?? ''
    return (await session.send('DOMDebugger.getEventListeners', { objectId })).listeners.length
  }
  const listeners = (await count('document')) + (await count('window'))
  await session.detach()
  return { listeners, observers: await page.evaluate(() => Reflect.get(window, 'observing')) }
}

test(`${2 * ROUNDS} navigations leak no listener and no observer`, async () => {
  const visitor = await visits.start()
  const { page, problems } = visitor
  await page.addInitScript(() => {
    let observing = 0
    Object.defineProperty(window, 'observing', { get: () => observing })
    const { observe, disconnect } = IntersectionObserver.prototype
    const seen = new WeakSet<IntersectionObserver>()
    IntersectionObserver.prototype.observe = function (element) {
      if (!seen.has(this)) observing++
      seen.add(this)
      observe.call(this, element)
    }
    IntersectionObserver.prototype.disconnect = function () {
      if (seen.delete(this)) observing--
      disconnect.call(this)
    }
  })
  await page.goto('/every-block')
  await mark(page)
  const toAndFro = async () => {
    await link(page, '/headings-and-ways').click()
    await heading(page, 'Headings and Ways')
    const there = await living(page)
    await page.goBack()
    await heading(page, 'Every Block')
    return { there, here: await living(page) }
  }
  const first = await toAndFro()
  for (let round = 0; round < ROUNDS - 2; round++) await toAndFro()
  expect(await toAndFro()).toEqual(first)
  expect(first.there.observers).toBeGreaterThan(0)
  expect(await stays(page)).toBe(true)
  expect(problems).toEqual([])
})

/** Bytes of the loaded files, compressed at the highest level. */
async function brotliBytes(urls: string[] = []): Promise<number> {
  const replies = await Promise.all(
    urls.map((url) => visits.site.app.inject(new URL(url).pathname))
  )
  const sizes = replies.map(({ rawPayload }) => brotliCompressSync(rawPayload).length)
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('a page loads at most 15 kB of script and 20 kB of style before interaction', async () => {
  const visitor = await visits.start()
  const loaded: Record<string, string[]> = {}
  visitor.page.on('request', (request) => {
    const kind = (loaded[request.resourceType()] ??= [])
    kind.push(request.url())
  })
  await visitor.page.goto('/every-block', { waitUntil: 'networkidle' })
  for (const [kind, limit] of [
    ['script', MAX_SCRIPT_BYTES],
    ['stylesheet', MAX_STYLE_BYTES]
  ] as const) {
    const bytes = await brotliBytes(loaded[kind])
    expect(bytes, kind).toBeGreaterThan(0)
    expect(bytes, kind).toBeLessThanOrEqual(limit)
  }
})
