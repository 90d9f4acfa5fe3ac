import { once } from 'node:events'

import { fastify } from 'fastify'
import type { Block } from 'notion-types'
import { expect, test, vi } from 'vitest'

import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { ApiError } from '../../../server/errors.ts'
import { mountSite } from '../../../server/site/site-plugin.ts'
import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { onFinished } from '../../support/on-finished.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { renderProcesses } from './render-processes.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { hostileWorkspace, lines } from '../../support/workspaces/hostile-pages.ts'
import { type PublishedSite, publishedSite } from '../../support/sites/published-site.ts'

const heavy = () => hostileWorkspace(lines(2500, (index) => `line ${index}`))

/** The address of the page with the options of a view, which is kept apart from the page itself. */
const withView = (number: number) => `/hostile?v=${undashId(testId(1000 + number))}`

/** A type that is not a string, which a sync never writes. */
function poison(): Block {
  const fields = { parent_id: testId(3), properties: { title: [['words']] } }
  return record(100, { ...fields, type: 7 as unknown as string })
}

function failures({ app }: PublishedSite) {
  return vi.spyOn(app.log, 'error').mockImplementation(() => {})
}

test('a page that cannot be rendered fails alone, without details in the response', async () => {
  const site = await publishedSite(hostileWorkspace([poison()]))
  const logged = failures(site)
  const reply = await site.app.inject('/hostile')
  expect(reply.statusCode).toBe(500)
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store' })
  expect(reply.headers['content-type']).toContain('text/html')
  expect(reply.body).toContain('<h1>Something went wrong here</h1>')
  // The shell itself contains "words", where the search finds none.
  const [main = ''] = /<main.*<\/main>/s.exec(reply.body) ?? []
  expect(main).not.toMatch(/words/)
  expect(reply.body).not.toMatch(/React|\.tsx?:|node_modules|replaceAll/)
  expect(String(logged.mock.calls[0]?.[0])).toContain(testId(3))
  expect((await site.app.inject(withView(1))).statusCode).toBe(500)
  expect(logged).toHaveBeenCalledTimes(1)
  expect((await site.app.inject('/small')).statusCode).toBe(200)
})

test('a heavy page that cannot be rendered fails alone and is not retried', async () => {
  const blocks = [poison(), ...lines(2500, (index) => `line ${index}`).slice(1)]
  const site = await publishedSite(hostileWorkspace(blocks))
  const logged = failures(site)
  for (const path of ['/hostile', '/hostile', withView(1)]) {
    expect((await site.app.inject(path)).statusCode, path).toBe(500)
  }
  expect(logged).toHaveBeenCalledTimes(1)
  expect((await site.app.inject('/small')).statusCode).toBe(200)
})

test('concurrent requests for a heavy page share one rendering; other heavy pages queue', async () => {
  const { app } = await publishedSite(heavy())
  const same = await Promise.all(Array.from({ length: 40 }, () => app.inject('/hostile')))
  expect(new Set(same.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  expect(new Set(same.map(({ body }) => body)).size).toBe(1)

  const paths = Array.from({ length: 40 }, (_, index) => withView(index))
  const replies = await Promise.all(paths.map((path) => app.inject(path)))
  const codes = replies.map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 200)).toHaveLength(16)
  expect(codes.filter((code) => code === 503)).toHaveLength(24)
  expect(replies.at(-1)?.headers['retry-after']).toBe('30')
  expect((await app.inject('/hostile')).statusCode).toBe(200)
})

/** A site that is part of another server, and the lines of its log. */
async function mounted(workspace?: WorkspaceFile) {
  const { dataDir } = await mirrorDir(workspace)
  const logged: string[] = []
  const stream = { write: (line: string) => void logged.push(line) }
  const app = fastify({ logger: { level: 'error', stream } })
  onFinished(() => app.close())
  const { site } = await mountSite(app, { config: testConfig(ROOT_ID), dataDir })
  return { app, logged, site }
}

test('a server that is closed while it makes the feed logs no error', async () => {
  const pages = Array.from({ length: 30 }, (_, index) => pageBlock(index + 2, `Lamp ${index}`))
  const ids = pages.map(({ id }) => id)
  const processes = renderProcesses()
  const { app, logged } = await mounted(workspaceOf(ids, pages))
  await app.inject('/lamp-1')
  const feed = app.inject('/feed.xml')
  await expect.poll(() => processes.length).toBe(2)
  // The list of the pages of the feed, and the first entries.
  for (let answers = 0; answers < 3; answers++) {
    await Promise.race(processes.map((each) => once(each, 'message')))
  }
  await Promise.all([app.close(), feed])
  expect(logged).toEqual([])
})

test('an error of the error page is logged, and sent without details', async () => {
  const { app, logged, site } = await mounted()
  await app.inject('/readyz')
  site.published().mirror.$client.close()
  const reply = await app.inject('/search/unknown')
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([500, 'no-store'])
  expect(reply.json()).toEqual({
    error: 'internal_server_error',
    message: 'Something went wrong on our side.'
  })
  expect(logged).toEqual([expect.stringContaining('database connection is not open')])
})

test('an error has no header of the content that could not be sent', async () => {
  const { app } = await mounted()
  app.get('/mirror.x', async (_request, reply) => {
    reply.type('application/vnd.sqlite3').headers({ 'content-encoding': 'br', etag: '"x"' })
    throw new ApiError('download_not_ready')
  })
  const reply = await app.inject('/mirror.x')
  expect([reply.statusCode, reply.headers['content-type']]).toEqual([
    503,
    'application/json; charset=utf-8'
  ])
  expect(reply.headers).not.toHaveProperty('content-encoding')
  expect(reply.headers).not.toHaveProperty('etag')
  expect(reply.json()).toMatchObject({ error: 'download_not_ready' })
})
