import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'

import { beforeAll, expect, test } from 'vitest'

import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'

const MAX_INLINED_BYTES = 25_000
const MAX_SENT_BYTES = 6000

let app: TestSite['app']

beforeAll(async () => {
  app = (await openSite({ workspace: sampleWorkspace(), assets: sampleAssets })).app
})

const paths = ['/', '/techniques', '/command-reference', '/all-pages', '/search?q=lamp', '/nowhere']
const stylesOf = (html: string) =>
  [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => css)

test('every page inlines the same style sheet, which alone the policy names by its hash', async () => {
  const seen = new Set<string>()
  for (const path of paths) {
    const { body, headers } = await app.inject(path)
    const [css = '', ...others] = stylesOf(body)
    expect(others, path).toEqual([])
    const hash = createHash('sha256').update(css).digest('base64')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`style-src-elem 'self' 'sha256-${hash}'`)
    expect(policy.match(/'sha\d+-/g)).toHaveLength(1)
    expect(policy).toMatch(/script-src 'self'(?:;|$)/)
    seen.add(css)
  }
  expect(seen.size).toBe(1)
  const [css = ''] = seen
  expect(css.length).toBeGreaterThan(5000)
  expect(Buffer.byteLength(css)).toBeLessThanOrEqual(MAX_INLINED_BYTES)
  expect(brotliCompressSync(css).length).toBeLessThanOrEqual(MAX_SENT_BYTES)
  expect(css).not.toContain('</')
})

test('styles of what is pointed to or focused are linked, not inlined', async () => {
  const { body } = await app.inject('/')
  const [, href = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(body) ?? []
  const linked = (await app.inject(href)).body
  // Tags in tables are never underlined, not even before the linked styles are there.
  expect(stylesOf(body)[0]).toContain('a.tag{text-decoration:none}')
  for (const state of [
    '.neighbours a:hover',
    '.skip:focus',
    ':focus-visible',
    '.theme-switch:hover'
  ]) {
    expect(stylesOf(body)[0]).not.toContain(state)
    expect(linked).toContain(state)
  }
  // Later, it would change the styles of all links again.
  expect(stylesOf(body)[0]).toContain('a:hover{')
})

test('the first paint waits for the tables and columns of the first screen, not for all', async () => {
  const rest = async (path: string) => {
    const { body } = await app.inject(path)
    const [, id] = /<link rel="expect" href="#([\w-]+)" blocking="render"\/>/.exec(body) ?? []
    expect(body.split(` id="${id}"`), path).toHaveLength(2)
    return body.split(` id="${id}"`)[1]!
  }
  const home = await rest('/')
  expect(home).not.toContain('class="columns ')
  expect(home).toContain('id="site-footer"')
  const article = await rest('/oil-and-grades')
  expect(article).not.toContain('simple-table')
  expect(article).toContain('class="columns ')
  // Of a table with fixed widths, only for its first rows.
  expect((await rest('/techniques')).match(/<tr /g)).toHaveLength(14)
  // A long list without content: only for the header.
  expect(await rest('/_data')).toContain('</header>')
})

test('pages with usual components do not wait for the second style sheet', async () => {
  for (const path of ['/', '/command-reference', '/oil-and-grades', '/techniques']) {
    const [head = ''] = (await app.inject(path)).body.split('</head>')
    expect(head, path).not.toContain('rel="stylesheet"')
  }
})

test('no script is inline, and none blocks', async () => {
  for (const path of paths) {
    const { body } = await app.inject(path)
    const scripts = [...body.matchAll(/<script([^>]*)>/g)].map(([, attributes = '']) => attributes)
    const run = scripts.filter((each) => !each.includes('type="application/ld+json"'))
    expect(run.length, path).toBeGreaterThan(1)
    for (const each of run) {
      expect(each).toContain(' src="/_assets/')
      expect(each, path).toMatch(/ async=""| type="module"/)
    }
    expect(body.replaceAll(/<pre.*?<\/pre>/gs, '')).not.toMatch(/<[^>]+ on[a-z]+="/)
  }
})

test('one font is preloaded, in the body, also on pages with code', async () => {
  for (const path of paths) {
    const { body } = await app.inject(path)
    const [font, ...others] = body.match(/<link rel="preload" as="font"[^>]*>/g) ?? []
    expect(font, path).toContain('source-sans-3-latin')
    expect(others).toEqual([])
    expect(body.indexOf(font!)).toBeGreaterThan(body.indexOf('<body'))
    const [, href = ''] = /href="([^"]+)"/.exec(font!) ?? []
    expect((await app.inject(href)).headers['content-type']).toBe('font/woff2')
  }
})

test('each style of a font has one file, and later styles have none', async () => {
  const { body } = await app.inject('/techniques')
  const faces = stylesOf(body).flatMap((css) => css.match(/@font-face{[^}]*}/g) ?? [])
  const files = faces
    .filter((face) => face.includes('url(') && !face.includes('STIX'))
    .map(
      (face) => /font-family:([^;]+)/.exec(face)?.[1] + (face.includes('italic') ? ' italic' : '')
    )
  expect(files.length).toBeGreaterThan(3)
  expect(new Set(files).size).toBe(files.length)
  const [, href = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(body) ?? []
  const later = await app.inject(href)
  expect(later.statusCode).toBe(200)
  expect(later.body).not.toContain('@font-face')
})

test('the other styles follow the content, unless a component of the page needs them', async () => {
  const placed = async (path: string) => {
    const { body } = await app.inject(path)
    const links = [...body.matchAll(/<link rel="stylesheet"[^>]*>/g)]
    expect(links, path).toHaveLength(1)
    return links[0]!.index > body.indexOf('</head>') ? 'end' : 'head'
  }
  for (const path of ['/', '/techniques', '/command-reference']) {
    expect(await placed(path), path).toBe('end')
  }
  for (const path of ['/all-pages', '/search?q=lamp', '/nowhere', '/films-files-and-other-sites']) {
    expect(await placed(path), path).toBe('head')
  }
})
