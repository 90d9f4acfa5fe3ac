import { expect, test } from 'vitest'

import { pageBlock, testId, textBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { keptSite } from '../responses/kept-site.ts'

test('a site without a download of its mirror has no data, and no links to it', async () => {
  const site = await keptSite(secretWorkspace(), { config: { isMirrorDownloadEnabled: false } })
  const closed = await site.open()
  for (const url of ['/_data', '/_data/pages', '/_data/pages.csv']) {
    expect((await closed.inject(url)).statusCode).toBe(404)
  }
  expect((await closed.inject('/plain')).body).not.toContain('/_data')
})

const SECRET = 'Ultramarine Protocol'

function secretWorkspace() {
  return workspaceOf(
    [testId(3), testId(4)],
    [
      pageBlock(3, SECRET, { content: [testId(30)] }),
      pageBlock(4, 'Plain'),
      textBlock(30, `${SECRET} in words`, { parent_id: testId(3) })
    ]
  )
}

const everywhere = ['page', 'pages', 'page_text', 'block', 'search_section', 'recent_changes']
const leaks = [
  '/_data',
  ...everywhere.flatMap((name) => [`/_data/${name}`, `/_data/${name}.ndjson`])
]

test('a page that is excluded is in no data, before and after the next sync', async () => {
  const workspace = secretWorkspace()
  const site = await keptSite(workspace)
  expect((await (await site.open()).inject('/_data/pages')).body).toContain(SECRET)
  const config = testConfig(workspace.rootPageId, { excludedPageIds: [testId(3)] })
  const excluding = await site.open({ config })
  for (const url of [...leaks, `/_data/pages/${testId(3)}`]) {
    const reply = await excluding.inject(url)
    expect([url, reply.statusCode, reply.headers['retry-after']]).toEqual([url, 503, '30'])
    expect(reply.body).not.toContain(SECRET)
  }
})

test('a page that is deleted leaves what is kept at once', async () => {
  const site = await keptSite(secretWorkspace())
  const open = await site.open({ cache: { maxStaleMs: 3_600_000 } })
  for (const url of leaks) await open.inject(url)
  site.api.edit.setPrivate(testId(3), true)
  await site.sync()
  for (const url of leaks) {
    const reply = await open.inject(url)
    expect([url, reply.statusCode]).toEqual([url, 200])
    expect(reply.body, url).not.toContain(SECRET)
  }
  expect((await open.inject(`/_data/pages/${testId(3)}`)).statusCode).toBe(404)
})
