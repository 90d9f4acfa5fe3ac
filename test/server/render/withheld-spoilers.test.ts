import { readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

import { beforeAll, expect, test, vi } from 'vitest'

import { type SpoilerCopies, spoilerCopies } from '../../../db/mirror/spoiler-copies.ts'
import { isSpoilerPath } from '../../../site/spoilers/spoiler-path.ts'
import { placePlantings } from '../../canaries/covered-places.ts'
import { formerSpoilers, newStory, spoilerPlantings, withheld } from '../../canaries/spoilers.ts'
import { asidePlantings, withheldLinkPlantings } from '../../canaries/spoiler-links.ts'
import { type Answer, startAddresses, visitAll } from '../../canaries/visit.ts'
import { PUBLIC_WORD } from '../../canaries/world.ts'
import { folderFiles, mirrorsOf } from '../../support/browser/folder-files.ts'
import { openFolder } from '../../support/browser/static-site.ts'
import { runCommand } from '../../support/command.ts'
import { isSweep } from '../../support/run/sweep.ts'
import { runExport } from '../../support/sites/exported.ts'
import { type TestSite, openSite } from '../../support/sites/site.ts'
import { tempDir } from '../../support/temp-dir.ts'

const plantings = [
  ...spoilerPlantings,
  ...placePlantings,
  ...withheldLinkPlantings,
  ...asidePlantings,
  ...formerSpoilers
]
const canaryOf = (index: number) => `Canary${String(index).padStart(3, '0')}Zq`
/** Content by name; names count as content. */
type Contents = Map<string, Buffer>

const world = newStory()
let site: TestSite
let copies: SpoilerCopies
let before: Contents
let answers: Contents
const opened: Contents = new Map()

beforeAll(async () => {
  for (const [index, [, plant]] of plantings.entries()) plant(world, canaryOf(index))
  const { workspace, assets } = world
  site = await openSite({ workspace, assets, config: { spoilers: withheld, isMcpEnabled: true } })
  const { config, dataDir } = site
  const found = spoilerCopies(path.join(dataDir, 'mirror.db'), config.spoilers)
  if (!found) throw new Error('nothing is withheld')
  copies = found
  before = await visit(isSweep ? undefined : isNotKept)
  for (const change of world.later) change(site.api.edit)
  await site.sync()
  // What a sweep has opened before.
  opened.clear()
  answers = await visit()
})

test('the first publication has what is marked later, and nothing else that is withheld', () => {
  const former = formerSpoilers.map(([what]) => what).slice(0, -1)
  expect(foundIn(before)).toEqual(former)
})

test('no answer contains anything that is withheld', () => {
  expect(contains(answers, PUBLIC_WORD)).toBe(true)
  expect(contains(answers, 'Spoiler (chapter 9)')).toBe(true)
  expect(foundIn(answers)).toEqual([])
})

/** The routes of a tree, in which the lines below a route have what follows its path. */
function routesOf(tree: string): string[] {
  const above: string[] = []
  return [...tree.matchAll(/^(.*)── (\S+) \([A-Z, ]+\)$/gm)].map(([, indent = '', part = '']) => {
    const depth = Math.floor(indent.length / 4)
    return (above[depth] = `${above[depth - 1] ?? ''}${part}`)
  })
}

test('every route of the server was visited', () => {
  const routes = routesOf(site.app.printRoutes({ commonPrefix: false, includeHooks: false }))
  expect(routes.length).toBeGreaterThan(20)
  const visited = [...answers.keys()]
  const starts = routes.map((route) => route.split(/[*:]/)[0] ?? '')
  expect(starts.filter((start) => !visited.some((url) => url.startsWith(start)))).toEqual([])
})

test('the mirror for downloads and its clone contain nothing that is withheld', async () => {
  const address = await site.app.listen({ port: 0, host: '127.0.0.1' })
  const folder = path.join(tempDir(), 'clone')
  const { code, stderr } = await runCommand(['clone', address, '--data', folder])
  expect(code, stderr).toBe(0)
  const clone = filesBelow(folder)
  expect([...clone.keys()]).toContain('mirror.db')
  expect(contains(clone, PUBLIC_WORD)).toBe(true)
  expect(foundIn(clone)).toEqual([])
})

test('the tools of assistants read nothing that is withheld', async () => {
  const accept = 'application/json, text/event-stream'
  const calls = [
    ...['select * from page', 'select raw from block', 'select text from page_text'].map((sql) => [
      'query_sql',
      { sql, limit: 1000 }
    ]),
    ['search_pages', { query: 'once' }],
    ['list_collections', {}]
  ]
  const replies: Contents = new Map()
  for (const [name, input] of calls) {
    const params = { name, arguments: input }
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const headers = { accept }
    const reply = await site.app.inject({ method: 'POST', url: '/_mcp', headers, payload })
    expect([reply.statusCode, reply.json().result?.isError], reply.body).toEqual([200, undefined])
    replies.set(JSON.stringify(params), reply.rawPayload)
  }
  expect(contains(replies, PUBLIC_WORD)).toBe(true)
  expect(foundIn(replies)).toEqual([])
})

test('a folder contains nothing that is withheld', async () => {
  const { config, dataDir } = site
  const { folder } = await openFolder({ dataDir, config })
  const files = folderFiles(folder)
  const contents = new Map([...files, ...mirrorsOf(files)])
  expect(contains(contents, PUBLIC_WORD)).toBe(true)
  expect([...contents.keys()].some((name) => name.startsWith('spoiler/'))).toBe(true)
  expect(foundIn(contents)).toEqual([])
})

test('an export contains spoilers only if it is asked to', async () => {
  vi.stubEnv('SITE_CONFIG', JSON.stringify({ spoilers: withheld, pageUrlOverrides: {} }))
  const [own, whole] = [path.join(tempDir(), 'own'), path.join(tempDir(), 'whole')]
  await runExport(site.dataDir, own)
  await runExport(site.dataDir, whole, ['--with-spoilers'])
  vi.unstubAllEnvs()
  expect(contains(filesBelow(own), PUBLIC_WORD)).toBe(true)
  expect(foundIn(filesBelow(own))).toEqual([])
  expect(foundIn(filesBelow(whole))).toEqual(expect.arrayContaining(shown()))
})

test('the public mirror has no byte of it, and the local mirror has all', () => {
  const bytes = (file: string) => new Map([['', readFileSync(file)]])
  expect(contains(bytes(copies.public), PUBLIC_WORD)).toBe(true)
  expect(foundIn(bytes(copies.public))).toEqual([])
  expect(foundIn(bytes(path.join(site.dataDir, 'mirror.db')))).toEqual(
    expect.arrayContaining(shown())
  )
})

test('opened spoilers contain everything that was withheld', () => {
  expect([...opened.keys()].every(isSpoilerPath)).toBe(true)
  expect(foundIn(opened)).toEqual(expect.arrayContaining(shown()))
})

test('an opened spoiler is not indexed, not kept, and its head says nothing', async () => {
  const [address = ''] = opened.keys()
  const reply = await site.app.inject(address)
  expect(reply.statusCode).toBe(200)
  expect(reply.headers).toMatchObject({
    'x-robots-tag': 'noindex',
    'cache-control': 'private, no-store'
  })
  const head = /<head>.*<\/head>/s.exec(reply.body)?.[0] ?? ''
  expect(head).toMatch(/<title>Spoiler/)
  expect(head).toContain('<meta name="robots" content="noindex"/>')
  // The public mirror has no row of it.
  expect(reply.body).not.toContain('href="/_data/pages/')
  expect(head.match(/canary\d{3}zq/gi)).toBe(null)
})

test('an opened spoiler shows no other one', () => {
  const counts = [...opened.values()].map((body) => {
    const words = textOf(body).match(pattern) ?? []
    return new Set(words.map(lower)).size
  })
  expect(Math.max(...counts)).toBe(1)
})

test('the former address of a spoiler leads nowhere', async () => {
  const name = canaryOf(plantings.length - formerSpoilers.length).toLowerCase()
  expect([...before.keys()]).toContain(`/once-${name}`)
  const reply = await site.app.inject(`/once-${name}`)
  expect(reply.statusCode).toBe(404)
  // The page repeats the address that was asked for.
  expect(reply.body.replaceAll(`once-${name}`, '')).not.toMatch(pattern)
})

test('a marked row is listed by its chapter and a neutral address', async () => {
  const { body } = await site.app.inject('/')
  expect(body).toMatch(
    /<a[^>]* href="\/spoiler\/[0-9a-f]{16}"[^>]*>.{0,200}?Spoiler \(chapter 9\)/s
  )
})

const pattern = /canary\d{3}zq/gi

/** What an opened page shows: not the options and names that only schemas and addresses have. */
function shown(): string[] {
  const unseen = /^(a page that gets a sign after|a marked page that was deleted)/
  return plantings.map(([what]) => what).filter((what) => !unseen.test(what))
}

/** What the names or bytes contain, also in lower case. */
function foundIn(contents: Contents): string[] {
  const texts = [...contents].flatMap(([name, bytes]) => [name, textOf(bytes)])
  const found = new Set(texts.flatMap((text) => text.match(pattern) ?? []).map(lower))
  return plantings.map(([what]) => what).filter((_, index) => found.has(lower(canaryOf(index))))
}

const lower = (text: string) => text.toLowerCase()

function contains(contents: Contents, word: string): boolean {
  return [...contents.values()].some((bytes) => textOf(bytes).includes(word))
}

/** The characters of bytes, in UTF-8 or UTF-16. */
function textOf(bytes: Buffer): string {
  return bytes.toString('latin1').replaceAll('\0', '')
}

/**
 * Whether no former answer of this address can be sent instead of a new one: the server keeps none, or it
 * keeps it as it does the answer of the same view in its own order.
 */
function isNotKept(url: string): boolean {
  return isSpoilerPath(url) || /^\/api\/pages\/.*-|[?&]sort=|^\/_data\/.*(\/|_size|\.)/.test(url)
}

/** Visits all addresses that are known or linked; pages of spoilers are kept apart. */
async function visit(isLeftOut?: (url: string) => boolean): Promise<Contents> {
  const found: Contents = new Map()
  const isOpened = (url: string, { status }: Answer) =>
    isSpoilerPath(url) && !url.endsWith('.md') && status === 200
  const start = startAddresses(world, copies.public)
  for (const [url, answer] of await visitAll(site, start, { isEnd: isOpened, isLeftOut })) {
    const contents = isOpened(url, answer) ? opened : found
    contents.set(url, Buffer.concat([Buffer.from(answer.head), answer.body]))
  }
  return found
}

function filesBelow(folder: string): Contents {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => statSync(path.join(folder, name)).isFile())
  return new Map(files.map((name) => [name, readFileSync(path.join(folder, name))]))
}
