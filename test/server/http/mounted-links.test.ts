import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'

import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import shipped from '../../../site.config.ts'
import { mountedHost } from './mounted-host.ts'
import { isSweep } from '../../support/run/sweep.ts'
import { lampWorkspace } from '../../support/sites/collection-site.ts'
import { kindPages, oneOfEach } from '../../support/oracle/sample-pages.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { type KeptSite, keptSite } from '../responses/kept-site.ts'

const PREFIX = '/wiki'
const DOMAIN = shipped.domain

let site: TestSite
let host: FastifyInstance
/** Pages with every kind of element and address of the sample; in a sweep, all pages. */
let paths: string[] = kindPages

/** A text as it is without the prefix. */
function withoutPrefix(text: string): string {
  return text
    .replaceAll(`${DOMAIN}${PREFIX}/`, `${DOMAIN}/`)
    .replaceAll(`"${PREFIX}/`, '"/')
    .replaceAll(`, ${PREFIX}/`, ', /')
    .replaceAll(`(${PREFIX}/_assets/`, '(/_assets/')
    .replaceAll(`: ${PREFIX}/`, ': /')
}

/**
 * A document without the id of the element that its first paint waits for, if it has that element. It
 * depends on the length of the content, which a prefix changes.
 */
function withoutPaintTarget(html: string): string {
  return html.replace(/(<link rel="expect" href=")#([^"]+)/, (link, start: string, id: string) =>
    html.includes(` id="${id}"`) ? start : link
  )
}

/** Values of attributes that are addresses on the host. */
function addressesIn(html: string): string[] {
  const lists = [
    ...html.matchAll(/ (?:href|src|srcset|imagesrcset|action|poster|data-document)="([^"]*)"/gi)
  ]
  const addresses = lists.flatMap(([, value = '']) =>
    value.split(', ').map((each) => each.split(' ')[0] ?? '')
  )
  return addresses
    .filter((each) => /^\/(?!\/)/.test(each))
    .map((each) => each.replaceAll('&amp;', '&'))
}

/** Without pages that are not among `paths`. */
function withoutOtherPages(addresses: string[]): string[] {
  const isPage = (each: string) => !/^\/wiki\/(image|tags|_assets|api|search)\b|\./.test(each)
  const wanted = new Set(paths.map((path) => PREFIX + path))
  return addresses.filter((each) => !isPage(each) || wanted.has(each))
}

describe('a site below a prefix', () => {
  beforeAll(async () => {
    site = await openSite({ workspace: sampleWorkspace(), assets: sampleAssets, config: shipped })
    const { config, dataDir } = site
    host = await mountedHost({ [PREFIX]: { config, dataDir } })
    // The small site then takes over their processes.
    const close = () => Promise.all([site.app.close(), host.close()])
    if (!isSweep) return close
    const pages = site.mirror.$client.prepare<[], string>('select path from page order by path')
    paths = pages.pluck().all().map(encodeURI)
    return close
  }, 120_000)

  test('differs from one at the root only in the prefix of its addresses', async () => {
    const others = ['/all-pages', '/tags', '/_app', '/sitemap.xml', '/robots.txt', '/llms.txt']
    for (const path of [...paths, ...others, '/search?q=a', '/nothing-here']) {
      const [mounted, own] = [await host.inject(PREFIX + path), await site.app.inject(path)]
      expect(mounted.statusCode, path).toBe(own.statusCode)
      const [moved, expected] = [withoutPrefix(mounted.body), own.body].map(withoutPaintTarget)
      expect(moved === expected, path).toBe(true)
    }
  })

  test('links to nothing outside of its prefix, and to nothing that is missing', async () => {
    const found = new Set<string>()
    for (const path of [...paths, '/all-pages', '/tags', '/search?q=a', '/nothing-here']) {
      for (const each of addressesIn((await host.inject(PREFIX + path)).body)) {
        expect(each.startsWith(`${PREFIX}/`), `${path}: ${each}`).toBe(true)
        found.add(each.split('#')[0] ?? '')
      }
    }
    expect(found.size).toBeGreaterThan(100)
    for (const each of withoutOtherPages(isSweep ? [...found] : oneOfEach(found))) {
      const { statusCode } = await host.inject(each)
      if (statusCode === 200) continue
      const own = await site.app.inject(each.slice(PREFIX.length))
      expect(statusCode, each).toBe(own.statusCode)
    }
  })

  test('names itself by its domain and prefix', async () => {
    const path = paths.find((each) => each !== '/') ?? '/'
    const page = await host.inject(PREFIX + path)
    const address = `https://${DOMAIN}${PREFIX}${path}`
    expect(page.body).toContain(`<link rel="canonical" href="${address}"/>`)
    expect(page.headers.link).toBe(`<${PREFIX}${path}.md>; rel="alternate"; type="text/markdown"`)
    expect((await host.inject(`${PREFIX}${path}.md`)).headers.link).toContain(`<${address}>`)
    expect((await host.inject(`${PREFIX}/sitemap.xml`)).body).toContain(`<loc>${address}</loc>`)
    const feed = (await host.inject(`${PREFIX}/feed.xml`)).body
    const addresses = [
      ...feed.matchAll(/(?:href|src)=&quot;https:\/\/hollow-lantern\.example(\/[^&]*)/g)
    ]
    expect(addresses.filter(([, each]) => !each?.startsWith(`${PREFIX}/`))).toEqual([])
    const manifest = (await host.inject(`${PREFIX}/manifest.webmanifest`)).json<{ scope: string }>()
    expect(manifest).toMatchObject({ scope: '/wiki/', start_url: '/wiki/', id: '/wiki/' })
  })

  test('loads its fonts and its inlined styles, which the policy names', async () => {
    const { body, headers } = await host.inject(`${PREFIX}/`)
    const fonts = [...body.matchAll(/url\(([^)]+)\)/g)].map(([, each = '']) => each)
    expect(fonts.length).toBeGreaterThan(0)
    for (const each of fonts) expect((await host.inject(each)).statusCode, each).toBe(200)
    const css = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? ''
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(css))
    const hash = Buffer.from(digest).toString('base64')
    expect(headers['content-security-policy']).toContain(`'sha256-${hash}'`)
  })
})

describe('a small site below a prefix', () => {
  let wiki: KeptSite
  let home: FastifyInstance

  beforeAll(async () => {
    wiki = await keptSite(
      lampWorkspace([{ type: 'table', name: 'All', show: ['Lamp'] }], [{ title: 'Anna' }])
    )
    const { dataDir } = wiki
    home = await mountedHost({ '/~deep/wiki': { config: testConfig(ROOT_ID), dataDir } })
  })

  test('answers also if the characters of its prefix are encoded in an address', async () => {
    for (const address of ['/', '/lamps', '/lamps?x=/~deep', '/tags/', '/_data/pages']) {
      const [plain, encoded] = [
        await home.inject(`/~deep/wiki${address}`),
        await home.inject(`/%7Edeep/w%69ki${address}`)
      ]
      expect(plain.statusCode, address).toBeLessThan(400)
      const { statusCode, headers, body } = encoded
      expect([statusCode, headers.location, body], address).toEqual([
        plain.statusCode,
        plain.headers.location,
        plain.body
      ])
    }
  })

  test('names pages, rows and changes by the paths of the host in the API', async () => {
    const read = async (url: string) => (await home.inject(`/~deep/wiki/api/${url}`)).json()
    wiki.api.edit.setText(ROOT_ID, 'Renamed')
    await wiki.sync()
    expect((await read(`notion-page-info?id=${ROOT_ID}`)).path).toBe('/~deep/wiki/')
    const { rows } = await read('collections/lamps/rows?limit=1')
    const { changes } = await read('changes?since=1')
    for (const { path } of [rows[0], changes[0]]) expect(path).toMatch(/^\/~deep\/wiki\//)
  })
})
