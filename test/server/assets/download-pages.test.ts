import { createHash } from 'node:crypto'
import { readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { beforeAll, expect, test } from 'vitest'

import { verifyMirror } from '../../../db/check/verify-mirror.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'

import { getWhenMade, saved, serve } from './download-site.ts'

const PAGES = 200
const PART = 64 * 1024
/** Pages below the root page, each with a text of 2 kB. */
const numbers = Array.from({ length: PAGES }, (_, at) => at)
const pageId = (number: number) => testId(1000 + number)

function workspace() {
  const records = numbers.flatMap((number) => [
    pageBlock(1000 + number, `Ore ${number}`, { content: [testId(5000 + number)] }),
    textBlock(5000 + number, `Seam ${number}. `.repeat(180), { parent_id: pageId(number) })
  ])
  return workspaceOf(numbers.map(pageId), records)
}

/** The mirror as a server offers it now. */
async function download(dataDir: string): Promise<Buffer> {
  const app = await serve(dataDir)
  const { rawPayload } = await getWhenMade(app)
  await app.close()
  return rawPayload
}

function hashesOf(file: Buffer): string[] {
  return Array.from({ length: Math.ceil(file.length / PART) }, (_, at) =>
    createHash('sha256')
      .update(file.subarray(at * PART, (at + 1) * PART))
      .digest('hex')
  )
}

test('a longer text and a new page leave most parts of the download as they are', async () => {
  const { api, sync, dataDir } = await mirrorDir(workspace())
  const before = new Set(hashesOf(await download(dataDir)))
  api.edit.setText(testId(5007), 'Seam of silver. '.repeat(600))
  api.edit.add(ROOT_ID, pageBlock(3000, 'Silver'))
  api.edit.add(testId(3000), textBlock(3001, 'Vein. '.repeat(900)))
  await sync()
  const file = await download(dataDir)
  const after = hashesOf(file)
  expect(after.filter((each) => !before.has(each)).length).toBeLessThan(after.length / 2)
  expect(verifyMirror(saved(file))).toMatchObject({ generation: 2 })
})

/** A mirror with a table of another program, and with pages that another one has left free. */
async function altered(): Promise<{ mirror: Buffer; file: Buffer }> {
  const { dataDir } = await mirrorDir()
  const mirror = path.join(dataDir, 'mirror.db')
  const client = new Database(mirror)
  client.exec(
    "create table _litestream_seq (id, seq); insert into _litestream_seq values (1, 'Foreign')"
  )
  client.pragma('secure_delete = OFF')
  client.exec('create table note (text)')
  const insert = client.prepare('insert into note values (?)')
  for (const number of numbers) insert.run(`Hidden ${number} `.repeat(100))
  client.exec('drop table note')
  client.close()
  return { mirror: readFileSync(mirror), file: await download(dataDir) }
}

let both: Awaited<ReturnType<typeof altered>>
beforeAll(async () => {
  both = await altered()
})

test('a mirror with tables of other programs is offered without them', () => {
  const { mirror, file } = both
  expect(mirror.includes('Foreign')).toBe(true)
  expect(file.includes('Foreign')).toBe(false)
  expect(file.includes('_litestream_seq')).toBe(false)
  expect(verifyMirror(saved(file))).toMatchObject({ generation: 1 })
})

test('what another program has deleted from a mirror is not offered', () => {
  const { mirror, file } = both
  expect(mirror.includes('Hidden')).toBe(true)
  expect(file.includes('Hidden')).toBe(false)
  expect(verifyMirror(saved(file))).toMatchObject({ generation: 1 })
})

test('the download is the same while the write-ahead log has a part of the mirror', async () => {
  const { dataDir } = await mirrorDir()
  const file = path.join(dataDir, 'mirror.db')
  const writer = new Database(file)
  writer.exec('update sync_run set account = json_quote(hex(zeroblob(100000)))')
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(200_000)
  const first = await download(dataDir)
  writer.pragma('wal_checkpoint(TRUNCATE)')
  expect(statSync(`${file}-wal`).size).toBe(0)
  writer.close()
  rmSync(path.join(dataDir, 'download'), { recursive: true })
  const second = await download(dataDir)
  expect(first.includes('0'.repeat(1000))).toBe(true)
  expect(second.equals(first)).toBe(true)
  expect(verifyMirror(saved(second))).toMatchObject({ generation: 1 })
})
