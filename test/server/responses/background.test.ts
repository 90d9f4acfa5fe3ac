import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, test } from 'vitest'

import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { hostileWorkspace, lines } from '../../support/workspaces/hostile-pages.ts'
import { pageBlock, testId, textBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { SLOW_NICE, suspendRendering } from '../render/render-processes.ts'
import { countsOf, keptSite, untilRefreshed } from './kept-site.ts'

/** Visitors never get a stale page, so they wait for what the background makes. */
const strict = { cache: { maxStaleMs: 0 } }

/** A start page with two pages. */
function twoPages() {
  return workspaceOf(
    [testId(2), testId(3)],
    [
      pageBlock(2, 'First', { content: [testId(20)] }),
      pageBlock(3, 'Second', { content: [testId(30)] }),
      textBlock(20, 'words of the first', { parent_id: testId(2) }),
      textBlock(30, 'words of the second', { parent_id: testId(3) })
    ]
  )
}

test('a visitor and the background share one rendering', async () => {
  const site = await keptSite(twoPages())
  const app = await site.open(strict)
  const edit = async (text: string) => {
    site.api.edit.setText(testId(30), text)
    await site.sync()
    // Notices the publication.
    await app.inject('/robots.txt')
  }
  await app.inject('/second')
  await edit('other words')
  await untilRefreshed(app)
  const { renders } = await countsOf(app)
  const resume = suspendRendering()
  await edit('newest words')
  await expect.poll(async () => (await countsOf(app)).queued).toBe(0)
  const reply = app.inject('/second')
  resume()
  expect((await reply).body).toContain('newest words')
  await untilRefreshed(app)
  expect((await countsOf(app)).renders - renders).toBe(1)
})

test('a page of a publication that the server has not noticed yet is sent', async () => {
  const site = await keptSite(twoPages())
  const app = await site.open({ lookIntervalMs: 3_600_000 })
  await app.inject('/first')
  site.api.edit.setText(testId(30), 'newest words')
  await site.sync()
  const { statusCode, body } = await app.inject('/second')
  expect([statusCode, body.includes('newest words')]).toEqual([200, true])
})

const taken: [what: string, url: string, words: string][] = [
  ['a page at the former address of another one', '/first', 'words of the second'],
  ['an answer of the API about a renamed page', `/api/pages/${undashId(testId(2))}`, '/renamed']
]

test.each(taken)('%s is sent while the background makes the outdated one', async (_, url, text) => {
  const site = await keptSite(twoPages())
  const app = await site.open(strict)
  await app.inject(url)
  const { misses } = await countsOf(app)
  const resume = suspendRendering()
  site.api.edit.setText(testId(2), 'Renamed')
  site.api.edit.setText(testId(3), 'First')
  await site.sync()
  await app.inject('/robots.txt')
  await expect.poll(async () => (await countsOf(app)).queued).toBe(0)
  const reply = app.inject(url)
  await expect.poll(async () => (await countsOf(app)).misses).toBeGreaterThan(misses)
  resume()
  const { statusCode, body } = await reply
  expect([statusCode, body.includes(text)]).toEqual([200, true])
})

test('a page that is late is not replaced by a stale one that had its address', async () => {
  const site = await keptSite(twoPages())
  const before = await site.open()
  await before.inject('/first')
  await before.close()
  site.api.edit.setText(testId(2), 'Renamed')
  site.api.edit.setText(testId(3), 'First')
  await site.sync()
  const resume = suspendRendering()
  const app = await site.open({ ...strict, renderLimits: { patienceMs: 1 } })
  const { statusCode, body } = await app.inject('/first')
  resume()
  expect([statusCode, body.includes('words of the first')]).toEqual([503, false])
  await expect.poll(async () => (await app.inject('/first')).statusCode).toBe(200)
})

test('visitors wait neither behind a heavy page nor behind the background', async () => {
  const site = await keptSite(hostileWorkspace(lines(2500, (index) => `line ${index}`)))
  const app = await site.open(strict)
  await app.inject('/small')
  await app.inject('/hostile')
  const resume = suspendRendering(SLOW_NICE)
  let isHeavyAnswered = false
  const heavy = app.inject(`/hostile?v=${undashId(testId(1000))}`)
  const noted = heavy.then(() => void (isHeavyAnswered = true))
  site.api.edit.setText(testId(5), 'other words')
  await site.sync()
  await app.inject('/robots.txt')
  // The background has queued it behind the heavy page.
  await expect.poll(async () => (await countsOf(app)).queued).toBe(0)
  expect((await app.inject('/small')).body).toContain('other words')
  for (const url of ['/all-pages', '/recent-changes', '/sitemap.xml', '/llms.txt']) {
    expect((await app.inject(url)).statusCode, url).toBe(200)
  }
  // It has a process of its own.
  expect(isHeavyAnswered).toBe(false)
  resume()
  await noted
  expect((await heavy).statusCode).toBe(200)
})

test('withdrawn pages that wait for the background are not made again', async () => {
  const site = await keptSite(twoPages())
  const app = await site.open({ cache: { maxStaleMs: 3_600_000 } })
  const secret = ['/second', '/second.md', `/api/pages/${undashId(testId(3))}`]
  for (const url of ['/first', ...secret]) await app.inject(url)
  site.api.edit.setText(testId(20), 'other words')
  await site.sync()
  await app.inject('/robots.txt')
  await untilRefreshed(app)
  const resume = suspendRendering()
  site.api.edit.setText(testId(20), 'newest words')
  site.api.edit.setText(testId(30), 'newest words')
  await site.sync()
  await app.inject('/robots.txt')
  // All of them and `/first` are stale. The one that is being made does not end.
  await expect.poll(async () => (await countsOf(app)).queued).toBe(secret.length)
  site.api.edit.setPrivate(testId(3), true)
  await site.sync()
  await app.inject('/robots.txt')
  expect((await countsOf(app)).queued).toBeLessThanOrEqual(1)
  resume()
  await untilRefreshed(app)
  expect((await app.inject('/second')).statusCode).not.toBe(200)
})

test('a page of more than a thousand records is made again only for its own, as are options asked for twice', async () => {
  const mentions = Array.from({ length: 1200 }, (_, index) => ['‣', [['p', testId(5000 + index)]]])
  const title = [...mentions, ['‣', [['p', testId(3)]]]]
  const { block, ...rest } = twoPages()
  const long = textBlock(20, '', { parent_id: testId(2), properties: { title } })
  const site = await keptSite({ ...rest, block: { ...block, [testId(20)]: long } })
  const app = await site.open({ cache: { maxStaleMs: 3_600_000 } })
  const [once, twice] = ['1', '2'].map((view) => `/first?v=${view.repeat(32)}`) as [string, string]
  for (const url of ['/first', once, twice, twice]) await app.inject(url)
  const { refreshes } = await countsOf(app)
  const edits: [block: string, made: number][] = [
    [testId(30), 0],
    [testId(3), 2],
    [testId(3), 4]
  ]
  for (const [index, [id, made]] of edits.entries()) {
    site.api.edit.setText(id, `Renamed ${index}`)
    await site.sync()
    await app.inject('/robots.txt')
    await untilRefreshed(app)
    expect((await countsOf(app)).refreshes - refreshes).toBe(made)
  }
  expect((await app.inject('/first')).body).toContain('Renamed 2')
  await app.close()
  const file = new Database(path.join(site.dataDir, 'responses.db'), { readonly: true })
  expect(file.prepare('select count(*) from made_of_many').pluck().get()).toBe(2)
  file.close()
})
