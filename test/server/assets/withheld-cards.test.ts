import { expect, test } from 'vitest'

import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { keptSite } from '../responses/kept-site.ts'

const url = `/api/social-image?id=${testId(2)}`
const withhold = { spoilers: { mode: 'withhold' as const, sign: '🔒' } }

test('the social image with the title of a new spoiler is not sent any more', async () => {
  const site = await keptSite(
    workspaceOf([testId(2)], [pageBlock(2, 'The keeper falls'), pageBlock(3, 'Other')]),
    { config: withhold }
  )
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
