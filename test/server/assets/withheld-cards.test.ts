import { readdirSync } from 'node:fs'

import { expect, test } from 'vitest'

import { endSpares } from '../../../server/process/spare-processes.ts'
import { startedProcesses } from '../../support/run/started-processes.ts'
import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { keptSite } from '../responses/kept-site.ts'

const url = `/api/social-image?id=${testId(2)}`
const withhold = { spoilers: { mode: 'withhold' as const, sign: '🔒' } }

const openStory = () =>
  keptSite(workspaceOf([testId(2)], [pageBlock(2, 'The keeper falls'), pageBlock(3, 'Other')]), {
    config: withhold
  })

test('the social image with the title of a new spoiler is not sent any more', async () => {
  const site = await openStory()
  const app = await site.open({ cardLimits: { patienceMs: 0 } })
  await expect.poll(async () => (await app.inject(url)).statusCode).toBe(200)
  const before = await app.inject(url)
  site.api.edit.setText(testId(2), '🔒 The keeper falls')
  await site.sync()
  const statuses = []
  for (let count = 0; count < 20; count++) {
    const { statusCode, rawPayload } = await app.inject(url)
    statuses.push(rawPayload.equals(before.rawPayload) ? 'the title' : statusCode)
  }
  expect(statuses).not.toContain('the title')
  await expect.poll(async () => (await app.inject(url)).statusCode).toBe(200)
})

test('a social image is not sent if its title becomes a spoiler while it is drawn', async () => {
  const site = await openStory()
  const app = await site.open()
  endSpares()
  const drawing = startedProcesses('card-thread', (child) => child.kill('SIGSTOP'))
  const answer = app.inject(url)
  await expect.poll(() => drawing.length).toBe(1)
  site.api.edit.setText(testId(2), '🔒 The keeper falls')
  await site.sync()
  // The server notices the publication.
  await app.inject('/')
  for (const child of drawing) child.kill('SIGCONT')
  const { statusCode, headers } = await answer
  const { headers: current } = await app.inject(url)
  expect([statusCode, headers.etag]).toEqual([200, current.etag])
})

test('a social image that a server without withheld spoilers has drawn in the same folder is not sent', async () => {
  const spoiler = pageBlock(2, '🔒 The keeper falls')
  const site = await keptSite(workspaceOf([testId(2)], [spoiler]), { config: withhold })
  const app = await site.open({ cardLimits: { patienceMs: 0 } })
  // Earlier images are compared with the publication then.
  await app.inject('/')
  const open = await site.open({ config: testConfig(testId(1)) })
  const { headers, rawPayload } = await open.inject(url)
  const stored = () => readdirSync(site.dataDir, { recursive: true }).join()
  await expect.poll(stored).toContain(String(headers.etag).slice(1, -1))
  const answer = await app.inject(url)
  expect(answer.rawPayload.equals(rawPayload)).toBe(false)
})
