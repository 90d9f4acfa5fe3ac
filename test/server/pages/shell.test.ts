import { readFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { buildApp } from '../../../server/app.ts'
import { assetsFolder } from '../../../server/render/document/page-assets.ts'
import type { SiteConfigInput } from '../../../site/config/config.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { openSite } from '../../support/sites/site.ts'
import { patient, testConfig } from '../../support/workspaces/test-config.ts'

const MAX_SCRIPT_BYTES = 15_000
const MAX_STYLE_BYTES = 20_000

const workspace = workspaceOf(
  [testId(2), testId(3)],
  [textBlock(2, 'Welcome to the lanterns.'), pageBlock(3, 'Lamp')]
)
const config: Partial<SiteConfigInput> = {
  navigationStyle: 'custom',
  navigationLinks: [
    { title: 'Lamps', pageId: testId(3) },
    { title: 'Elsewhere', url: 'https://other.example/' }
  ],
  social: {
    chatInvite: 'https://chat.example/x',
    mastodon: 'https://social.example/@x',
    youtube: '@lamps'
  }
}

/** Bytes of the files that a page references, as they are sent. */
function sentBytes(addresses: string[]): number {
  return addresses.reduce((sum, address) => {
    const file = path.join(assetsFolder, address.replace('/_assets/', ''))
    return sum + brotliCompressSync(readFileSync(file)).length
  }, 0)
}

const matches = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, it]) => it!)

test('scripts and styles of a page stay within their size limits', async () => {
  const { app } = await openSite({ workspace })
  const { body } = await app.inject('/')
  const scripts = matches(body, /<(?:script|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)"/g)
  const styles = matches(body, /<link rel="stylesheet" href="([^"]+)"/g)
  expect(scripts.length).toBeGreaterThan(1)
  expect(styles.length).toBeGreaterThan(0)
  expect(sentBytes(scripts)).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
  expect(sentBytes(styles)).toBeLessThanOrEqual(MAX_STYLE_BYTES)
})

test('the theme is set by a plain script that delays nothing', async () => {
  const { app } = await openSite({ workspace })
  const head = (await app.inject('/')).body.split('</head>')[0] ?? ''
  const [src] = matches(head, /<script src="([^"]+)" async="" fetchPriority="high"><\/script>/g)
  expect(head.indexOf(src!)).toBeLessThan(head.indexOf('<style>'))
  const reply = await app.inject(src!)
  expect(reply.statusCode).toBe(200)
  // A module would run too late, and one that imports could not run as a plain script.
  expect(reply.body).not.toMatch(/\b(import|export)\b/)
})

test('header and footer link pages, other sites and the community', async () => {
  const { app } = await openSite({ workspace, config })
  const { body } = await app.inject('/lamp')
  const [header = '', footer = ''] = [
    /<header class="site-header.*?<\/header>/s,
    /<footer class="site-footer.*?<\/footer>/s
  ].map((part) => part.exec(body)?.[0])
  expect(header).toMatch(/<a href="\/lamp" aria-current="page">Lamps</)
  expect(header).toContain('<a href="https://other.example/" rel="noopener noreferrer">')
  expect(header).toMatch(/<form [^>]*action="\/search"/)
  expect(footer).toContain('href="https://chat.example/x"')
  expect(footer).toContain('href="https://www.youtube.com/@lamps"')
  expect(footer).toContain(`© ${new Date().getUTCFullYear()} the keepers`)
  // It would change every page with every run.
  expect(footer).not.toContain('<time')
})

test('a site has its own texts in its language', async () => {
  const messages = { menu: 'Menü', searchFor: 'Suche: {0}' }
  const { app } = await openSite({ workspace, config: { language: 'de', messages } })
  const [home, search] = [await app.inject('/'), await app.inject('/search?q=docht')]
  expect(home.body).toContain('<html lang="de"')
  expect(home.body).toContain('Menü')
  expect(search.body).toContain('Suche: docht')
})

test('listings on the same host have different names', async () => {
  const list = 'https://listing.example'
  const datapackListings = [
    `${list}/packs/lamp`,
    `${list}/worlds/lamp`,
    'https://www.other.example/a'
  ]
  const { app } = await openSite({ workspace, config: { social: { datapackListings } } })
  const footer = (await app.inject('/')).body.split('<footer class="site-footer')[1] ?? ''
  expect(matches(footer, /<a href="https:[^>]*>([^<]*)</g)).toEqual([
    'listing.example/packs/lamp',
    'listing.example/worlds/lamp',
    'other.example'
  ])
})

/** The navigation links of a page: address, aria-current and text. */
const linksOf = (html: string) => {
  const [part = ''] = /<div class="panel-links.*?<\/div>/s.exec(html) ?? []
  return matches(part, /<a href="(.*?<)\/a>/g).map((link) => link.replaceAll(/["<>]+/g, ' ').trim())
}

test('by default the panel links the first six pages of the start page', async () => {
  const titles = [
    'Lamp',
    '',
    'Everything there is to know about oil',
    'あ'.repeat(40),
    'Mob',
    'Map'
  ]
  const subPages = [...titles, 'Secret', 'Last', 'Beyond'].map((title, index) =>
    pageBlock(30 - index, title)
  )
  const ids = subPages.map(({ id }) => id)
  const below = pageBlock(40, 'Wick', { parent_id: ids[0] })
  Object.assign(subPages[0]!, { content: [below.id] })
  const { app } = await openSite({
    workspace: workspaceOf(ids, [...subPages, below]),
    // The tree would have them all.
    config: { excludedPageIds: [ids[1]!, ids[6]!], isSiteTreeEnabled: false }
  })
  const shown = linksOf((await app.inject('/lamp')).body)
  expect(shown.map((link) => link.replace(/^\/\S+\s+/, ''))).toEqual([
    'aria-current= page Lamp',
    'title= Everything there is to know about oil Everything there is to…',
    `title= ${'あ'.repeat(40)} ${'あ'.repeat(24)}…`,
    'Mob',
    'Map',
    'Last'
  ])
  expect(linksOf((await app.inject('/wick')).body)[0]).toBe('/lamp Lamp')
})

test('excluded pages leave the header at once, before the next sync', async () => {
  const { app, dataDir } = await openSite({ workspace, config: { isSiteTreeEnabled: false } })
  expect(linksOf((await app.inject('/')).body)).toEqual(['/lamp Lamp'])
  // The next server then needs no process of its own.
  await app.close()
  const changed = testConfig(ROOT_ID, {
    excludedPageIds: [testId(3)],
    isSiteTreeEnabled: false
  })
  const later = await buildApp({ ...patient, config: changed, dataDir })
  expect((await later.inject('/')).body).not.toContain('class="panel-links')
  await later.close()
})

test('/_app has header and footer without a page', async () => {
  const { app } = await openSite({ workspace, config })
  const [shell = '', page = ''] = await Promise.all(
    ['/_app', '/'].map(async (url) => (await app.inject(url)).body)
  )
  const frame = (html: string) =>
    html.replace(/<main.*?<\/main>/s, '').replace(/<head>.*?<\/head>/s, '')
  expect(frame(shell)).toBe(frame(page))
  expect(/<main[^>]*>(.*?)<\/main>/s.exec(shell)?.[1]).toBe('')
})
