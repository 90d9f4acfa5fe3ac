import { existsSync, mkdirSync, renameSync, rmdirSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, test } from 'vitest'

import { pageBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { keptSite } from '../responses/kept-site.ts'

/** The server of a site with this many pages, whose processes have not opened its mirror. */
async function openServed(count: number) {
  const pages = Array.from({ length: count }, (_, index) => pageBlock(index + 2, `Lamp ${index}`))
  const site = await keptSite(
    workspaceOf(
      pages.map(({ id }) => id),
      pages
    )
  )
  const app = await site.open({ logLevel: 'silent' })
  const file = path.join(site.dataDir, 'mirror.db')
  await app.inject('/readyz')
  return { app, file }
}

const lists = ['/all-pages', '/recent-changes', '/sitemap.xml', '/llms.txt']

test.each([
  [10, 200],
  [501, 503]
])('without its file, the lists of a site with %i pages answer %i', async (count, status) => {
  const { app, file } = await openServed(count)
  renameSync(file, `${file}-away`)
  for (const url of lists) expect((await app.inject(url)).statusCode, url).toBe(status)
  expect((await app.inject('/lamp-1')).statusCode).toBe(200)
})

test('while a file that has replaced the mirror is verified, a long list waits for it', async () => {
  const { app, file } = await openServed(501)
  const mirror = new Database(file)
  mirror.prepare('vacuum into ?').run(`${file}-next`)
  mirror.close()
  renameSync(`${file}-next`, file)
  const { statusCode, body } = await app.inject('/all-pages')
  expect([statusCode, body.includes('Lamp 500')]).toEqual([200, true])
})

test('a list that was requested while its process could not open the mirror is shown later', async () => {
  const { app, file } = await openServed(501)
  const log = `${file}-wal`
  const hasLog = existsSync(log)
  if (hasLog) renameSync(log, `${log}-away`)
  mkdirSync(log)
  expect((await app.inject('/all-pages')).statusCode).toBe(503)
  expect((await app.inject('/lamp-1')).statusCode).toBe(200)
  rmdirSync(log)
  if (hasLog) renameSync(`${log}-away`, log)
  expect((await app.inject('/all-pages')).statusCode).toBe(200)
})
