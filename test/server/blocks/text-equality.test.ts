import path from 'node:path'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { generateWorkspace } from '../../../demo/generate/generate-workspace.ts'
import { readWorkspaceFile } from '../../../demo/builder/read-workspace-file.ts'
import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import shipped from '../../../site.config.ts'
import { comparePage, lengthOf } from '../../fidelity/compare-page.ts'
import { MirrorRecords } from '../../fidelity/mirror-records.ts'
import { randomPages } from '../../support/workspaces/random-pages.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'

const folder = process.env['FANSITE_RECORDINGS']
const reason = folder ? '' : ' (skipped: FANSITE_RECORDINGS names no folder with workspace.json)'

/** Every text of a mirror that is missing on its page, and the number of characters found. */
async function comparedSite({ app, mirror }: Pick<TestSite, 'app' | 'mirror'>) {
  const records = new MirrorRecords(mirror)
  const pages = mirror.$client.prepare<[], { id: string; path: string }>(
    'select id, path from page'
  )
  const missing: string[] = []
  let length = 0
  for (const page of pages.all()) {
    const reply = await app.inject(encodeURI(page.path))
    expect(reply.statusCode, page.path).toBe(200)
    for (const compared of comparePage(records, page.id, reply.body)) {
      length += lengthOf(compared.texts)
      const { type } = compared.block
      missing.push(
        ...compared.missing.map(({ text }) => `${page.path} ${type}: ${text.slice(0, 80)}`)
      )
    }
  }
  return { missing, length }
}

test('every text of the sample is on its page, block by block', async () => {
  const site = await openSite({
    workspace: sampleWorkspace(),
    assets: sampleAssets,
    config: shipped
  })
  const { missing, length } = await comparedSite(site)
  expect(missing).toEqual([])
  expect(length).toBeGreaterThan(50_000)
})

test.skipIf(!folder)(`every text of a recorded workspace is on its page${reason}`, async () => {
  const workspace = await readWorkspaceFile(path.join(folder ?? '', 'workspace.json'))
  expect((await comparedSite(await openSite({ workspace }))).missing).toEqual([])
})

test.each([1, 2])('every text of generated workspace %i is on its page', async (seed) => {
  const workspace = generateWorkspace({ pages: 15, seed, blocksPerPage: 60 })
  expect((await comparedSite(await openSite({ workspace }))).missing).toEqual([])
})

test('every text of pages of random blocks of every type, nested at random, is on its page', async () => {
  const [workspace] = fc.sample(randomPages(20), { numRuns: 1, seed: 5 })
  const { missing, length } = await comparedSite(await openSite({ workspace: workspace! }))
  expect(missing).toEqual([])
  expect(length).toBeGreaterThan(5_000)
})
