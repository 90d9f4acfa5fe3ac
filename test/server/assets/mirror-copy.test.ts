import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync
} from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'

import Database from 'better-sqlite3'
import { expect, test } from 'vitest'

import { verifyMirror } from '../../../db/check/verify-mirror.ts'
import { testId } from '../../support/workspaces/records.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { startedProcesses } from '../../support/run/started-processes.ts'
import { tempDir } from '../../support/temp-dir.ts'

import { get, getWhenMade, openDownload, saved, serve } from './download-site.ts'

/** More than the buffers between a server and a client: megabytes that hardly compress. */
function growMirror(dataDir: string): void {
  const client = new Database(path.join(dataDir, 'mirror.db'))
  client.exec(`update sync_run set account = json_quote(hex(randomblob(3000000)))`)
  client.close()
}

test('a download that runs during the next publication completes', async () => {
  const { app, api, sync, dataDir } = await openDownload()
  growMirror(dataDir)
  const expected = (await getWhenMade(app)).rawPayload
  await app.listen({ port: 0 })
  const { port } = app.server.address() as AddressInfo
  const reply = await new Promise<http.IncomingMessage>((resolve) =>
    http.get({ port, path: '/mirror.db' }, resolve)
  )
  api.edit.setText(testId(11), 'another line')
  await sync()
  expect((await getWhenMade(app)).headers.etag).toMatch(/^"2-/)
  expect(reply.socket.bytesRead).toBeLessThan(expected.length)
  const parts: Buffer[] = []
  for await (const part of reply as AsyncIterable<Buffer>) parts.push(part)
  expect(Buffer.concat(parts).equals(expected)).toBe(true)
}, 900_000)

test('a refused file in place of the mirror is not sent', async () => {
  const { app, dataDir } = await openDownload()
  expect((await app.inject('/readyz')).statusCode).toBe(200)
  const file = path.join(dataDir, 'mirror.db')
  cpSync(file, `${file}-next`)
  const client = new Database(`${file}-next`)
  client.exec(`update page set text = 'altered'`)
  client.close()
  renameSync(`${file}-next`, file)
  const reply = await get(app)
  expect([reply.statusCode, reply.json<object>()]).toEqual([
    503,
    expect.objectContaining({ error: 'download_not_ready' })
  ])
  expect((await app.inject('/')).statusCode).toBe(200)
})

test('concurrent requests share one copy, and the server answers meanwhile', async () => {
  const { app, dataDir } = await openDownload()
  // From here on the page is kept: its answer waits for no rendering.
  expect((await app.inject('/')).statusCode).toBe(200)
  let answered = 0
  const ask = () => get(app).finally(() => (answered += 1))
  const replies = Promise.all(Array.from({ length: 8 }, ask))
  expect((await app.inject('/')).statusCode).toBe(200)
  expect(answered).toBe(0)
  const tags = (await replies).map(({ statusCode, headers }) => `${statusCode} ${headers.etag}`)
  expect([...new Set(tags)]).toEqual([expect.stringMatching(/^200 "1-/)])
  expect(readdirSync(path.join(dataDir, 'download'))).toHaveLength(1)
})

test('a restarted server reuses the copy, and replaces an incomplete one', async () => {
  const { app, dataDir } = await openDownload()
  const first = await get(app)
  await app.close()
  const [name = ''] = readdirSync(path.join(dataDir, 'download'))
  // Copies that other servers have not finished: one was killed two hours ago.
  for (const each of ['killed.part', 'running.part']) {
    mkdirSync(path.join(dataDir, 'download', each))
  }
  const twoHoursAgo = Date.now() / 1000 - 7200
  utimesSync(path.join(dataDir, 'download', 'killed.part'), twoHoursAgo, twoHoursAgo)
  const again = await serve(dataDir)
  expect((await get(again)).headers.etag).toBe(first.headers.etag)
  for (const each of ['mirror.db', 'mirror.db.br']) {
    writeFileSync(path.join(dataDir, 'download', name, each), 'cut')
    const { headers, rawPayload } = await get(again, { 'accept-encoding': 'br' })
    expect(headers['content-length']).toBe(String(rawPayload.length))
    const whole = brotliDecompressSync(rawPayload)
    expect(verifyMirror(saved(whole))).toMatchObject({ generation: 1 })
  }
  expect(readdirSync(path.join(dataDir, 'download')).toSorted()).toEqual([name, 'running.part'])
})

test('a mirror served as a file can be downloaded, and no file is left beside it', async () => {
  const { dataDir } = await mirrorDir()
  const folder = tempDir()
  const file = path.join(folder, 'wiki.db')
  cpSync(path.join(dataDir, 'mirror.db'), file)
  const client = new Database(file)
  client.pragma('journal_mode = delete')
  client.close()
  const before = readdirSync(folder)
  const ofFile = await serve(file)
  expect(verifyMirror(saved((await getWhenMade(ofFile)).rawPayload))).toMatchObject({
    generation: 1
  })
  await ofFile.close()
  expect(readdirSync(folder)).toEqual(before)
}, 900_000)

test('there is no download when it is off or before the first sync', async () => {
  const { app } = await openDownload({ isMirrorDownloadEnabled: false })
  const off = await get(app)
  expect([off.statusCode, off.json().error]).toEqual([404, 'not_found'])
  const early = await get(await serve(tempDir()))
  expect([early.statusCode, early.json().error]).toEqual([503, 'not_ready'])
  expect(early.headers['retry-after']).toBe('30')
})

test('pages excluded since the last sync are not in the download', async () => {
  const { dataDir, app } = await openDownload({ excludedPageIds: [testId(20)] })
  const reply = await get(app)
  expect([reply.statusCode, reply.json().error]).toEqual([503, 'download_not_ready'])
  expect(existsSync(path.join(dataDir, 'download'))).toBe(false)
})

test('when no copy can be made, requests get Retry-After and the copy is not retried each time', async () => {
  const { dataDir, app } = await openDownload()
  expect((await app.inject('/')).statusCode).toBe(200)
  renameSync(path.join(dataDir, 'mirror.db'), path.join(dataDir, 'away.db'))
  rmSync(path.join(dataDir, 'download'), { recursive: true, force: true })
  const attempts = startedProcesses('download-process')
  const reply = await get(app)
  expect([reply.statusCode, reply.json().error]).toEqual([503, 'download_not_ready'])
  expect((await get(app)).statusCode).toBe(503)
  expect(attempts).toHaveLength(1)
  expect(readdirSync(path.join(dataDir, 'download'))).toEqual([])
})
