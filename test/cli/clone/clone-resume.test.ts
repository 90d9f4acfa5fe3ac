import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'

import { beforeAll, expect, test } from 'vitest'

import { clone as cloneInProcess } from '../../../cli/copies/clone/clone.ts'
import { startCommand } from '../../support/command.ts'
import { listening } from '../../support/run/listening.ts'
import { skippedWaits } from '../../support/run/waits.ts'
import { startFileHost } from '../../support/sites/file-host.ts'
import { mirrorContents } from '../../support/sites/mirror-contents.ts'
import { testId } from '../../support/workspaces/records.ts'
import { smallDisk } from '../../support/small-disk.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { type Source, clone, mirrorOf, openSource } from './cloned-site.ts'

/** The site of all tests but the one that edits. */
let source: Source
beforeAll(async () => {
  source = await openSource()
})

/** A proxy that ends each response after a number of bytes, or falls silent in the first two and is intact then. */
async function badLine({ app }: Source, line: { bytes: number; isSilent?: boolean }) {
  const ranges: (string | undefined)[] = []
  const server = http.createServer(async (request, response) => {
    const headers = request.headers as Record<string, string>
    ranges.push(headers['range'])
    const answer = await app.inject({ url: request.url ?? '/', headers })
    response.writeHead(answer.statusCode, answer.headers as http.OutgoingHttpHeaders)
    if (line.isSilent && ranges.length > 2) return response.end(answer.rawPayload)
    return response.write(answer.rawPayload.subarray(0, line.bytes), () => {
      if (line.isSilent) return
      if (answer.rawPayload.length <= line.bytes) response.end()
      else response.socket?.end()
    })
  })
  return { site: `http://127.0.0.1:${await listening(server)}`, ranges }
}

test('a download that is interrupted repeatedly is resumed', async () => {
  const { site, ranges } = await badLine(source, { bytes: 2000 })
  const copy = tempDir()
  const { code, stderr } = await clone(site, copy)
  expect([code, stderr]).toEqual([0, expect.stringContaining('; retrying')])
  expect(mirrorContents(mirrorOf(copy))).toEqual(mirrorContents(mirrorOf(source.dataDir)))
  expect(ranges.slice(0, 3)).toEqual([undefined, 'bytes=2000-', 'bytes=4000-'])
})

test('a killed clone is resumed by the next one', async () => {
  const { site, ranges } = await badLine(source, { bytes: 2000, isSilent: true })
  const copy = tempDir()
  const child = startCommand(['clone', site, '--data', copy])
  const part = path.join(copy, 'clone.part')
  const bytes = () => statSync(part, { throwIfNoEntry: false })?.size
  await expect.poll(bytes).toBe(2000)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const { code, stderr } = await clone(site, copy, '--timeout', '1')
  expect([code, stderr]).toEqual([0, expect.stringContaining('; retrying')])
  expect(ranges.slice(0, 2)).toEqual([undefined, 'bytes=2000-'])
  expect(mirrorContents(mirrorOf(copy))).toEqual(mirrorContents(mirrorOf(source.dataDir)))
  expect(existsSync(part)).toBe(false)
})

test('a new publication is downloaded whole instead of the rest of the old one', async () => {
  const edited = await openSource()
  const copy = tempDir()
  const { site } = await badLine(edited, { bytes: 2000, isSilent: true })
  const child = startCommand(['clone', site, '--data', copy])
  const bytes = () => statSync(path.join(copy, 'clone.part'), { throwIfNoEntry: false })?.size
  await expect.poll(bytes).toBe(2000)
  child.kill('SIGINT')
  expect(await once(child, 'exit')).toEqual([130, null])
  edited.api.edit.setText(testId(11), 'another line')
  await edited.sync()
  const again = await clone(site, copy, '--timeout', '1', '--json')
  expect(JSON.parse(again.stdout)).toMatchObject({ is_changed: true, generation: 2 })
  expect(mirrorContents(mirrorOf(copy))).toEqual(mirrorContents(mirrorOf(edited.dataDir)))
})

/** Clones in this process, whose waits are skipped and returned. */
async function cloneAtOnce(site: string) {
  const waits = skippedWaits()
  const faults: string[] = []
  const { isChanged } = await cloneInProcess({
    address: new URL(`${site}/mirror.db`),
    dataDir: tempDir(),
    areFilesWanted: false,
    maxBytes: 1e6,
    silenceMs: 30_000,
    signal: new AbortController().signal,
    onProgress: () => {},
    onFault: (message) => faults.push(message)
  })
  return { isChanged, faults, waits }
}

test.each([
  ['2', 2000],
  // A minute at most.
  ['86400', 60_000],
  ['Fri, 01 Jan 2100 00:00:00 GMT', 60_000]
])('a busy site is requested again after its Retry-After time: %s', async (after, waitMs) => {
  const host = await startFileHost({
    '/mirror.db': (response, { request }) => {
      if (request === 1) response.writeHead(503, { 'retry-after': after }).end()
      else response.writeHead(302, { location: `${source.site}/mirror.db` }).end()
    }
  })
  const { isChanged, faults, waits } = await cloneAtOnce(host.origin)
  expect([isChanged, faults, waits]).toEqual([true, ['status 503'], [waitMs]])
  expect(host.requests).toHaveLength(2)
})

test('any number of interruptions is survived while bytes arrive, each after the first wait', async () => {
  const { site } = await badLine(source, { bytes: 700 })
  const { waits } = await cloneAtOnce(site)
  expect(waits.length).toBeGreaterThan(5)
  expect(new Set(waits)).toEqual(new Set([500]))
})

test('a TLS error is reported on one line', async () => {
  const host = await startFileHost({})
  const address = host.origin.replace('http:', 'https:')
  await expect(cloneAtOnce(address)).rejects.toThrow(
    /cannot be fetched: .+wrong version number.+; run the same command again/
  )
})

test('a clone ends although a site keeps sending a few bytes', async () => {
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-length': '1000000', etag: '"one"' })
    response.write('x')
    const timer = setInterval(() => response.write('x'), 50)
    response.on('close', () => clearInterval(timer))
  })
  const port = await listening(server)
  const { code, stderr } = await clone(`http://127.0.0.1:${port}`, tempDir(), '--max-time', '0.02')
  expect([code, stderr]).toEqual([1, expect.stringContaining('was stopped after 0.02 minutes')])
})

test('a clone onto a full disk names the disk, and does not advise a sync', async (context) => {
  const disk = smallDisk('32k')
  if (disk === undefined) return context.skip('mounting a small disk is not allowed here')
  const { site } = await badLine(source, { bytes: 1e9 })
  const { code, stderr } = await clone(site, path.join(disk, 'copy'))
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /copy\S* cannot be written: the disk is full, .*; free some space and run the same command again to resume the download \(/
    )
  ])
})
