import path from 'node:path'

import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'

import { generateWorkspace } from '../../../demo/generate/generate-workspace.ts'
import { readWorkspaceFile } from '../../../demo/builder/read-workspace-file.ts'
import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import shipped from '../../../site.config.ts'
import { comparePage, lengthOf } from '../../fidelity/compare-page.ts'
import { MirrorRecords } from '../../fidelity/mirror-records.ts'
import { kindPages, kindsIn, oneOfEach } from '../../support/oracle/sample-pages.ts'
import { randomPages } from '../../support/workspaces/random-pages.ts'
import { isSweep } from '../../support/run/sweep.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'

const folder = process.env['FANSITE_RECORDINGS']
const reason = folder ? '' : ' (skipped: FANSITE_RECORDINGS names no folder with workspace.json)'

/** The sample, and its answers to all pages. */
let sample: TestSite
const answers = new Map<string, { statusCode: number; body: string }>()

beforeAll(async () => {
  sample = await openSite({ workspace: sampleWorkspace(), assets: sampleAssets, config: shipped })
  const pages = sample.mirror.$client.prepare<[], string>('select path from page order by path')
  for (const at of pages.pluck().all().map(encodeURI)) answers.set(at, await sample.app.inject(at))
})

test('every page of the sample answers at its path, without signed addresses or dead links', async () => {
  const { result } = sample
  expect(answers.size).toBeGreaterThanOrEqual(60)
  expect(result.warnings).toEqual([])
  expect(result.report.absent).toEqual([])
  expect(result.report.files.failed).toEqual([])

  const links = new Set<string>()
  for (const [at, { statusCode, body }] of answers) {
    expect(statusCode, at).toBe(200)
    expect(body).not.toContain('X-Amz-')
    expect(body).not.toContain('@hollow-lantern.example')
    // Other tests ask for Markdown, the feed and a view of each type; the link to the data of a page is the
    // same on each.
    const isLeftOut = (href: string) =>
      !isSweep && (href === '/feed.xml' || (at !== '/' && /\.md$|^\/_data\/|\?v=/.test(href)))
    for (const [, href = ''] of body.matchAll(/(?:href|src)="(\/[^"#]*)/g)) {
      if (!answers.has(href) && !isLeftOut(href)) links.add(href.replaceAll('&amp;', '&'))
    }
  }
  for (const href of isSweep ? links : oneOfEach(links)) {
    expect((await sample.app.inject(href)).statusCode, href).toBe(200)
  }
})

test('the pages that other tests visit for all have every kind of element of the sample', () => {
  const kindsOf = (paths: Iterable<string>) =>
    new Set([...paths].flatMap((at) => kindsIn(answers.get(at)?.body ?? '')))
  const chosen = kindsOf(kindPages)
  const missing = [...answers.keys()].flatMap((at) =>
    [...kindsOf([at])].filter((kind) => !chosen.has(kind)).map((kind) => `${kind} of ${at}`)
  )
  expect(missing).toEqual([])
})

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
  const { missing, length } = await comparedSite(sample)
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
