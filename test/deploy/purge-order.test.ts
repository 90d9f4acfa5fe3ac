import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'

import { expect, test } from 'vitest'

import { suspendRendering } from '../server/render/render-processes.ts'
import { keptSite } from '../server/responses/kept-site.ts'
import { listening } from '../support/run/listening.ts'
import { tempDir } from '../support/temp-dir.ts'
import { pageBlock, testId, textBlock, workspaceOf } from '../support/workspaces/records.ts'
import { purge } from './purge.ts'

/** A server and a Varnish in one; `states` are the answers of `/readyz` in order. Returns what they were asked. */
async function fakeOrigin(states: object[]): Promise<{ port: number; asked: string[] }> {
  const asked: string[] = []
  const server = createServer(({ url, method, headers }, response) => {
    const purged = headers['xkey-purge'] ?? headers['xkey-softpurge']
    asked.push(method === 'PURGE' ? `purge ${String(purged)}` : String(url))
    const state = states.length > 1 ? states.shift() : states[0]
    response.end(method === 'PURGE' ? '' : JSON.stringify(state))
  })
  return { port: await listening(server), asked }
}

test('pages that left are purged at once, and the others after they are rendered', async () => {
  const { port, asked } = await fakeOrigin([
    { generation: 1, pending_renders: 0 },
    { generation: 2, pending_renders: 10 },
    {},
    { generation: 2, pending_renders: 3 },
    { generation: 2, pending_renders: 0 }
  ])
  const env = { VARNISH_URL: `http://127.0.0.1:${port}` }
  expect(await purge({ url: '', env }, { port, generation: 2, left: testId(3) })).toBe(0)
  expect(asked).toEqual([
    '/readyz',
    '/readyz',
    `purge p-${testId(3).replaceAll('-', '')} t-names t-list t-many`,
    '/readyz',
    '/readyz',
    'purge t-html t-feed t-list'
  ])
})

test('every page of many that left is purged, with at most 100 keys at once', async () => {
  const { port, asked } = await fakeOrigin([{ generation: 2, pending_renders: 0 }])
  const ids = Array.from({ length: 150 }, (_, at) => testId(at + 10))
  const env = { VARNISH_URL: `http://127.0.0.1:${port}` }
  expect(await purge({ url: '', env }, { port, generation: 2, left: ids.join('\n') })).toBe(0)
  const purged = asked.flatMap((each) =>
    each.startsWith('purge p-') ? [each.split(' ').slice(1)] : []
  )
  expect(purged.map(({ length }) => length)).toEqual([100, 53])
  const keys = ids.map((id) => `p-${id.replaceAll('-', '')}`)
  expect(purged.flat()).toEqual([...keys, 't-names', 't-list', 't-many'])
})

test('a purge fails if it cannot search the cache of nginx', async () => {
  const { port } = await fakeOrigin([{ generation: 2, pending_renders: 0 }])
  const purgeIn = (folder: string, left: string) =>
    purge({ url: '', env: { NGINX_CACHE: folder } }, { port, generation: 2, left })
  const missing = path.join(tempDir(), 'cache')
  expect(await purgeIn(missing, testId(3))).toBe(1)
  expect(await purgeIn(missing, '')).toBe(0)
  const denied = path.join(tempDir(), 'cache')
  mkdirSync(denied, { mode: 0o500 })
  expect(await purgeIn(denied, testId(3))).toBe(process.getuid?.() === 0 ? 0 : 1)
})

test('/readyz tells how many responses a publication has left to render', async () => {
  const page = pageBlock(2, 'Lamp', { content: [testId(20)] })
  const line = textBlock(20, 'the first words', { parent_id: page.id })
  const site = await keptSite(workspaceOf([page.id], [page, line]))
  const app = await site.open()
  await app.inject('/lamp')
  const pending = async () => (await app.inject('/readyz')).json().pending_renders as number
  expect(await pending()).toBe(0)
  const resume = suspendRendering()
  site.api.edit.setText(line.id, 'quite different')
  await site.sync()
  expect(await pending()).toBeGreaterThan(0)
  resume()
  await expect.poll(pending).toBe(0)
  expect((await app.inject('/lamp')).body).toContain('quite different')
})
