import { beforeAll, expect, test } from 'vitest'

import { visitWithWorker } from '../../support/browser/offline-visits.ts'
import { type CutNetwork, cutNetwork } from '../../support/browser/cut-network.ts'
import { pageBlock, testId, textBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { type KeptSite, keptSite } from '../../server/responses/kept-site.ts'

const names = ['Lamp', 'Lantern', 'Candle', 'Torch']

function workspace() {
  const pages = names.map((name, index) =>
    pageBlock(10 + index, name, { content: [testId(30 + index)] })
  )
  const texts = names.map((name, index) =>
    textBlock(30 + index, `All about the ${name}.`, { parent_id: testId(10 + index) })
  )
  return workspaceOf(
    pages.map(({ id }) => id),
    [...pages, ...texts]
  )
}

let site: KeptSite
let network: CutNetwork

beforeAll(async () => {
  site = await keptSite(workspace())
  network = await cutNetwork(await site.open({ cache: { maxStaleMs: 0 } }))
})

test('pages that were read open without a network, and others lead to the list of what is kept', async () => {
  const { page } = await visitWithWorker(network.address)
  await page.goto('/lamp')
  await page.locator('main', { hasText: 'All about the Lamp.' }).waitFor()
  network.cut()
  await page.goto('/')
  await page.locator('main a[href="/lamp"]').first().click()
  await page.locator('main', { hasText: 'All about the Lamp.' }).waitFor()
  const answer = await page.goto('/candle')
  expect(answer?.status()).toBe(503)
  await page.getByText('This page is not kept in this browser').waitFor()
  const links = page.locator('.offline-read a')
  await links.first().waitFor()
  expect(await links.allTextContents()).toEqual(['Home', 'Lamp'])
  network.mend()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.locator('main', { hasText: 'All about the Candle.' }).waitFor()
})
