import { brotliDecompressSync } from 'node:zlib'

import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { sampleAssets, sampleWorkspace } from '../../demo/sample/sample.ts'
import shipped from '../../site.config.ts'
import type { SiteConfig } from '../../site/config/config.ts'
import { MARK, allRules, axeScript, colors, problemsOf, structure } from '../support/browser/axe.ts'
import { layoutShifts, sharedBrowser } from '../support/browser/browser.ts'
import {
  type ElementKinds,
  coverKinds,
  elementKinds,
  shownKinds
} from '../support/browser/element-kinds.ts'
import { isSweep } from '../support/run/sweep.ts'
import { openSite } from '../support/sites/site.ts'
import { buildApp } from '../../server/app.ts'
import { onFinished } from '../support/on-finished.ts'
import { ownClasses } from '../support/sites/rendered.ts'
import { patient } from '../support/workspaces/test-config.ts'

const MAX_HTML_BYTES = 20_000

/** A document of each other kind. Scripts fill some of them after the first paint, which may move them. */
const otherPaths = [
  '/search',
  '/search?q=lantern&tag=Stable',
  '/search?q=lantrn+stpe',
  '/search?q=nothing+of+the+kind',
  '/all-pages',
  '/recent-changes',
  '/tags',
  '/lantern-stepp',
  '/_offline',
  '/api/docs',
  '/_data/query'
]

/** A page of each kind below `/_data`. */
const dataPaths = [
  '/_data',
  '/_data/techniques?grade__not=Wick&_sort_desc=oil_cost&_facet=grade&_size=5',
  '/_data/mirror/1'
]

let browser: Browser
let sample: Awaited<ReturnType<typeof openSample>>

beforeAll(async () => {
  browser = await sharedBrowser()
  sample = await openSample()
})

async function openSample() {
  const { app, mirror, config, dataDir } = await openSite({
    workspace: sampleWorkspace(),
    assets: sampleAssets,
    config: shipped
  })
  const listening = { host: '127.0.0.1', port: 0 }
  const listen = async (changed: Partial<SiteConfig>) => {
    const given = { config: { ...config, ...changed }, dataDir, logLevel: 'error' } as const
    const other = await buildApp({ ...patient, ...given })
    onFinished(() => other.close())
    return other.listen(listening)
  }
  const addresses = {
    pixel: await app.listen(listening),
    notion: await listen({ theme: 'notion' }),
    japanese: await listen({ language: 'ja' })
  }
  const select = mirror.$client.prepare<[], string>('select path from page order by position')
  const documents = new Map<string, string>()
  const sizes = new Map<string, number>()
  const read = async (path: string) => {
    const headers = { 'accept-encoding': 'br' }
    const reply = await app.inject({ url: encodeURI(path), headers })
    expect(reply.headers['content-encoding'], path).toBe('br')
    documents.set(path, brotliDecompressSync(reply.rawPayload).toString())
    sizes.set(path, reply.rawPayload.length)
  }
  for (const path of select.pluck().all()) await read(path)
  const tag = /href="(\/tags\/[^"]+)"/.exec((await app.inject('/tags')).body)?.[1] ?? '/tags/'
  for (const path of [...otherPaths, ...dataPaths, tag]) await read(path)
  // With the callouts of the sample's `components.tsx`.
  expect(documents.get('/lists-and-boxes')).toMatch(/<div class="callout[^"]*" style="/)
  return { addresses, documents, sizes }
}

/** A page of each kind, with the texts of the interface. */
const interfacePages = [...otherPaths, ...dataPaths, '/', '/techniques', '/lantern-step']
/** A page that adds fewer kinds of elements is opened in place, which costs half. */
const MIN_LOADED_KINDS = 25
/** Kinds of elements within kinds of parents: in a sweep, pages with fewer new ones are visited too. */
const MIN_KINDS_IN_PARENTS = 5

/** In English these are narrow in one look. The others are long tables, or have few texts. */
const isListOrSearch = (path: string) =>
  /^\/(search|all-pages|recent-changes|tags|_offline)/.test(path)

/** Links to these leave the document. */
const leavesDocument = (path: string) => /^\/(_|api|lantern-stepp)/.test(path)

interface Visited {
  path: string
  /** Then it is visited in the other language. */
  isInterface: boolean
  /** By a link of the page before. */
  isInPlace: boolean
  /** Whether it is examined at the other width too. */
  isResized: boolean
}

/**
 * Pages that have every kind of element of the sample, those that are loaded first; in a sweep, all
 * pages. In the look of the sample, before them those of the interface, and among them those with many
 * kinds of elements within kinds of parents.
 */
async function pagesToVisit(site: 'pixel' | 'notion' | 'japanese'): Promise<Visited[]> {
  const all = { isInterface: false, isInPlace: false, isResized: true }
  if (site === 'japanese') return interfacePages.map((path) => ({ path, ...all }))
  if (isSweep) return [...sample.documents.keys()].map((path) => ({ path, ...all }))
  kindsOfSample ??= readKinds()
  const kinds = [...(await kindsOfSample)]
  const alone = coverKinds(new Map(kinds.map(([path, each]) => [path, each.alone])))
  const paths = new Set(alone.keys())
  if (site === 'pixel') {
    for (const path of interfacePages) paths.add(path)
    const inParents = coverKinds(new Map(kinds.map(([path, each]) => [path, each.inParents])))
    for (const [path, added] of inParents) if (added >= MIN_KINDS_IN_PARENTS) paths.add(path)
  }
  return [...paths]
    .map((path) => {
      const isInterface = site === 'pixel' && interfacePages.includes(path)
      const isRich = (alone.get(path) ?? 0) >= MIN_LOADED_KINDS
      const isLoaded = isRich || leavesDocument(path) || (isInterface && !otherPaths.includes(path))
      const isResized = site === 'pixel' ? alone.has(path) : isListOrSearch(path)
      return { path, isInterface, isInPlace: !isLoaded, isResized }
    })
    .toSorted((a, b) => {
      const order = Number(b.isInterface) - Number(a.isInterface)
      return order || Number(a.isInPlace) - Number(b.isInPlace)
    })
}

let kindsOfSample: Promise<Map<string, ElementKinds>> | undefined

/** The kinds of elements of each document, by its path. */
async function readKinds(): Promise<Map<string, ElementKinds>> {
  const page = await browser.newPage()
  const kinds = new Map<string, ElementKinds>()
  for (const [path, html] of sample.documents) {
    kinds.set(path, await elementKinds(page, ownClasses(html)))
  }
  await page.close()
  return kinds
}

/** Kinds of elements whose colours have been examined, by theme. */
const examined = new Map<string, Set<string>>()

/**
 * Marks an element of each kind that the page shows and whose colours have not been examined in its
 * theme; in a sweep, of each that it shows. Returns their number.
 */
async function markNewKinds(page: Page, theme: string): Promise<number> {
  const known = examined.get(theme) ?? new Set()
  examined.set(theme, known)
  // An attribute is a part of a kind.
  await page.evaluate((name) => {
    for (const element of document.querySelectorAll(`[${name}]`)) element.removeAttribute(name)
  }, MARK)
  const kinds = (await shownKinds(page)).filter((kind) => isSweep || !known.has(kind))
  for (const kind of kinds) known.add(kind)
  if (kinds.length === 0) return 0
  return page.evaluate(
    ([attribute, names]) => {
      // Set by `shownKinds`.
      const { shownOfKind } = globalThis as unknown as { shownOfKind: Map<string, Element> }
      const elements = (JSON.parse(names) as string[]).flatMap(
        (name) => shownOfKind.get(name) ?? []
      )
      for (const element of elements) element.setAttribute(attribute, '')
      return elements.length
    },
    [MARK, JSON.stringify(kinds)] as const
  )
}

/**
 * Findings about what the page shows: its structure, and the colours of new kinds by day and night. The
 * page stays in the theme that is examined last, and the next one begins with it. At the other width, a
 * page that shows no new kind is not examined again.
 */
async function examine(page: Page, theme: string, isOtherWidth = false): Promise<string[]> {
  const count = await markNewKinds(page, theme)
  if (count === 0) return isOtherWidth ? [] : problemsOf(page, structure)
  const found = await problemsOf(page, allRules)
  const isNight = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)
  await page.emulateMedia({ colorScheme: isNight ? 'light' : 'dark' })
  for (const each of await problemsOf(page, colors)) {
    found.push(`by ${isNight ? 'day' : 'night'} ${each}`)
  }
  return found
}

/** Follows a link from the page that is open, and waits until the other one is in its place. */
async function openInPlace(page: Page, path: string): Promise<void> {
  await page.evaluate(async (href) => {
    const ended = new Promise((done) =>
      document.addEventListener('swup:visit:end', done, { once: true })
    )
    const link = Object.assign(document.createElement('a'), { href })
    document.querySelector('main')?.append(link)
    link.click()
    await ended
  }, path)
  const { pathname, search } = new URL(page.url())
  expect(decodeURIComponent(pathname + search)).toBe(decodeURIComponent(path))
}

/** What moved while the page and all its pictures loaded. */
async function movesOf(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled([...document.images].map((image) => image.decode()))
  })
  return layoutShifts(page)
}

test.each([
  { site: 'pixel', widths: [390, 1280] },
  { site: 'notion', widths: [800, 360] },
  // Otherwise these pages are those of the first one.
  ...(isSweep ? [{ site: 'japanese', widths: [360, 1280] } as const] : [])
] as const)(
  'on the $site site at $widths px axe finds no serious problem, light or dark, and pages do not move',
  async ({ site, widths: [width, otherWidth] }) => {
    const visits = await pagesToVisit(site)
    expect(visits.length).toBeGreaterThan(10)
    const context = await browser.newContext({
      baseURL: sample.addresses[site],
      viewport: { width, height: 800 },
      bypassCSP: true,
      serviceWorkers: 'block',
      // A colour in transition between themes has the contrast of neither.
      reducedMotion: 'reduce'
    })
    onTestFinished(() => context.close())
    // Tables with counts take long on a busy machine.
    context.setDefaultTimeout(100_000)
    await context.addInitScript(axeScript)
    const found: string[] = []
    const page = await context.newPage()
    const load = async ({ path, isInterface }: Visited) => {
      await page.goto(isInterface ? sample.addresses.japanese + path : path)
      const moves = await movesOf(page)
      if (!otherPaths.includes(path)) found.push(...moves.map((each) => `${path} ${each}`))
    }
    for (const visited of visits) {
      const { path, isInPlace, isResized } = visited
      const note = (each: string) => found.push(`${path} at ${page.viewportSize()?.width}: ${each}`)
      await (isInPlace ? openInPlace(page, path) : load(visited))
      for (const each of await examine(page, site)) note(each)
      if (!isResized) continue
      await page.setViewportSize({ width: otherWidth, height: 800 })
      if (isSweep) await load(visited)
      for (const each of await examine(page, site, true)) note(each)
      await page.setViewportSize({ width, height: 800 })
    }
    expect(found).toEqual([])
  }
)

test('every page of the sample stays within its transfer size', () => {
  expect([...sample.sizes].filter(([, size]) => size > MAX_HTML_BYTES)).toEqual([])
})
