import { beforeAll, expect, test } from 'vitest'

import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import { buildApp } from '../../../server/app.ts'
import shipped from '../../../site.config.ts'
import { flawsOf } from '../../support/oracle/html-flaws.ts'
import { isSweep } from '../../support/run/sweep.ts'
import { publishedSite } from '../../support/sites/published-site.ts'
import { pageBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { tempDir } from '../../support/temp-dir.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import { patient } from '../../support/workspaces/test-config.ts'

const slotted = /<div class="callout[^"]*" style="/

let site: TestSite
beforeAll(async () => {
  site = await openSite({ workspace: sampleWorkspace(), assets: sampleAssets, config: shipped })
})

const query = <Row>(sql: string) => site.mirror.$client.prepare<[], Row>(sql).all()

/** One view of each type, at its address. */
function viewPaths(): string[] {
  const views = query<{ id: string; path: string }>(
    `select view.id, page.path from collection_view as view
       join block on block.id = view.parent_id join page on page.id = block.page_id
      group by view.type`
  )
  return views.map(({ id, path }) => `${path}?v=${id.replaceAll('-', '')}`)
}

test('every type of view is valid HTML, in both looks', async () => {
  const paths = viewPaths()
  expect(paths.length).toBeGreaterThan(9)
  const config: SiteConfig = { ...site.config, theme: 'notion', components: null }
  const other = await buildApp({ ...patient, config, dataDir: site.dataDir, logLevel: 'error' })
  for (const app of [other, site.app]) {
    // The looks differ in few elements; a sweep has each type in both.
    const some = paths.filter((_, index) => isSweep || (index % 2 === 0) === (app === site.app))
    for (const path of some) {
      const reply = await app.inject(path)
      expect([reply.statusCode, ...(await flawsOf(reply.body))], path).toEqual([200])
    }
    // The other server then takes over its process.
    if (app === other) await other.close()
  }
})

test('pages with every type of block and text are valid HTML', async () => {
  const pages = query<{ path: string }>(
    `select path from page where path in ('/', '/every-block', '/oil-and-grades', '/lantern-step', '/虚灯とは')
         or id in (select id from pages where parent_path = '/every-block')`
  )
  expect(pages.length).toBeGreaterThan(8)
  // With the callouts of the sample's `components.tsx`.
  expect((await site.app.inject('/lists-and-boxes')).body).toMatch(slotted)
  for (const { path } of pages) {
    expect(await flawsOf((await site.app.inject(encodeURI(path))).body), path).toEqual([])
  }
})

test('pages of data are valid HTML', async () => {
  const [{ id } = { id: '' }] = query<{ id: string }>(
    `select id from pages where path = '/techniques'`
  )
  const rows =
    '/_data/techniques?grade__not=Wick&_sort_desc=oil_cost&_facet=grade&_facet=kind&_size=3'
  for (const path of [
    '/_data',
    rows,
    '/_data/link',
    '/_data/recent_changes',
    `/_data/pages/${id}`
  ]) {
    const reply = await site.app.inject(path)
    expect([reply.statusCode, ...(await flawsOf(reply.body))], path).toEqual([200])
  }
})

test.each([
  ['/search?q=lamp', 200],
  ['/search', 200],
  ['/all-pages', 200],
  ['/recent-changes', 200],
  ['/tags', 200],
  ['/tags/mobs-f6c12a7b/spawns/Caves', 200],
  ['/_app', 200],
  ['/get-startd', 404]
])('%s is valid HTML', async (path, status) => {
  const reply = await site.app.inject(path)
  expect([reply.statusCode, ...(await flawsOf(reply.body))]).toEqual([status])
})

test('the page about a removed page is valid HTML, whatever its title', async () => {
  const page = pageBlock(2, '</title>"\'<b>&amp; \u0000灯')
  const { app, publish } = await publishedSite(workspaceOf([page.id], [page]))
  const { headers } = await app.inject(`/${page.id}`)
  const path = String(headers.location)
  expect(await flawsOf((await app.inject(path)).body)).toEqual([])
  await publish(workspaceOf([], []))
  const reply = await app.inject(path)
  expect([reply.statusCode, ...(await flawsOf(reply.body))]).toEqual([410])
})

test('the page before the first sync is valid HTML', async () => {
  const app = await buildApp({
    ...patient,
    config: { ...site.config, components: null },
    dataDir: tempDir(),
    logLevel: 'error'
  })
  const reply = await app.inject('/wiki')
  await app.close()
  expect([reply.statusCode, ...(await flawsOf(reply.body))]).toEqual([503])
})
