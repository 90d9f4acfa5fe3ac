import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import { expect, onTestFinished, test, vi } from 'vitest'

import { DownloadBudget } from '../../../../cli/sync/assets/download/download-budget.ts'
import { runCommand } from '../../../support/command.ts'
import { skippedWaits } from '../../../support/run/waits.ts'
import { type Answer, sends, startFileHost } from '../../../support/sites/file-host.ts'
import {
  asset,
  attachment,
  commandEnv,
  imageBlock,
  picture,
  published
} from '../../../support/sites/file-site.ts'
import { openSyncedFileSite } from '../synced-site.ts'
import { testId } from '../../../support/workspaces/records.ts'

/** An asset that is refused with a status a number of times before it is served. */
function refused(bytes: Uint8Array, { status, times }: { status: number; times: number }) {
  let reads = 0
  const read = async () => {
    if (++reads > times) return bytes
    throw Object.assign(new Error('not now'), { statusCode: status })
  }
  return { mediaType: 'image/png', read }
}

async function siteWithOneFile() {
  const site = await openSyncedFileSite((host) => [imageBlock(2, `${host.origin}/a.png`)])
  // A full run requests files again that failed in the previous run.
  const reasons = async (downloads = {}) => {
    const { report } = await site.sync({ downloads, isFull: true })
    return report.files.failed.map(({ reason }) => reason)
  }
  return { site, reasons, bytes: await picture(1) }
}

test('a file that fails twice with a temporary fault is requested a third time', async () => {
  const { site, reasons, bytes } = await siteWithOneFile()
  site.host.answers.set('/a.png', (response, { request }) => {
    if (request === 1) response.writeHead(503).end()
    else if (request === 2) response.destroy()
    else response.end(bytes)
  })
  expect(await reasons()).toEqual([])
  expect(site.host.requests).toHaveLength(3)
})

test('a file that keeps failing is requested three times, a missing one once', async () => {
  const { site, reasons } = await siteWithOneFile()
  site.host.answers.set('/a.png', (response) => void response.writeHead(500).end())
  expect(await reasons()).toEqual(['status 500'])
  expect(site.host.requests).toHaveLength(3)

  site.host.answers.delete('/a.png')
  expect(await reasons()).toEqual(['status 404'])
  expect(site.host.requests).toHaveLength(4)
})

test('a host that sends Retry-After is given that time', async () => {
  const { site, reasons, bytes } = await siteWithOneFile()
  const waits = skippedWaits()
  site.host.answers.set('/a.png', (response, { request }) => {
    if (request === 1) response.writeHead(429, { 'retry-after': '1' }).end()
    else response.end(bytes)
  })
  expect(await reasons()).toEqual([])
  expect(waits).toEqual([1000])
  expect(site.host.requests).toHaveLength(2)
})

test('a truncated body is downloaded again and never published', async () => {
  const { site, reasons, bytes } = await siteWithOneFile()
  site.host.answers.set('/a.png', (response, { request }) => {
    response.writeHead(200, { 'content-length': bytes.length })
    if (request > 1) response.end(bytes)
    else response.write(bytes.subarray(0, 50), () => response.socket?.end())
  })
  expect(await reasons()).toEqual([])
  expect(published(site).get(`${site.host.origin}/a.png`)?.size).toBe(bytes.length)
})

test('a host may be silent for 15 seconds', () => {
  const rules = { allowedOrigins: new Set<string>(), maxBytes: 1, maxRunBytes: 1 }
  expect(new DownloadBudget(rules).patienceMs).toBe(15_000)
})

/**
 * Starts a run with the patience that a busy machine needs for the rest of a test, for a host that
 * answers this way. The returned function tells whether it still waits for its first response, and
 * stops it.
 */
async function startPatientRun(answer: Answer) {
  const { site } = await siteWithOneFile()
  const stop = new AbortController()
  let isOpen = false
  site.host.answers.set('/a.png', (response, call) => {
    isOpen = true
    response.on('close', () => (isOpen = false))
    answer(response, call)
  })
  const run = site.sync({ signal: stop.signal, downloads: { patienceMs: 200_000 } })
  await expect.poll(() => isOpen).toBe(true)
  return async () => {
    const isWaiting = isOpen && site.host.requests.length === 1
    stop.abort(new Error('stopped by the test'))
    await expect(run).rejects.toThrow('stopped by the test')
    return isWaiting
  }
}

test('a silent host is abandoned', async () => {
  const { site, reasons } = await siteWithOneFile()
  const isPatientRunWaiting = await startPatientRun(() => {})
  site.host.answers.set('/a.png', () => {})
  expect(await reasons({ patienceMs: 200 })).toEqual(['Headers Timeout Error'])
  expect(site.host.requests).toHaveLength(3)
  expect(await isPatientRunWaiting()).toBe(true)
})

test('a host that drips bytes is abandoned at once', async () => {
  const { site, reasons } = await siteWithOneFile()
  const drips: Answer = (response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('.'), 20)
    response.on('close', () => clearInterval(drip))
  }
  const isPatientRunWaiting = await startPatientRun(drips)
  site.host.answers.set('/a.png', drips)
  // A busy machine has time for the first response; only the pace is examined sooner.
  const patienceMs = 100_000
  const { setInterval: start } = globalThis
  const sooner = (check: () => void, ms?: number) => start(check, ms === patienceMs ? 200 : ms)
  vi.stubGlobal('setInterval', sooner)
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(await reasons({ patienceMs })).toEqual(['the download is too slow'])
  expect(site.host.requests).toHaveLength(1)
  expect(await isPatientRunWaiting()).toBe(true)
})

test('a host without any success is abandoned after five files', async () => {
  const numbers = Array.from({ length: 40 }, (_, index) => 2 + index)
  const site = await openSyncedFileSite((host) =>
    numbers.map((number) => imageBlock(number, `${host.origin}/${number}.png`))
  )
  for (const number of numbers) {
    site.host.answers.set(`/${number}.png`, (response) => void response.destroy())
  }
  const { report } = await site.sync()
  expect(report.files.failed).toHaveLength(40)
  expect(report.files.failed.at(-1)?.reason).toBe('skipped after 5 failed downloads from this host')
  // Six downloads run at the same time when the fifth fails.
  expect(site.host.requests.length).toBeLessThanOrEqual(11 * 3)
})

test('redirects are followed only to allowed addresses', async () => {
  const { site, reasons, bytes } = await siteWithOneFile()
  const inside = await startFileHost({ '/secret.png': sends(bytes) })
  const redirect = (location: string) =>
    site.host.answers.set('/a.png', (response) => void response.writeHead(302, { location }).end())
  for (const [location, reason] of [
    [`${inside.origin}/secret.png`, 'not an https URL'],
    ['https://127.0.0.1/secret.png', /^address 127.0.0.1 is not public \(loopback\)$/],
    ['https://[::ffff:10.0.0.1]/a.png', /^address ::ffff:a00:1 is not public \(private\)$/],
    ['https://localhost/secret.png', /^address (127.0.0.1|::1) is not public \(loopback\)$/],
    ['/a.png', 'more than 3 redirects']
  ] as const) {
    redirect(location)
    expect(await reasons()).toEqual([expect.stringMatching(reason)])
  }
  expect(inside.requests).toEqual([])

  redirect('/b.png')
  site.host.answers.set('/b.png', sends(bytes))
  expect(await reasons()).toEqual([])
})

test('a refused signature is renewed once', async () => {
  const site = await openSyncedFileSite(() => [
    imageBlock(2, attachment(20)),
    imageBlock(3, attachment(30))
  ])
  site.assets.set(attachment(20), refused(await picture(1), { status: 403, times: 1 }))
  site.assets.set(attachment(30), refused(await picture(2), { status: 403, times: 2 }))
  const { report } = await site.sync()

  const signed = site.api.requests.filter(({ endpoint }) => endpoint === 'getSignedFileUrls')
  expect(signed).toHaveLength(3)
  expect(report.files.failed).toEqual([
    { source: attachment(30), block_id: testId(3), reason: 'status 403' }
  ])
})

test('addresses are signed in batches, after the files before them are fetched', async () => {
  const numbers = Array.from({ length: 120 }, (_, index) => 2 + index)
  const site = await openSyncedFileSite(() =>
    numbers.map((number) => imageBlock(number, attachment(number)))
  )
  const bytes = await picture(1)
  for (const number of numbers) site.assets.set(attachment(number), asset(bytes))
  const { report } = await site.sync()

  expect(report.files.stored).toBe(120)
  const calls = site.api.requests.map(({ endpoint }) => endpoint)
  const signings = calls.flatMap((endpoint, index) =>
    endpoint === 'getSignedFileUrls' ? index : []
  )
  const filesBefore = signings.map(
    (index) => calls.slice(0, index).filter((endpoint) => endpoint === 'file').length
  )
  expect(filesBefore).toHaveLength(3)
  expect(filesBefore[1]).toBeGreaterThanOrEqual(44)
  expect(filesBefore[2]).toBeGreaterThanOrEqual(94)
})

test('a workspace that signs nothing loses files and no pages', async () => {
  const site = await openSyncedFileSite((host) => [
    imageBlock(2, attachment(20)),
    imageBlock(3, `${host.origin}/a.png`)
  ])
  site.host.answers.set('/a.png', sends(await picture(1)))
  site.api.faults.set({ faults: ['server-error'], endpoint: 'getSignedFileUrls' })
  const { report, isPublished } = await site.sync()

  expect(isPublished).toBe(true)
  expect(report.files.stored).toBe(1)
  expect(report.files.failed[0]?.reason).toMatch(/did not answer getSignedFileUrls/)
})

test('no signature reaches the mirror, the report or the output', async () => {
  const site = await openSyncedFileSite(() => [
    imageBlock(2, attachment(20)),
    imageBlock(3, attachment(30)),
    imageBlock(4, attachment(40))
  ])
  site.assets.set(attachment(20), asset(await picture(1)))
  site.assets.set(attachment(30), refused(await picture(1), { status: 403, times: 9 }))
  site.assets.set(attachment(40), asset(Buffer.from('no picture')))
  const args = ['sync', '--json', '--data', site.dataDir]
  const { code, stdout, stderr } = await runCommand(args, commandEnv(site))

  expect(code).toBe(0)
  expect(stdout).toContain('status 403')
  const bodies = site.api.requests.flatMap(({ body }) => (typeof body === 'string' ? [body] : []))
  const signature = /X-Amz-Signature=(\w+)/.exec(bodies.join(' '))?.[1] ?? 'nothing was signed'
  const files = readdirSync(site.dataDir).filter((name) => name !== 'assets')
  const written = files.map((name) => readFileSync(path.join(site.dataDir, name), 'latin1'))
  for (const text of [stdout, stderr, ...written]) {
    expect(text.includes('X-Amz-') || text.includes(signature)).toBe(false)
  }
  expect(signature).toMatch(/^[0-9a-f]{32}$/)
})

test('a stopped run ends its downloads, starts no other, and leaves no partial file', async () => {
  const numbers = Array.from({ length: 20 }, (_, index) => 2 + index)
  const site = await openSyncedFileSite((host) =>
    numbers.map((number) => imageBlock(number, `${host.origin}/${number}.png`))
  )
  const stop = new AbortController()
  for (const number of numbers) {
    site.host.answers.set(`/${number}.png`, (response) => void response.writeHead(200).write('.'))
  }
  const run = site.sync({ signal: stop.signal })
  await expect.poll(() => site.host.requests.length).toBe(6)
  stop.abort(new Error('stopped by the test'))

  await expect(run).rejects.toThrow('stopped by the test')
  // A request that the run had sent before its end would arrive before this one.
  await fetch(`${site.host.origin}/last`)
  expect(site.host.requests).toHaveLength(6 + 1)
  expect(readdirSync(path.join(site.dataDir, 'assets'))).toEqual([])
})

test('a file that the system refuses to store ends the run with its folder, cause and remedy', async () => {
  const site = await openSyncedFileSite(() => [imageBlock(2, attachment(20))])
  const large = Buffer.concat([await picture(1), randomBytes(8_000_000)])
  site.assets.set(attachment(20), asset(large))
  const limited = `ulimit -f 8000; exec '${process.execPath}' cli/bin.js sync --data '${site.dataDir}'`
  const env = { ...commandEnv(site), PATH: process.env['PATH'] ?? '' }
  const run = promisify(execFile)('/bin/sh', ['-c', limited], { env })
  await expect(run).rejects.toMatchObject({ code: 1, stdout: '' })
  await expect(run).rejects.toMatchObject({
    stderr: expect.stringContaining(
      `${path.join(site.dataDir, 'assets')} cannot be read or written: the system reports an error; check the disk and the limit on file sizes, then sync again (EFBIG`
    )
  })
})
