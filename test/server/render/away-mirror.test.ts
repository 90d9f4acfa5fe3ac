import { renameSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { pageBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { keptSite } from '../responses/kept-site.ts'

/** The server of a site with this many pages, whose processes cannot open the mirror that it serves. */
async function openAway(count: number) {
  const pages = Array.from({ length: count }, (_, index) => pageBlock(index + 2, `Lamp ${index}`))
  const site = await keptSite(
    workspaceOf(
      pages.map(({ id }) => id),
      pages
    )
  )
  const app = await site.open({ logLevel: 'silent' })
  const file = path.join(site.dataDir, 'mirror.db')
  await app.inject('/readyz')
  renameSync(file, `${file}-away`)
  return app
}

const lists = ['/all-pages', '/recent-changes', '/sitemap.xml', '/llms.txt']

test.each([
  [10, 200],
  [501, 503]
])('without its file, the lists of a site with %i pages answer %i', async (count, status) => {
  const app = await openAway(count)
  for (const url of lists) expect((await app.inject(url)).statusCode, url).toBe(status)
  expect((await app.inject('/lamp-1')).statusCode).toBe(200)
})
