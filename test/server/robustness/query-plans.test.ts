import type { FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'

import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { sampleAssets, sampleWorkspace } from '../../../demo/sample/sample.ts'
import { findFileId } from '../../../db/mirror/files/file-id.ts'
import { mirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { buildApp } from '../../../server/app.ts'
import { openedSite } from '../../../server/render/worker/opened-site.ts'
import type { RenderRequest } from '../../../server/render/worker/render-request.ts'
import { heavyPart } from '../../../server/render/worker/is-heavy.ts'
import { renderText } from '../../../server/render/worker/render-text.ts'
import shipped from '../../../site.config.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import { readSiteConfig } from '../../../site/config/read-config.ts'
import { coverKinds } from '../../support/browser/element-kinds.ts'
import { isSweep } from '../../support/run/sweep.ts'
import { type PlanStep, recordPlans } from '../../support/query-plans.ts'
import { testId } from '../../support/workspaces/records.ts'
import { openSite } from '../../support/sites/site.ts'
import { patient } from '../../support/workspaces/test-config.ts'

/** Run once for each publication and cached. */
const once = {
  "from page where path not like '/spoiler/%' order by position":
    'all pages, for their list, the sitemap and the pages that a 404 offers',
  'from page where spoiler is not null': 'the pages that are covered as spoilers',
  'from link where kind <> ': 'blocks that links lead to, for Markdown',
  "from link where instr(url, '#') > 0": 'blocks that links lead to, for Markdown',
  'from collection_property join collection on': 'the properties whose options are tags',
  "select raw from block where instr(raw, 'images.unsplash.com') > 0":
    'pictures of Unsplash, whose host the policy allows then; a partial index lists them',
  "select raw from collection where instr(raw, 'images.unsplash.com') > 0":
    'pictures of Unsplash in the records of collections',
  'select avatar from user where': 'pictures of Unsplash of people'
}

/** Statements that may scan a table that grows with the site, by a part of their text, and why. */
const exceptions: Record<string, string> = {
  ...once,
  'from search_page join page on page.id = page_id where number > ?':
    'once for each publication, some pages at a time',
  'select id, name from collection order by id':
    'names of collections, once for each publication for llms.txt, and once for Markdown',
  'join main.title_mention as mention':
    'titles that mention excluded pages, once for each publication',
  "select id, name, raw from main.collection where instr(raw ->> '$.name'":
    'names of collections that mention excluded pages, once for each publication',
  'from sync_run order by id desc limit 1': 'ends at the newest run',
  'from search_called where name > ? and name < ?': 'the titles that begin with the query',
  'select 1 from collection_view as view cross join property_value as value':
    'ends at the limit above which a search of a collection is left to the slow lane',
  'select page_id, property_id, text, number from property_value where collection_id = :collection':
    'a search of a collection looks at its values',
  'select date.* from page join date_value': 'a search of a collection looks at its dates'
}

/** Tables of a fixed size. */
const small = new Set(['mirror', 'search_index', '__drizzle_migrations'])

/** Indexes whose search may find a large part of a table. */
const coarse = /block_type \(|page_collection \(|property_value_property \(collection_id=\?\)/

let steps: PlanStep[]
let tables: string[]

beforeAll(async () => {
  // Components of the site's own ask for nothing.
  const config = { ...shipped, components: null, excludedPageIds: [] }
  const site = await openSite({ workspace: sampleWorkspace(), assets: sampleAssets, config })
  const addresses = readAddresses(site.mirror)
  tables = namesOf(site.mirror, 'select name from sqlite_schema').filter((name) => !small.has(name))
  // Excluded pages put temporary views before the tables.
  const excludedPageIds = namesOf(site.mirror, "select id from page where path = '/items'")
  const hiding = readSiteConfig({ ...config, excludedPageIds, navigationStyle: 'default' })
  const { dataDir } = site
  const others = addresses.filter((address) => !/\.md$|v=/.test(address))
  const whole = [
    ...(await plansOf(site.app, fewPages(addresses))),
    ...(await plansOfRendering({ dataDir, addresses, config: site.config }))
  ]
  // The next server then continues with its processes.
  await site.app.close()
  const app = await buildApp({ config: hiding, dataDir, logLevel: 'error', ...patient })
  steps = [
    ...whole,
    ...(await plansOf(app, fewPages(others))),
    ...(await plansOfRendering({ dataDir, addresses: others, config: hiding }))
  ]
  await app.close()
}, 240_000)

test('no request scans a table that grows with the site, except for listed statements', () => {
  expect(steps.filter(isScan).filter(({ sql }) => !exceptionOf(sql))).toEqual([])
})

test('every listed statement is still in use, and those of a publication run once', () => {
  const scans = steps.filter(isScan)
  const used = new Set(scans.map(({ sql }) => exceptionOf(sql)))
  expect(Object.keys(exceptions).filter((each) => !used.has(each))).toEqual([])
  const repeated = scans.filter(
    ({ sql, runs }) => runs > 1 && Object.hasOwn(once, exceptionOf(sql) ?? '')
  )
  expect(repeated).toEqual([])
})

function exceptionOf(sql: string): string | undefined {
  const text = `${sql.replaceAll(/\s+/g, ' ').trim()};`
  return Object.keys(exceptions).find((part) => text.includes(part))
}

function isScan({ sql, detail }: PlanStep): boolean {
  const [, kind, name = '', how = ''] = /^(SCAN|SEARCH) (?:main\.)?(\S+)(.*)/.exec(detail) ?? []
  if (kind === undefined || !isTable(sql, name)) return false
  // In the plan of a full-text index, the looked-up words follow an M.
  if (kind === 'SCAN') return !/VIRTUAL TABLE INDEX \d+:.*M/.test(how)
  return how.includes('AUTOMATIC') || !/\(\w+=\?/.test(how) || coarse.test(how)
}

/** Whether a plan names a table, by its name or its alias. */
function isTable(sql: string, name: string): boolean {
  const named = new RegExp(String.raw`\b(?:${tables.join('|')})\s+as\s+${name}\b`, 'i')
  return tables.includes(name) || named.test(sql)
}

/**
 * Every tenth page, as the server reads the same of each page before it is rendered, and all other
 * addresses.
 */
function fewPages(addresses: string[]): string[] {
  const isOther = /^\/(api|tags|search|all-pages|recent-changes|[\w-]+\.(?!md)|[0-9a-f]{32}$)/
  const pages = addresses.filter((address) => !isOther.test(address))
  return [
    ...addresses.filter((address) => isOther.test(address)),
    ...pages.filter((_, index) => index % 10 === 0)
  ]
}

async function plansOf(app: FastifyInstance, addresses: string[]): Promise<PlanStep[]> {
  const recorder = recordPlans()
  for (const address of addresses) {
    const { statusCode } = await app.inject(encodeURI(address))
    expect(statusCode, address).toBeLessThan(500)
  }
  recorder.stop()
  return recorder.steps()
}

/** Renders in this process what the server renders in child processes. */
async function plansOfRendering(facts: {
  dataDir: string
  config: SiteConfig
  addresses: string[]
}): Promise<PlanStep[]> {
  const { dataDir, config, addresses } = facts
  const { file, assets } = mirrorPaths(dataDir)
  const site = {
    config,
    basePath: '',
    assetFolder: assets,
    assets: undefined,
    analytics: undefined
  }
  const request = { kind: 'app' } as const
  const job = {
    site,
    file,
    fileId: findFileId(file) ?? '',
    request,
    isPlain: false,
    isOnlyIfLight: false
  }
  const opened = openedSite(job)
  if (!opened) throw new Error('the mirror has been replaced')
  opened.source.refresh()
  const { mirror } = opened.source
  const recorder = recordPlans()
  for (const each of addresses.flatMap((address) => requestsOf(mirror, address))) {
    heavyPart(mirror, each)
    await renderText(opened, each, false)
  }
  recorder.stop()
  return recorder.steps()
}

/** What is rendered for an address. */
function requestsOf(mirror: Mirror, address: string): RenderRequest[] {
  const [path = '', search = ''] = address.split(/(?=\?)/)
  if (path.startsWith('/tags/'))
    return [{ kind: 'tag', segments: path.split('/').slice(2), from: 0 }]
  const known = listRequests.get(path)
  if (known) return known
  const source = /^\/index\.md$/.test(path) ? '/' : path.replace(/\.md$/, '')
  const id = mirror.$client.prepare<[string], string>('select id from page where path = ?')
  const pageId = id.pluck().get(source)
  if (pageId === undefined) return []
  if (path !== source) return [{ kind: 'markdown', pageId, path: source }]
  const page = { kind: 'page', pageId, path, search } as const
  return search === '' ? [page, { kind: 'entry', pageId }] : [page]
}

const listRequests = new Map<string, RenderRequest[]>([
  ['/all-pages', [{ kind: 'all-pages', from: 0 }]],
  ['/recent-changes', [{ kind: 'recent-changes', from: 20 }]],
  ['/tags', [{ kind: 'tags' }]],
  ['/feed.xml', [{ kind: 'feed-pages' }, { kind: 'feed-document', entries: {} }]],
  ['/sitemap.xml', [{ kind: 'sitemap', part: 0 }]],
  ['/llms.txt', [{ kind: 'llms' }]]
])

function namesOf({ $client }: Mirror, sql: string): string[] {
  return $client.prepare<[], string>(sql).pluck().all()
}

/** Pages that together have each type of block and of view, and a row of each collection; in a sweep, all. */
function readPages({ $client }: Mirror): string[] {
  const kinds = new Map<string, string[]>()
  const facts = $client.prepare<[], { path: string; kind: string }>(`
    select path, block.type as kind from block join page on page.id in (block.id, block.page_id)
     union select path, 'view ' || view.type from collection_view as view
      join block on block.id = view.parent_id join page on page.id in (block.id, block.page_id)
     union select path, 'row ' || collection_id from page where collection_id is not null
     order by path`)
  for (const { path, kind } of facts.all()) kinds.set(path, [...(kinds.get(path) ?? []), kind])
  return isSweep ? [...kinds.keys()] : [...coverKinds(kinds).keys()]
}

/** Addresses of every route: pages, all views, each list, and searches of several kinds. */
function readAddresses(mirror: Mirror): string[] {
  const listOf = (sql: string) => namesOf(mirror, sql)
  const pages = readPages(mirror)
  // One view of each type with a filter, an order, groups or none; in a sweep, all.
  const kinds = ['filter', 'sort', 'group'].map((name) => `instr(view.raw, '${name}') > 0`)
  const views = listOf(`
    select path || '?v=' || replace(view.id, '-', '')
      from collection_view as view join block on block.id = view.parent_id
      join page on page.id in (block.id, block.page_id)
     group by ${isSweep ? 'path, view.id' : `view.type, ${kinds.join(', ')}`}`)
  const lists =
    'all-pages recent-changes?from=20 tags feed.xml sitemap.xml robots.txt llms.txt readyz'.split(
      ' '
    )
  return [
    ...lists.map((list) => `/${list}`),
    '/favicon.ico',
    '/no-such-lantern',
    '/search?q=oil',
    `/api/notion-page-info?pageId=${testId(99)}`,
    ...pages.flatMap((path) => [path, `${path === '/' ? '/index' : path}.md`]),
    ...views.flatMap((view) => [view, `${view}&q=oil&sort=title&is.title=Ash`]),
    ...listOf(`
      select distinct '/tags/structures-0a8022c8/biomes/' || text from property_value
       where type = 'multi_select' limit 3`),
    ...['lan', 'lanturn', 'zz qq', 'how do I light the gate'].map(
      (query) => `/api/search-notion?query=${query}`
    ),
    ...listOf(`
      select '/api/search-notion?query=oil&ancestorId=' || id from page where path = '/'
       union all select '/api/notion-page-info?pageId=' || id from page where slug in ('items', 'lamp')
       union all select '/api/social-image?id=' || id from page where path = '/'
       union all select '/' || replace(id, '-', '') from page where path = '/items'`)
  ]
}
