import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import Database from 'better-sqlite3'
import { request } from 'undici'
import { expect, vi } from 'vitest'

import { type WorkspaceApi, startWorkspaceApi } from '../../demo/api/workspace-api.ts'
import { tableDescriptions } from '../../db/describe/descriptions.ts'
import { viewDescriptions } from '../../db/describe/view-descriptions.ts'
import { collectOutput, runCommand, startCommand } from '../support/command.ts'
import { mirrorsOf } from '../support/browser/folder-files.ts'
import { onFinished } from '../support/on-finished.ts'
import { ROOT_ID } from '../support/workspaces/records.ts'
import type { World } from './world.ts'

/** Everything that one way of publishing exposes, by name. Names of files count as content. */
export type Contents = Map<string, Buffer>

export interface Published {
  /** Files that a copy of the data directory contains. */
  mirror: Contents
  /** The same files after the first sync, before content became private. */
  before: Contents
  /** The database of the sync, which keeps what is not published, but no private field. */
  staging: Contents
  snapshot: Contents
  export: Contents
  /** All versions of the folder of `fansite build`, which was built after the first sync too. */
  folder: Contents
  /** The files of `--record`. */
  recording: Contents
  clone: Contents
  answers: Contents
  /** Output of `fansite sync`, whose report names what it leaves out. */
  reports: Contents
  /** Output of all other commands, and the log of the server with each request. */
  logs: Contents
}

/** Where a world is published, and what the commands have printed so far. */
interface Place {
  folder: string
  dataDir: string
  logs: Contents
}

/**
 * Syncs a world with the command, makes the content of `formerPlantings` private, and syncs again.
 */
export async function publishWorld(world: World, token: string): Promise<Published> {
  const folder = mkdtempSync(path.join(tmpdir(), 'fansite-test-'))
  const place = { folder, dataDir: path.join(folder, 'data'), logs: new Map<string, Buffer>() }
  const api = await startWorkspaceApi(world)
  try {
    await runSync(api, { world, token, place })
    const before = publicFiles(place.dataDir)
    await build(world, place)
    for (const change of world.later) change(api.edit)
    await runSync(api, { world, token, place })
    return { before, ...(await copiesOf(place, world)) }
  } finally {
    await api.close()
    rmSync(folder, { recursive: true })
  }
}

/** Everything that the commands and the server make of the data directory. */
async function copiesOf(place: Place, world: World): Promise<Omit<Published, 'before'>> {
  const { folder, dataDir, logs } = place
  const data = ['--data', dataDir]
  await run(place, ['snapshot', path.join(folder, 'snapshot'), ...data])
  await run(place, ['export', path.join(folder, 'export'), ...data])
  await run(place, ['status', '--searches', ...data])
  await run(place, ['status', '--json', ...data])
  await run(place, ['check', ...data])
  await run(place, ['verify', dataDir, '--json'])
  // The file of the mirror, a carrier itself, has all tables; these show what else is printed.
  for (const table of ['block', 'page', 'property_value']) {
    await run(place, ['query', `select * from ${table}`, '--json', '--limit', '100000', ...data])
  }
  await build(world, place)
  const answers = await answersOf(world, place)
  return {
    mirror: publicFiles(dataDir),
    staging: new Map([...filesBelow(dataDir)].filter(([name]) => name.startsWith('staging'))),
    snapshot: filesBelow(path.join(folder, 'snapshot')),
    export: filesBelow(path.join(folder, 'export')),
    folder: folderContents(path.join(folder, '.static.builds')),
    recording: filesBelow(path.join(folder, 'record')),
    clone: filesBelow(path.join(folder, 'clone')),
    answers,
    reports: withName(logs, / sync /),
    logs: withName(logs, /^\d+ (?!sync )|^serve$/)
  }
}

async function build(world: World, place: Place): Promise<void> {
  const { folder, dataDir } = place
  const images = ['--social-images', 'site']
  await run(place, ['build', path.join(folder, 'static'), '--data', dataDir, ...images], {
    SITE_CONFIG: configOf(world)
  })
}

function configOf({ excludedPageIds }: World): string {
  const config = { rootNotionPageId: ROOT_ID, pageUrlOverrides: {}, navigationLinks: [] }
  // Components would be compiled for each build.
  return JSON.stringify({ ...config, components: null, excludedPageIds })
}

function withName(contents: Contents, pattern: RegExp): Contents {
  return new Map([...contents].filter(([name]) => pattern.test(name)))
}

async function runSync(
  api: WorkspaceApi,
  { world, token, place }: { world: World; token: string; place: Place }
): Promise<void> {
  const record = path.join(place.folder, 'record')
  await run(place, ['sync', '--data', place.dataDir, '--record', record], {
    NOTION_API_BASE_URL: api.baseUrl,
    NOTION_TOKEN: token,
    NOTION_ACTIVE_USER: token,
    SITE_CONFIG: configOf(world)
  })
}

async function run({ logs }: Place, args: string[], env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await runCommand(args, env)
  expect(code, stderr).toBe(0)
  logs.set(`${logs.size} ${args.join(' ')}`, Buffer.from(stdout + stderr))
}

/** The mirror with its log and asset files; other files are only for the sync. */
function publicFiles(dataDir: string): Contents {
  return new Map([...filesBelow(dataDir)].filter(([name]) => /^(mirror\.db|assets)/.test(name)))
}

/** The files, and the mirrors that they are the chunks of: a text may begin in one chunk and end in another. */
function folderContents(folder: string): Contents {
  const files = filesBelow(folder)
  const mirrors = [...mirrorsOf(files)].map(([name, file]) => [`${name}, whole`, file] as const)
  expect(mirrors.length).toBeGreaterThan(0)
  return new Map([...files, ...mirrors])
}

function filesBelow(folder: string): Contents {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => statSync(path.join(folder, name)).isFile())
  return new Map(files.map((name) => [name, readFileSync(path.join(folder, name))]))
}

/** Responses to a visitor who opens every page, searches, and requests private records by id. */
async function answersOf(world: World, place: Place): Promise<Contents> {
  const components = path.join(place.folder, 'components.tsx')
  writeFileSync(components, slotSource)
  const SITE_CONFIG = JSON.stringify({ components })
  const env = { LOG_LEVEL: 'info', METRICS_TOKEN, SITE_CONFIG }
  const child = startCommand(['serve', '--data', place.dataDir, '--port', '0'], env)
  const output = collectOutput(child)
  onFinished(() => child.kill('SIGKILL'))
  const listening = () => / is at (http:\S+)\n/.exec(output.stdout)?.[1]
  const address = (await vi.waitUntil(listening, { timeout: 100_000 })) ?? ''
  const answers: Contents = new Map()
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const names = await fetch(new URL('/generation.json', address))
  const { searchNames, offline } = (await names.json()) as Record<string, string>
  const views = readMirror(place.dataDir, 'select view_name from collection')
  const rows = views.map((view) => `/api/collections/${view}/rows?limit=200`)
  const data = dataPaths(place.dataDir)
  const paths = [
    ...pathsOf(place.dataDir),
    ...rows,
    ...pathsById(world),
    ...lists,
    ...data,
    `/${searchNames}`,
    `/${offline}`
  ]
  for (const url of paths) {
    // It follows no redirects, and takes a fifth of the time of `fetch`.
    const reply = await request(new URL(url, address), { headers })
    expect(reply.statusCode, url).not.toBe(429)
    const head = JSON.stringify(reply.headers)
    answers.set(url, Buffer.concat([Buffer.from(head), await reply.body.bytes()]))
  }
  await run(place, ['clone', address, '--data', path.join(place.folder, 'clone')])
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
  place.logs.set('serve', Buffer.from(output.stdout + output.stderr))
  return answers
}

/** The text that precedes the records of a page. */
export const RECORDS = 'records-of-a-slot'

/** Slots that show everything that they get, once for each page. */
const slotSource = `
import { useNotionContext } from 'react-notion-x'

const shown = new WeakSet()

function Records({ children, ...props }) {
  const context = useNotionContext()
  if (shown.has(context.recordMap)) return children
  shown.add(context.recordMap)
  return <><data className="${RECORDS}" value={JSON.stringify([context, props])} />{children}</>
}

const showValue = (props) => <Records {...props} />
export {
  Records as Collection,
  Records as PageLink,
  showValue as propertyCheckboxValue,
  showValue as propertyTextValue
}
`

function pathsOf(dataDir: string): string[] {
  const paths = readMirror(dataDir, 'select path from page').map((each) => encodeURI(each))
  return paths.flatMap((each) => {
    const rest = each === '/' ? '' : each
    return [each, `${rest || '/index'}.md`, `/_cards${rest}.html`, `/_tree${rest}.html`]
  })
}

/** Each table with its first rows, and the data of each page. */
function dataPaths(dataDir: string): string[] {
  const tables = Object.keys({ ...tableDescriptions, ...viewDescriptions })
  const ids = readMirror(dataDir, 'select id from page')
  return [
    '/_data',
    ...tables.map((table) => `/_data/${table}?_size=200`),
    ...ids.map((id) => `/_data/pages/${id}`)
  ]
}

/** The first column of the rows of a query. */
function readMirror(dataDir: string, sql: string): string[] {
  const mirror = new Database(path.join(dataDir, 'mirror.db'), { readonly: true })
  const values = mirror.prepare<[], string>(sql).pluck().all()
  mirror.close()
  return values
}

const METRICS_TOKEN = 'a-token-for-the-metrics'

/** All routes that list pages, and those about the whole site. */
const lists = [
  '/all-pages',
  '/tags',
  '/recent-changes',
  '/sitemap.xml',
  '/feed.xml',
  '/llms.txt',
  '/_app',
  '/_offline',
  '/sw.js',
  '/generation.json',
  '/robots.txt',
  '/manifest.webmanifest',
  '/healthz',
  '/readyz',
  '/metrics',
  '/mirror.db'
]

function pathsById({ workspace }: World): string[] {
  const words = ['once', 'off', 'row', 'lanternlight']
  return [
    ...words.flatMap((word) => [`/api/search-notion?query=${word}`, `/search?q=${word}`]),
    ...Object.keys(workspace.block).flatMap((id) => [
      `/${id.replaceAll('-', '')}`,
      `/api/notion-page-info?pageId=${id}`
    ]),
    ...Object.keys(workspace.block).map(
      (id, index) => `/api/pages/${id}?text=${['markdown', 'html', 'blocks'][index % 3]}`
    ),
    '/api/pages?limit=200',
    '/api/collections',
    '/api/changes?since=1',
    '/api/docs',
    '/api/openapi.json'
  ]
}
