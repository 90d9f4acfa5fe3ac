import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

import type axeCore from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { sampleAssets, sampleWorkspace } from '../../demo/sample/sample.ts'
import shipped from '../../site.config.ts'
import type { SiteConfig } from '../../site/config/config.ts'
import { sharedBrowser } from '../support/browser/browser.ts'
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
const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const axe = readFileSync(axePath, 'utf8')

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
  for (const path of select.pluck().all()) {
    documents.set(path, (await app.inject(encodeURI(path))).body)
  }
  const tag = /href="(\/tags\/[^"]+)"/.exec((await app.inject('/tags')).body)?.[1] ?? '/tags/'
  for (const path of [...otherPaths, ...dataPaths, tag])
    documents.set(path, (await app.inject(path)).body)
  // With the callouts of the sample's `components.tsx`.
  expect(documents.get('/lists-and-boxes')).toMatch(/<div class="callout[^"]*" style="/)
  return { app, addresses, documents }
}

/**
 * Pages that have every kind of element of the sample; in a sweep, all pages. `parents`: also every
 * kind of element within every kind of parent. In the other language, a page of each kind.
 */
async function pagesToVisit(site: string, parents: boolean): Promise<string[]> {
  const { documents } = sample
  if (site === 'japanese') return [...otherPaths, ...dataPaths, '/', '/techniques', '/lantern-step']
  if (isSweep) return [...documents.keys()]
  kindsOfSample ??= readKinds()
  const kinds = [...(await kindsOfSample)]
  return coverKinds(
    new Map(kinds.map(([path, each]) => [path, parents ? each.inParents : each.alone]))
  )
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

const colorRules = ['color-contrast', 'link-in-text-block']

/** Rules that axe runs. */
interface Rules {
  /** Tags of rules, or rules. */
  runOnly: string[] | { type: 'rule'; values: string[] }
  without?: string[]
  /** Kinds of elements whose first one is examined; otherwise all elements are. */
  kinds?: string[]
}

/** Not about colours, and so the same by night. */
const structure: Rules = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Findings of `region` are moderate.
  without: [...colorRules, 'region']
}
const colorsOf = (kinds: string[]): Rules => ({
  runOnly: { type: 'rule', values: colorRules },
  kinds
})

/** Serious and critical findings of axe with these rules, as `rule: element`. */
async function problemsOf(page: Page, rules: Rules): Promise<string[]> {
  return page.evaluate(async ({ runOnly, without = [], kinds }) => {
    // Set by the axe script and by `shownKinds`.
    const { axe: checker, shownOfKind } = globalThis as unknown as {
      axe: typeof axeCore
      shownOfKind?: Map<string, Element>
    }
    const elements = kinds?.flatMap((kind) => shownOfKind?.get(kind) ?? [])
    if (elements?.length === 0) return []
    const { violations } = await checker.run(elements ? { include: elements } : document, {
      resultTypes: ['violations'],
      // No rule here reads the style sheets.
      preload: false,
      iframes: false,
      elementRef: false,
      selectors: false,
      runOnly,
      rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }]))
    })
    const isWrong = ({ id, impact }: { id: string; impact?: unknown }) =>
      impact === 'serious' || impact === 'critical' || id === 'heading-order'
    return violations
      .filter(isWrong)
      .flatMap(({ id, nodes }) =>
        nodes.slice(0, 3).map(({ html }) => `${id}: ${html.slice(0, 160)}`)
      )
  }, rules)
}

/** Kinds of elements whose colours have been examined, by theme. */
const examined = new Map<string, Set<string>>()

/**
 * The kinds of elements that the page shows and whose colours have not been examined in its theme; in a
 * sweep, all that it shows.
 */
async function newKinds(page: Page, theme: string): Promise<string[]> {
  const known = examined.get(theme) ?? new Set()
  examined.set(theme, known)
  const kinds = (await shownKinds(page)).filter((kind) => isSweep || !known.has(kind))
  for (const kind of kinds) known.add(kind)
  return kinds
}

/** Cumulative layout shift while the page loaded and scrolled to its end. */
async function shiftOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const shifts: number[] = []
    const observer = new PerformanceObserver((list) => {
      // The type of performance entries lacks layout shifts.
      for (const entry of list.getEntries() as unknown as { value: number }[])
        shifts.push(entry.value)
    })
    observer.observe({ type: 'layout-shift', buffered: true })
    for (const image of document.images) image.loading = 'eager'
    await Promise.allSettled([...document.images].map((image) => image.decode()))
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    observer.disconnect()
    return shifts.reduce((sum, value) => sum + value, 0)
  })
}

test.each([
  { site: 'pixel', width: 390, parents: true },
  { site: 'pixel', width: 1280, parents: false },
  { site: 'notion', width: 800, parents: false },
  { site: 'japanese', width: 360, parents: false }
] as const)(
  'on the $site site at $width px axe finds no serious problem, light or dark, and pages do not move',
  async ({ site, width, parents }) => {
    const paths = await pagesToVisit(site, parents)
    expect(paths.length).toBeGreaterThan(10)
    const context = await browser.newContext({
      baseURL: sample.addresses[site],
      viewport: { width, height: 800 },
      bypassCSP: true,
      // A colour in transition between themes has the contrast of neither.
      reducedMotion: 'reduce'
    })
    onTestFinished(() => context.close())
    // Tables with counts take long on a busy machine.
    context.setDefaultTimeout(100_000)
    await context.addInitScript(axe)
    const found: string[] = []
    const visitAll = async (page: Page) => {
      for (let path = paths.shift(); path !== undefined; path = paths.shift()) {
        await page.goto(path)
        const shift = await shiftOf(page)
        if (shift > 0 && !otherPaths.includes(path)) found.push(`${path} moves by ${shift}`)
        const note = (each: string) => found.push(`${path} ${each}`)
        for (const each of await problemsOf(page, structure)) note(each)
        const kinds = await newKinds(page, site === 'notion' ? 'notion' : 'pixel')
        if (kinds.length === 0) continue
        const colors = colorsOf(kinds)
        for (const each of await problemsOf(page, colors)) note(`by day ${each}`)
        await page.emulateMedia({ colorScheme: 'dark' })
        for (const each of await problemsOf(page, colors)) note(`by night ${each}`)
        await page.emulateMedia({ colorScheme: 'light' })
      }
    }
    const pages = await Promise.all([context.newPage(), context.newPage()])
    await Promise.all(pages.map(visitAll))
    expect(found).toEqual([])
  },
  600_000
)

test('every page of the sample stays within its transfer size', async () => {
  const { app, documents } = sample
  const headers = { 'accept-encoding': 'br' }
  const sizes: [path: string, bytes: number][] = []
  for (const path of documents.keys()) {
    const reply = await app.inject({ url: encodeURI(path), headers })
    expect(reply.headers['content-encoding'], path).toBe('br')
    sizes.push([path, reply.rawPayload.length])
  }
  expect(sizes.filter(([, size]) => size > MAX_HTML_BYTES)).toEqual([])
})
