import type { AddressInfo } from 'node:net'

import { describe, expect, test } from 'vitest'

import { type KeptSite, countsOf, keptSite, untilRefreshed } from '../server/responses/kept-site.ts'
import { pageBlock, testId, textBlock, workspaceOf } from '../support/workspaces/records.ts'
import { purge } from './purge.ts'
import { type CacheKind, caches } from './start-cache.ts'

const SECRET = 'Ultramarine Protocol'
const secretPath = '/ultramarine-protocol'

/** A page that mentions another one. */
function workspace() {
  const title = [['‣', [['p', testId(3)]]]]
  return workspaceOf(
    [testId(2), testId(3)],
    [
      pageBlock(2, 'Linking', { content: [testId(20)] }),
      pageBlock(3, SECRET, { content: [testId(30)] }),
      textBlock(20, '', { parent_id: testId(2), properties: { title } }),
      textBlock(30, 'the first words', { parent_id: testId(3) })
    ]
  )
}

/** The real server behind a cache that has stored both pages. */
async function openBehind({ start }: CacheKind) {
  const site = await keptSite(workspace())
  const app = await site.open()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const cache = await start({ port })
  for (const path of ['/linking', secretPath]) {
    const first = await read(`${cache.url}${path}`)
    expect([first.status, first.text.includes(SECRET)]).toEqual([200, true])
    const { hits, misses } = await countsOf(app)
    expect((await read(`${cache.url}${path}`)).text).toBe(first.text)
    // The cache has answered, and not the server.
    expect(await countsOf(app)).toMatchObject({ hits, misses })
  }
  return { site, app, cache, port }
}

async function read(url: string): Promise<{ status: number; text: string }> {
  const reply = await fetch(url)
  return { status: reply.status, text: await reply.text() }
}

/** Addresses that may name any page, without a key of each. */
const lists = [
  '/all-pages',
  '/search?q=ultramarine',
  '/api/pages?sort=title',
  '/_data/page.csv',
  '/llms.txt'
]

interface Purged {
  change: (api: KeptSite['api']) => void
  status: number
  /** What the pages must not show after the purge. */
  gone: string
}

const edited: Purged = {
  change: (api) => api.edit.setText(testId(30), 'quite different'),
  status: 200,
  gone: 'the first words'
}
const withdrawn: Purged = {
  change: (api) => api.edit.setPrivate(testId(3), true),
  status: 404,
  gone: SECRET
}

describe.each(caches)('$name before the real server', (kind) => {
  const { missing } = kind
  const title = (text: string) => (missing === undefined ? text : `${text} (skipped: ${missing})`)
  const tried = test.skipIf(missing !== undefined)

  tried(title('forgets a page that was edited and, later, withdrawn'), async () => {
    const { site, app, cache, port } = await openBehind(kind)
    for (const [index, { change, status, gone }] of [edited, withdrawn].entries()) {
      for (const path of lists) expect((await read(`${cache.url}${path}`)).text).toContain(SECRET)
      change(site.api)
      await site.sync()
      // Nothing tells the cache yet: without the purge, it would send the page for a minute.
      const before = await read(`${cache.url}${secretPath}`)
      expect([before.text.includes(SECRET), before.text.includes(gone)]).toEqual([true, true])
      // Until then, the server sends edited pages as they were, and the cache would store them again.
      await app.inject('/robots.txt')
      await untilRefreshed(app)
      expect(await purge(cache, { port, generation: index + 2, left: testId(3) })).toBe(0)
      const page = await read(`${cache.url}${secretPath}`)
      expect([page.status, page.text.includes(gone)]).toEqual([status, false])
      for (const path of status === 404 ? lists : []) {
        const found = await read(`${cache.url}${path}`)
        expect([found.status, found.text.includes(gone)], path).toEqual([200, false])
      }
      const linking = await read(`${cache.url}/linking`)
      expect([linking.status, linking.text.includes(gone)]).toEqual([200, false])
    }
  })
})
