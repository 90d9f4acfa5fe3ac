import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'

import { covered, story } from '../../canaries/story.ts'
import { asset, attachment, imageBlock, picture } from '../../support/sites/file-site.ts'
import { testId } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { keptSite } from '../responses/kept-site.ts'

const spoilers = { ...covered, mode: 'withhold' as const }
const SPOILER = testId(10)
const source = attachment(1)

/** The story, with a picture in its withheld page. */
async function pictured() {
  const workspace = story()
  const { [SPOILER]: page } = workspace.block
  if (!page) throw new Error('the story has no spoiler')
  page.content = [...(page.content ?? []), testId(60)]
  workspace.block[testId(60)] = { ...imageBlock(60, source), parent_id: SPOILER }
  const assets = new Map([[source, asset(await picture(1))]])
  const site = await keptSite(workspace, { assets, config: { spoilers } })
  return { site, rootPageId: workspace.rootPageId }
}

test('the picture of a withheld page that is excluded is not sent before the next sync', async () => {
  const { site, rootPageId } = await pictured()
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  onTestFinished(() => prepare.mockRestore())
  const statuses = []
  // The last page has no picture.
  for (const excludedPageIds of [[], [SPOILER], [testId(50)]]) {
    const config = testConfig(rootPageId, { spoilers, excludedPageIds })
    const app = await site.open({ config })
    statuses.push((await app.inject(`/image/${encodeURIComponent(source)}`)).statusCode)
  }
  expect(statuses).toEqual([200, 404, 200])
  // The mirror with spoilers is opened for each request.
  const connections = [...new Set(prepare.mock.contexts as Database.Database[])]
  const opened = connections.filter(({ name }) => path.basename(name).startsWith('opened-'))
  expect(opened.length).toBeGreaterThan(2)
  expect(opened.filter(({ open }) => open)).toEqual([])
})
