import fc from 'fast-check'
import { expect, test } from 'vitest'

import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import { fragmentPath } from '../../../site/addresses/fragment-path.ts'
import { openMirrorForReading } from '../../../db/mirror/open-mirror.ts'
import { type Edit, SampleEditor } from '../../db/changes/sample-editor.ts'
import { isSweep, propertySettings } from '../../support/run/sweep.ts'
import { answerOf, countsOf, keptSite, untilRefreshed } from './kept-site.ts'

const settings = propertySettings(8, 1 / 4)
/** A response that a publication leaves outdated stays so until the next comparison. */
const COMPARED = isSweep ? 1 : 2
/** Of so many pages, one is asked for: another one each time. A sweep asks for all. */
const SHARE = isSweep ? 1 : 4
/** Pages that are compared as Markdown too. */
const MARKDOWN_PAGES = 10

const number = fc.nat({ max: 100_000 })
const edits = fc.array(fc.tuple(number, number, number), { minLength: 1, maxLength: 3 })

test('after any edits, every kept response equals a fresh rendering byte by byte', async () => {
  const workspace = sampleWorkspace()
  const site = await keptSite(workspace, { assets: sampleAssets })
  const editor = new SampleEditor(site.api.edit, workspace)
  const kept = await site.open({ cache: { maxStaleMs: 3_600_000 } })
  const log: string[] = []
  const [first = 0] = fc.sample(number, { ...settings, numRuns: 1 })
  let publications = 0
  const property = fc.asyncProperty(edits, async (each) => {
    for (const url of addressesOf(site.dataDir, first)) await kept.inject(url)
    log.push(...each.map((edit: Edit) => editor.apply(edit)), 'sync')
    await site.sync()
    await untilRefreshed(kept)
    publications++
    if (publications % COMPARED > 0) return
    const before = await countsOf(kept)
    // The first server holds the file of responses, so this one renders everything.
    const fresh = await site.open()
    for (const url of addressesOf(site.dataDir, first)) {
      const [old, now] = [await answerOf(kept, url), await answerOf(fresh, url)]
      expect([old.statusCode, old.body === now.body, url], log.slice(-16).join('; ')).toEqual([
        now.statusCode,
        true,
        url
      ])
      expect(old.headers['etag'], url).toBe(now.headers['etag'])
    }
    await fresh.close()
    expect((await countsOf(kept)).hits).toBeGreaterThan(before.hits)
  })
  await fc.assert(property, { ...settings, endOnFailure: true })
})

/** The addresses of a share of the pages, of some as Markdown, as cards and in the tree, and of the lists. */
function addressesOf(dataDir: string, first: number): string[] {
  const mirror = openMirrorForReading(`${dataDir}/mirror.db`)
  const paths = mirror.$client
    .prepare<[], string>('select path from page order by id')
    .pluck()
    .all()
  mirror.$client.close()
  const pages = paths.map(encodeURI).filter((_, index) => (index + first) % SHARE === 0)
  const markdown = pages
    .slice(0, MARKDOWN_PAGES)
    .flatMap((each) => [
      `${each === '/' ? '/index' : each}.md`,
      fragmentPath('link-card', each),
      fragmentPath('tree', each)
    ])
  const lists = ['/all-pages', '/tags', '/sitemap.xml', '/feed.xml', '/llms.txt', '/_app']
  return [...pages, ...markdown, ...lists]
}
