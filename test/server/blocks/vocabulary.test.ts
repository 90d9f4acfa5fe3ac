import { readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import { type CheerioAPI, load } from 'cheerio'
import { beforeAll, expect, test, vi } from 'vitest'

import { readPage } from '../../../db/page/read-page.ts'
import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import shipped from '../../../site.config.ts'
import { renderPeer, withQueryResults } from '../../bench/render/render-peer.ts'
import { coverKinds } from '../../support/browser/element-kinds.ts'
import { isSweep } from '../../support/run/sweep.ts'
import { kindPages } from '../../support/oracle/sample-pages.ts'
import { openSite } from '../../support/sites/site.ts'

const MIN_SHARE = 0.9
const resolve = createRequire(import.meta.url).resolve
const sheet = readFileSync(resolve('react-notion-x/styles.css'), 'utf8')

/** The HTML of pages with every kind of element; in a sweep, of all. */
let ours: string[]
/** Pages that together have every class of these; in a sweep, all. */
let compared: { own: string; peer: string }[]

beforeAll(async () => {
  const { app, mirror } = await openSite({
    workspace: sampleWorkspace(),
    assets: sampleAssets,
    config: { ...shipped, theme: 'notion', components: null }
  })
  const pages = mirror.$client.prepare<[], { id: string; path: string }>(
    'select id, path from page'
  )
  const rows = pages.all().filter(({ path: at }) => isSweep || kindPages.includes(at))
  ours = await Promise.all(rows.map(async ({ path: at }) => (await app.inject(encodeURI(at))).body))
  // It logs the records of each block that it does not know.
  vi.spyOn(console, 'log').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const classes = new Map(ours.map((own, index) => [rows[index]?.id ?? '', [...classesOf(own)]]))
  const chosen = isSweep ? classes : coverKinds(classes)
  compared = rows.flatMap(({ id }, index) => {
    if (!chosen.has(id)) return []
    const page = readPage(mirror, id, { views: [], rowsPerPage: 1_000_000 })
    if (!page) return []
    const peer = renderPeer(withQueryResults(mirror, page), shipped.defaultPageIcon)
    return [{ own: ours[index] ?? '', peer }]
  })
  vi.mocked(console.log).mockRestore()
  vi.mocked(console.warn).mockRestore()
})

/** The selectors of the style sheet, without states and pseudo-elements, which no HTML has. */
function selectors(): string[] {
  const rules = sheet.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)
  const heads = [...rules].map(([, head = '']) => head.trim())
  const lists = heads.filter((head) => !/^(@|to$|from$|\d)/.test(head))
  return [...new Set(lists.flatMap((list) => list.split(',').map((each) => each.trim())))]
}

const stateless = (selector: string) =>
  selector.replaceAll(/::[\w-]+|:(?:hover|active|disabled|focus(?:-visible)?)/g, '')

interface Parsed {
  $: CheerioAPI
  classes: Set<string>
}

function parse(html: string): Parsed {
  return { $: load(html, { xml: { xmlMode: false } }), classes: classesOf(html) }
}

function classesOf(html: string): Set<string> {
  const lists = [...html.matchAll(/ class="([^"]*)"/g)]
  return new Set(lists.flatMap(([, list = '']) => list.split(' ')))
}

const classesIn = (text: string) =>
  [...text.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name)

function isMatched(selector: string, documents: Parsed[]): boolean {
  const needed = classesIn(selector)
  return documents.some(
    ({ $, classes }) =>
      needed.every((name) => classes.has(name)) &&
      (selector === `.${needed[0]}` || $(stateless(selector)).length > 0)
  )
}

test('pages match what react-notion-x matches of its style sheet', () => {
  const own = compared.map((page) => parse(page.own))
  const other = compared.map((page) => parse(page.peer))
  const matchedByPeer = selectors().filter((selector) => isMatched(selector, other))
  const missing = matchedByPeer.filter((selector) => !isMatched(selector, own))
  expect(matchedByPeer.length).toBeGreaterThan(300)
  const share = 1 - missing.length / matchedByPeer.length
  expect(share, `missing: ${missing.join(', ')}`).toBeGreaterThanOrEqual(MIN_SHARE)
})

test('every class of react-notion-x on a page is one of its own, without ids of blocks', () => {
  const folder = path.join(path.dirname(resolve('react-notion-x')), 'third-party')
  const files = [folder, path.dirname(folder)].flatMap((at) =>
    readdirSync(at).map((name) => path.join(at, name))
  )
  const source = files
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(file, 'utf8'))
  const known = new Set(`${sheet} ${source.join(' ')}`.match(/(?<![\w-])notion(?:-[\w-]+)?/g))
  const used = new Set(ours.flatMap((html) => [...classesOf(html)]))
  const notion = [...used].filter((name) => /^notion(-|$)/.test(name))
  // Such names end with a type, a size or a colour: `notion-property-${schema.type}`.
  const isKnown = (name: string) =>
    known.has(name) ||
    [...known].some((each) => each.endsWith('-') && each !== 'notion-' && name.startsWith(each))
  expect(notion.length).toBeGreaterThan(150)
  expect(notion.filter((name) => !isKnown(name) || name.startsWith('notion-block'))).toEqual([])
})
