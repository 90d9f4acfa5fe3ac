import http from 'node:http'

import { expect, test } from 'vitest'

import { mountedHost } from '../../server/http/mounted-host.ts'
import { keptSite } from '../../server/responses/kept-site.ts'
import { nextFrame } from '../../support/browser/browser.ts'
import { lookAgain, visitWithWorker } from '../../support/browser/offline-visits.ts'
import { onFinished } from '../../support/on-finished.ts'
import { listening } from '../../support/run/listening.ts'
import { testId } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { smallWiki } from './small-wiki.ts'

test('the worker of a site at the root of its host leaves pages of another site below it alone', async () => {
  const site = await keptSite(smallWiki())
  const root = await site.open()
  const { dataDir } = site
  const below = await mountedHost({ '/wiki': { config: testConfig(testId(1)), dataDir } })
  await Promise.all([root.ready(), below.ready()])
  const server = http.createServer((request, response) =>
    (request.url?.startsWith('/wiki') ? below : root).routing(request, response)
  )
  const port = await listening(server)
  onFinished(() => server.closeAllConnections())
  const { page } = await visitWithWorker(`http://127.0.0.1:${port}`, '/wiki/lamp')
  await page.evaluate(() => {
    const { serviceWorker } = navigator
    serviceWorker.addEventListener('message', ({ source }) => {
      if (source && 'scriptURL' in source) document.title += ` told by ${source.scriptURL}`
    })
    serviceWorker.startMessages()
  })
  await lookAgain(page.context())
  await nextFrame(page)
  expect(await page.title()).not.toContain(`:${port}/sw.js`)
  const kept = await page.evaluate(async () => (await caches.open('fansite/read')).keys())
  expect(kept).toEqual([])
})
