import path from 'node:path'

import { beforeAll, expect, test } from 'vitest'

import { placePlantings } from '../../canaries/covered-places.ts'
import { seenHtml } from '../../canaries/seen-html.ts'
import { newStory, spoilerPlantings, withheld } from '../../canaries/spoilers.ts'
import { type Answer, startAddresses, visitAll } from '../../canaries/visit.ts'
import { PUBLIC_WORD } from '../../canaries/world.ts'
import { flawsOf } from '../../support/oracle/html-flaws.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'

const plantings = [...spoilerPlantings, ...placePlantings]
const canaryOf = (index: number) => `Canary${String(index).padStart(3, '0')}Zq`

const world = newStory()
let site: TestSite
let answers: Map<string, Answer>

beforeAll(async () => {
  for (const [index, [, plant]] of plantings.entries()) plant(world, canaryOf(index))
  const { workspace, assets } = world
  const spoilers = { ...withheld, mode: 'blur' as const }
  site = await openSite({ workspace, assets, config: { spoilers, areRelatedPagesShown: true } })
  const start = startAddresses(world, path.join(site.dataDir, 'mirror.db'))
  const views = site.mirror.$client.prepare<[], string>('select view_name from collection').pluck()
  const tables = views.all().map((name) => `/_data/${name}`)
  const pages = site.mirror.$client.prepare<[], { id: string; path: string }>(
    `select id, path from page where path <> '/'`
  )
  const ofPages = pages
    .all()
    .flatMap(({ id, path: each }) => [encodeURI(`/_cards${each}.html`), `/api/pages/${id}`])
  const all = [...start, htmlOfApi, ...tables, ...ofPages]
  answers = await visitAll(site, all, { isLeftOut: isNotRead })
})

/** The HTML of the API, of one page; the tests read no Markdown, blocks, file or picture. */
const htmlOfApi = `/api/pages/${world.workspace.rootPageId}?text=html`
const isNotRead = (url: string) =>
  url !== htmlOfApi &&
  /\.(md|db|ndjson|js|css|woff2|png|ico)$|^\/(api\/(?!search|docs|pages\/[^?]*$)|image\/)/.test(url)

const bodies = (pattern: RegExp) =>
  [...answers]
    .filter(([, { head }]) => pattern.test(head))
    .map(([url, { body }]) => [url, String(body)] as const)

test('no page shows a covered name or text to a reader who opens nothing', () => {
  const pages = bodies(/"content-type":"text\/html/)
  expect(pages.length).toBeGreaterThan(60)
  const seen = pages.map(([url, html]) => [url, seenHtml(html)] as const)
  expect(seen.filter(([, html]) => html.includes(PUBLIC_WORD)).length).toBeGreaterThan(10)
  expect(foundIn(seen)).toEqual([])
  // In a calendar, only a marked row has a period.
  expect(seen.filter(([, html]) => html.includes('row-period'))).toEqual([])
})

test('the sources of the pages contain every covered text', () => {
  const pages = bodies(/"content-type":"text\/html/).filter(([url]) => !url.startsWith('/_data'))
  const found = new Set(foundIn(pages).map(([, what]) => what))
  expect(found).toEqual(new Set(plantings.map(([what]) => what)))
  expect(pages.some(([, html]) => html.includes('row-period'))).toBe(true)
})

test('neither the feed, the search nor the API names what is covered', () => {
  const lists = bodies(/./).filter(
    ([url]) => url === htmlOfApi || /^\/(feed\.xml|api\/(?!docs)|search-names)/.test(url)
  )
  expect(lists.length).toBeGreaterThan(50)
  expect(foundIn(lists)).toEqual([])
})

test('pages with covered names, values, groups and boxes are valid HTML', async () => {
  for (const at of ['/', '/has-a-heading', '/tags', '/all-pages', '/_data/pages']) {
    const reply = await site.app.inject(at)
    // The page shows one database several times.
    const flaws = (await flawsOf(reply.body)).filter((each) => !each.startsWith('unique-landmark'))
    expect([reply.statusCode, ...flaws], at).toEqual([200])
  }
})

/** Addresses are in small letters, or are left out. */
function foundIn(texts: (readonly [url: string, text: string])[]): [url: string, what: string][] {
  return texts.flatMap(([url, text]) =>
    plantings.flatMap(([what], index): [string, string][] =>
      text.includes(canaryOf(index)) ? [[url, what]] : []
    )
  )
}
