import { load } from 'cheerio/slim'
import { beforeAll, describe, expect, test } from 'vitest'

import { mirrorPaths } from '../../db/mirror/mirror-paths.ts'
import { openMirrorForReading } from '../../db/mirror/open-mirror.ts'
import { buildApp } from '../../server/app.ts'
import { onFinished } from '../support/on-finished.ts'
import { folderFiles } from '../support/browser/folder-files.ts'
import { isSweep } from '../support/run/sweep.ts'
import {
  type StaticSite,
  openFolder,
  sampleConfig,
  staticSite
} from '../support/browser/static-site.ts'
import { patient } from '../support/workspaces/test-config.ts'

const ORIGIN = 'https://wiki.example.org'

/** Pages of the sample with pictures, files, links, tags and a view of each type. */
const fewPages = [
  '/',
  '/wiki',
  '/techniques',
  '/lantern-step',
  '/kindle',
  '/every-block',
  '/pictures',
  '/films-files-and-other-sites',
  '/every-property'
]

/** The folder of these pages alone. */
async function fewPagesBelow(basePath: string): Promise<Pick<StaticSite, 'folder' | 'address'>> {
  const { dataDir } = await staticSite()
  const mirror = openMirrorForReading(mirrorPaths(dataDir).file)
  const others = 'select id from page where path not in (select value from json_each(?))'
  const excludedPageIds = mirror.$client.prepare(others).pluck().all(JSON.stringify(fewPages))
  mirror.$client.close()
  return openFolder({ dataDir, basePath, config: { ...sampleConfig(), excludedPageIds } })
}

describe.each(['', '/wiki'])('the folder of the sample below "%s/"', (basePath) => {
  const isWhole = isSweep || basePath === ''
  let site: Pick<StaticSite, 'folder' | 'address'>
  let files: Map<string, Buffer>

  beforeAll(async () => {
    site = isWhole ? await staticSite({ basePath }) : await fewPagesBelow(basePath)
    files = folderFiles(site.folder)
  })

  const textOf = (name: string) => String(files.get(name))

  /** Whether a plain file server would send a file for an address of the site. */
  function isFile(address: string): boolean {
    const [path = ''] = address.split(/[?#]/)
    if (!path.startsWith(`${basePath}/`)) return false
    const name = decodeURIComponent(path.slice(basePath.length + 1))
    return files.has(name === '' || name.endsWith('/') ? `${name}index.html` : name)
  }

  test('every address in every document is that of a file', () => {
    const documents = [...files.keys()].filter((name) => /(^|\/)(index|404|410)\.html$/.test(name))
    const addresses = documents.flatMap((name) =>
      addressesIn(textOf(name), `${basePath}/${encodeURI(name.replace(/index\.html$/, ''))}`)
    )
    expect(documents.length).toBeGreaterThan(isWhole ? 300 : 30)
    expect(addresses.length).toBeGreaterThan(isWhole ? 20_000 : 1000)
    expect([...new Set(addresses)].filter((each) => !isFile(each))).toEqual([])
  })

  test('every address in fragments, feeds, Markdown and lists for programs is that of a file', () => {
    const texts = [...files].filter(([name]) =>
      /^(?!_nginx).*\.(md|xml|txt|webmanifest)$/.test(name)
    )
    const fragments = [...files].filter(([name]) => /^_(cards|tree)(\/|\.)/.test(name))
    const own = new RegExp(`${ORIGIN}${basePath}(/[^\\s"'<>()\\]\\\\&?#]*)`, 'g')
    const named = texts.flatMap(([, text]) =>
      [...String(text).matchAll(own)].map((match) => basePath + String(match[1]))
    )
    const linked = fragments.flatMap(([, html]) => addressesIn(String(html), `${basePath}/`))
    const pages = isWhole ? 160 : fewPages.length
    expect([texts.length > pages, fragments.length > pages]).toEqual([true, true])
    // Links in texts may lead to the folder of a page without its last slash.
    const broken = [...named, ...linked].filter((each) => !isFile(each) && !isFile(`${each}/`))
    expect([...new Set(broken)]).toEqual([])
    expect(named.length).toBeGreaterThan(isWhole ? 1000 : 50)
  })

  test('no text contains an address that only a server answers', () => {
    const texts = [...files].filter(([name]) => /^(?!robots).*\.(html|md|xml|json|txt)$/.test(name))
    const found = texts.filter(([, text]) =>
      /\/image\/[^"\s]*\?|\/api\/social-image/.test(String(text))
    )
    expect(found.map(([name]) => name)).toEqual([])
  })

  test('the file server sends pages, redirects to their slash, and sends the page for unknown paths', async () => {
    const page = await fetch(`${site.address}/techniques/`)
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8'
    ])
    expect(await page.text()).toContain('data-hosting="static"')
    const bare = await fetch(`${site.address}/techniques`, { redirect: 'manual' })
    expect([bare.status, bare.headers.get('location')]).toEqual([301, `${basePath}/techniques/`])
    const missing = await fetch(`${site.address}/nowhere/`)
    expect(missing.status).toBe(404)
    expect(await missing.text()).toContain('data-missing-page')
  })

  test('a view of a database has a document of its own', () => {
    const $ = load(textOf('techniques/index.html'))
    const tabs = $('.view-tabs a').toArray()
    expect(tabs.length).toBeGreaterThan(2)
    for (const { attribs } of tabs) {
      const href = attribs['href'] ?? ''
      expect(href).toMatch(new RegExp(`^${basePath}/techniques/_view/[^/]+/#`))
      const name = `${decodeURI(href.split('#')[0] ?? '').slice(basePath.length + 1)}index.html`
      const current = load(textOf(name))('.view-tabs a[aria-current]')
      expect(current.attr('href')).toBe(href)
    }
  })

  test('a view that fits a page names the file that a script sorts and filters it by', () => {
    const $ = load(textOf('techniques/index.html'))
    const rows = $('section.collection').attr('data-rows') ?? ''
    expect(rows).toMatch(new RegExp(`^${basePath}/_rows/`))
    expect(isFile(rows)).toBe(true)
    expect($('thead a[href]').length).toBe(0)
  })
})

test('the rules for headers fit the limits of hosts', async () => {
  const { folder } = await staticSite()
  const lines = String(folderFiles(folder).get('_headers')).split('\n')
  expect(lines.filter((line) => line.startsWith('/')).length).toBeLessThanOrEqual(100)
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(2000)
})

test('the files have the headers of a server', async () => {
  const { address } = await staticSite()
  const { dataDir } = await staticSite()
  const config = { ...sampleConfig(), components: null }
  const app = await buildApp({ ...patient, config, dataDir, logLevel: 'error' })
  onFinished(() => app.close())
  const names = [
    'content-security-policy',
    'cross-origin-opener-policy',
    'cross-origin-resource-policy',
    'referrer-policy',
    'strict-transport-security',
    'x-content-type-options'
  ]
  const sent = await fetch(`${address}/techniques/`)
  const served = await app.inject('/techniques')
  for (const name of names) expect(sent.headers.get(name), name).toBe(served.headers[name])
})

const immutable = 'max-age=31536000, immutable'
const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
const unlisted = {
  'x-robots-tag': 'noindex',
  'cache-control': 'public, max-age=0, must-revalidate'
}

/** Headers by which a kind of file differs from the others; null if it has none of the name. */
const headersOfKinds: [file: RegExp, headers: Record<string, string | null>][] = [
  [/^techniques\/index\.html$/, { ...unlisted, 'x-robots-tag': null }],
  [/^_assets\/.*\.css$/, { 'cache-control': `public, ${immutable}`, 'x-robots-tag': null }],
  [/^_icons\//, { 'cache-control': 'public, max-age=3600', 'content-disposition': null }],
  // What is withdrawn must not stay in a cache in front.
  [/^_mirror\//, { 'cache-control': `private, ${immutable}` }],
  [
    /^_files\/[^/]*\.png$/,
    { 'cache-control': `public, ${immutable}`, 'content-disposition': null }
  ],
  [/^_files\/download\//, { 'content-disposition': 'attachment' }],
  [/^_files\/svg\//, { 'content-security-policy': svgPolicy }],
  [/^_files\/pdf\//, { 'content-security-policy': "frame-ancestors 'self'" }],
  [/^_cards\//, unlisted],
  [/^_tree\//, unlisted],
  [/^_rows\//, unlisted],
  [/^_app\//, unlisted],
  [/^_offline\//, unlisted],
  [/^search\/index/, unlisted],
  [/^_data\//, unlisted]
]

test('each kind of file may be kept, listed and opened as its content allows', async () => {
  const { address, folder } = await staticSite()
  const files = [...folderFiles(folder).keys()]
  for (const [pattern, headers] of headersOfKinds) {
    const file = files.find((name) => pattern.test(name)) ?? ''
    const sent = await fetch(`${address}/${encodeURI(file)}`, { method: 'HEAD' })
    const found = Object.keys(headers).map((name) => [name, sent.headers.get(name)])
    expect(Object.fromEntries(found), String(pattern)).toEqual(headers)
  }
})

/** Addresses of the site in HTML, as a browser resolves them. */
function addressesIn(html: string, base: string): string[] {
  const $ = load(html)
  const names = [
    'href',
    'src',
    'action',
    'poster',
    'data-document',
    'data-rows',
    'content'
  ] as const
  const single = $(
    '[href],[src],[action],[poster],[data-document],[data-rows],meta[content^="https:"]'
  )
    .toArray()
    .flatMap(({ attribs }) => names.map((name) => attribs[name]))
  const sets = $('[srcset],[imagesrcset]')
    .toArray()
    .flatMap(({ attribs }) => (attribs['srcset'] ?? attribs['imagesrcset'] ?? '').split(', '))
    .map((each) => each.split(' ')[0])
  const facts = $('script[type="application/ld+json"]')
    .toArray()
    .flatMap((script) => [
      ...$(script)
        .text()
        .matchAll(/"(https:[^"]*)"/g)
    ])
    .map((match) => JSON.parse(`"${match[1]}"`) as string)
  return [...single, ...sets, ...facts]
    .filter((each): each is string => Boolean(each) && /^([/?#.]|https:)/.test(each ?? ''))
    .map((each) => new URL(each, ORIGIN + base))
    .filter(({ origin, pathname }) => origin === ORIGIN && pathname !== '/schema')
    .map(({ pathname, search }) => pathname + search)
}
