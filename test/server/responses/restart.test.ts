import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import Database from 'better-sqlite3'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'

import type { AppOptions } from '../../../server/app.ts'
import type { SiteConfigInput } from '../../../site/config/config.ts'
import { lampWorkspace } from '../../support/sites/collection-site.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { type KeptSite, countsOf, keptSite } from './kept-site.ts'

const addresses = ['/', '/lamps', '/all-pages', '/lamps.md']
const lamps = Array.from({ length: 30 }, (_, oil) => ({ title: `Lamp ${oil}`, oil }))
const workspace = lampWorkspace([{ type: 'table', name: 'All', show: ['Oil'] }], lamps)

async function visit(app: FastifyInstance, urls = addresses): Promise<string[]> {
  const bodies = []
  for (const url of urls) bodies.push((await app.inject(url)).body)
  return bodies
}

/** An answer that is not kept, but that clients revalidate. */
const rows = '/api/collections/lamps/rows'

async function visited(
  config: Partial<SiteConfigInput> = {},
  urls = addresses
): Promise<{ site: KeptSite; bodies: string[]; file: string; isKnown: Revalidation }> {
  const site = await keptSite(structuredClone(workspace), { config })
  const app = await site.open()
  const bodies = await visit(app, urls)
  const headers = { 'if-none-match': String((await app.inject(rows)).headers['etag']) }
  await app.close()
  const isKnown: Revalidation = async (next) =>
    (await next.inject({ url: rows, headers })).statusCode === 304
  return { site, bodies, file: path.join(site.dataDir, 'responses.db'), isKnown }
}

/** Whether the rows of the first server are those of another one, by their tag. */
type Revalidation = (app: FastifyInstance) => Promise<boolean>

test('a restarted server renders nothing', async () => {
  // Another process renders the feed.
  const urls = [...addresses, '/feed.xml']
  const { site, bodies, file, isKnown } = await visited({}, urls)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const app = await site.open()
  expect(await visit(app, urls)).toEqual(bodies)
  expect(await isKnown(app)).toBe(true)
  expect(await countsOf(app)).toMatchObject({ renders: 0, misses: 0, hits: urls.length })
})

test('a response names at most twenty pages and collections for caches in front', async () => {
  const app = await (await keptSite(structuredClone(workspace))).open()
  const { headers } = await app.inject('/lamps')
  const names = String(headers['surrogate-key']).split(' ')
  expect(names).toContain('t-many')
  expect(names.filter((name) => /^(p|col)-/.test(name))).toHaveLength(20)
})

/** How many responses a closed file has. */
function keptIn(file: string): number {
  const database = new Database(file, { readonly: true, fileMustExist: true })
  const count = database.prepare<[], number>('select count(*) from response').pluck().get()
  database.close()
  return count ?? 0
}

/** A file of a later version, with a table that this one does not know. */
function makeNewer(file: string): void {
  const database = new Database(file)
  database.exec('create table extra (response_id integer not null references response (id))')
  database.exec('insert into extra select id from response')
  database.pragma('user_version = 99')
  database.close()
}

test('the file can be deleted, damaged, cut or newer, and is filled again', async () => {
  const { site, bodies, file } = await visited()
  const spoil: (() => void)[] = [
    () => rmSync(file),
    () => writeFileSync(file, 'no database at all '.repeat(500)),
    () => writeFileSync(file, readFileSync(file).subarray(0, 5000)),
    () => writeFileSync(file, ''),
    () => makeNewer(file)
  ]
  for (const each of spoil) {
    each()
    const app = await site.open()
    expect(await visit(app)).toEqual(bodies)
    await app.close()
    expect(keptIn(file)).toBe(addresses.length)
  }
})

const scriptUrl = 'https://cdn.usefathom.com/script.js'
const settings: [what: string, changes: Partial<AppOptions>, shown: string][] = [
  ['name', { config: testConfig(ROOT_ID, { name: 'Another name' }) }, 'Another name'],
  ['analytics service', { analytics: { fathom: { siteId: 'LAMPSITE', scriptUrl } } }, 'LAMPSITE']
]

test.each(settings)('responses with another %s are not used', async (_, changes, shown) => {
  const { site, bodies, isKnown } = await visited()
  const app = await site.open(changes)
  const [home = ''] = await visit(app)
  expect(await isKnown(app)).toBe(changes.config === undefined)
  expect(home).toContain(shown)
  expect(home).not.toBe(bodies[0])
  expect((await countsOf(app)).renders).toBeGreaterThanOrEqual(addresses.length)
})

test('responses with an earlier content of the style sheet are not used', async () => {
  const customCss = path.join(tempDir(), 'own.css')
  writeFileSync(customCss, 'h1 { color: red }')
  const { site, bodies } = await visited({ customCss })
  writeFileSync(customCss, 'h1 { color: blue }')
  expect((await visit(await site.open()))[0]).not.toBe(bodies[0])
})

test('a second server on the same directory works without the file', async () => {
  const { site, bodies } = await visited()
  const own = `fansite-responses-${process.pid}-`
  const temporary = () => readdirSync(tmpdir()).filter((name) => name.startsWith(own))
  const before = temporary()
  const [first, second] = [await site.open(), await site.open()]
  expect(await visit(first)).toEqual(bodies)
  expect(await visit(second)).toEqual(bodies)
  expect((await countsOf(first)).renders).toBe(0)
  expect((await countsOf(second)).renders).toBeGreaterThanOrEqual(addresses.length)
  await second.close()
  expect(temporary()).toEqual(before)
})

test('the temporary file of a server that was killed is removed by the next one', async () => {
  const { site } = await visited()
  const abandoned = mkdtempSync(path.join(tmpdir(), 'fansite-responses-999999999-'))
  writeFileSync(path.join(abandoned, 'responses.db'), 'private words')
  const others = mkdtempSync(path.join(tmpdir(), `fansite-responses-${process.pid}-`))
  // The first server holds the file of the directory.
  await visit(await site.open())
  await visit(await site.open())
  expect([existsSync(abandoned), existsSync(others)]).toEqual([false, true])
  rmSync(others, { recursive: true })
})
