import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { buildApp } from '../../../server/app.ts'
import { runCommand, startCommand } from '../../support/command.ts'
import { asset, attachment, picture, published } from '../../support/sites/file-site.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { patient, testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { type Source, addressOf, openSource } from './faulty-source.ts'

/** The sites of two and of ten pictures, for the tests that edit nothing. */
let few: Source
let many: Source
beforeAll(async () => {
  few = await openSource(2)
  many = await openSource(10)
})

/** A site without the faults and the requests of the tests before. */
function asNew(source: Source): Source {
  source.faults.clear()
  source.requests.length = 0
  return source
}

const clone = (source: Source, dataDir: string, ...args: string[]) =>
  runCommand(['clone', source.address, '--files', '--json', '--data', dataDir, ...args])
const filesOf = (stdout: string) => (JSON.parse(stdout) as { files: object }).files
const verify = (dataDir: string) => runCommand(['verify', dataDir])

/** What `doctor` finds about the files of a data directory. */
async function examineFiles(dataDir: string): Promise<object | undefined> {
  const { stdout } = await runCommand(['doctor', '--offline', '--json', '--data', dataDir])
  const { findings } = JSON.parse(stdout) as { findings: { check: string }[] }
  return findings.find(({ check }) => check === 'assets')
}

function fileOf(source: Source, dataDir: string, number: number): string {
  const hash = hashOf(source, number)
  return path.join(dataDir, 'assets', hash.slice(0, 2), hash)
}

function partOf(source: Source, dataDir: string, number: number): string {
  return path.join(dataDir, 'assets', `${hashOf(source, number)}.part`)
}

function hashOf(source: Source, number: number): string {
  return published(source).get(attachment(number))?.hash ?? ''
}

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size

test('clone --files downloads every file once, and verify checks them', async () => {
  const source = asNew(many)
  const copy = tempDir()
  const first = await clone(source, copy)
  expect([first.code, first.stderr]).toEqual([0, ''])
  expect(filesOf(first.stdout)).toMatchObject({ files: 10, fetched: 10, failed: [] })
  expect([source.pictures(), source.mostAtOnce() <= 6]).toEqual([10, true])
  const verified = await verify(copy)
  expect([verified.code, verified.stdout]).toEqual([0, expect.stringContaining('10 files')])

  const second = await clone(source, copy)
  expect(filesOf(second.stdout)).toMatchObject({ files: 10, fetched: 0, failed: [] })
  expect(source.pictures()).toBe(10)
  expect(readdirSync(path.join(copy, 'assets')).some((name) => name.endsWith('.part'))).toBe(false)
})

test('a clone with files is served with its pictures', async () => {
  const source = asNew(few)
  const copy = tempDir()
  await clone(source, copy)
  const app = await buildApp({
    ...patient,
    config: testConfig(ROOT_ID),
    dataDir: copy,
    logLevel: 'error'
  })
  onTestFinished(() => app.close())
  const reply = await app.inject(addressOf(20))
  expect([reply.statusCode, reply.rawPayload.equals(await picture(20))]).toEqual([200, true])
})

test('a clone made without files can download them later', async () => {
  const source = asNew(few)
  const copy = tempDir()
  await runCommand(['clone', source.address, '--data', copy])
  expect([source.pictures(), (await verify(copy)).code]).toEqual([0, 1])
  const { stdout } = await clone(source, copy)
  expect(JSON.parse(stdout)).toMatchObject({ is_changed: false, files: { files: 2, fetched: 2 } })
  expect((await verify(copy)).code).toBe(0)
})

test('doctor and check name the command that downloads the files of a clone', async () => {
  const source = asNew(few)
  const copy = tempDir()
  await runCommand(['clone', source.address, '--data', copy])
  const remedy = `"fansite clone ${source.address}/mirror.db --files", which downloads them`
  expect(await examineFiles(copy)).toMatchObject({
    status: 'failure',
    remedy: `run "fansite check --files", then ${remedy}`
  })
  expect((await runCommand(['check', '--files', '--data', copy])).stdout).toContain(
    'the next sync fetches them again, or "fansite clone" with --files in a clone of a site\n'
  )
  await runCommand(['clone', `${source.address}/mirror.db`, '--files', '--data', copy])
  expect(await examineFiles(copy)).toMatchObject({ status: 'ok' })
})

test('only new files are downloaded, and withdrawn files are removed', async () => {
  const source = await openSource(3)
  const copy = tempDir()
  await clone(source, copy)
  const withdrawn = fileOf(source, copy, 20)
  // Of an interrupted download.
  const part = partOf(source, copy, 20)
  writeFileSync(part, 'half of it')
  source.assets.set(attachment(40), asset(await picture(40)))
  source.api.edit.change(testId(20), { properties: { source: [[attachment(40)]] } })
  await source.sync()
  const before = source.requests.length
  const { stdout } = await clone(source, copy)
  expect(filesOf(stdout)).toMatchObject({ files: 3, fetched: 1, failed: [] })
  const urls = source.requests.slice(before).map(({ url }) => url)
  expect(urls).toEqual(['/mirror.db', addressOf(40)])
  expect([withdrawn, part].map((file) => existsSync(file))).toEqual([false, false])
})

test('an interrupted file download is resumed', async () => {
  const source = asNew(few)
  const copy = tempDir()
  const part = partOf(source, copy, 20)
  source.faults.set(addressOf(20), async (response, sent) => {
    source.faults.clear()
    response.write(sent.subarray(0, 100))
    // Cut after the sent bytes have arrived.
    await expect.poll(() => sizeOf(part)).toBe(100)
    response.destroy()
  })
  const { code } = await clone(source, copy)
  const ranges = source.requests.flatMap(({ url, range }) => (url === addressOf(20) ? [range] : []))
  expect(code).toBe(0)
  expect(ranges).toEqual([undefined, 'bytes=100-'])
  expect(readFileSync(fileOf(source, copy, 20)).equals(await picture(20))).toBe(true)
})

test('a clone stopped during the files resumes without downloading the mirror again', async () => {
  const source = asNew(many)
  for (const number of [26, 27, 28, 29]) {
    source.faults.set(addressOf(number), (response, sent) => {
      response.write(sent.subarray(0, 50))
    })
  }
  const copy = tempDir()
  const args = ['clone', source.address, '--files', '--data', copy]
  const child = startCommand(args)
  const sizes = () => [26, 27, 28, 29].map((number) => sizeOf(partOf(source, copy, number)))
  await expect.poll(sizes).toEqual([50, 50, 50, 50])
  const whole = [20, 21, 22, 23, 24, 25].map((number) => fileOf(source, copy, number))
  await expect.poll(() => whole.every((file) => existsSync(file))).toBe(true)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([143, null])
  expect(existsSync(path.join(copy, 'mirror.db'))).toBe(false)

  source.faults.clear()
  const before = source.requests.length
  const { code, stdout } = await clone(source, copy)
  expect([code, filesOf(stdout)]).toMatchObject([0, { files: 10, fetched: 4, failed: [] }])
  const again = source.requests.slice(before)
  expect(again.filter(({ url }) => url.startsWith('/image/'))).toHaveLength(4)
  expect(again.every(({ url, range }) => url === '/mirror.db' || range === 'bytes=50-')).toBe(true)
  expect((await verify(copy)).code).toBe(0)
})

test('a file with the wrong hash is not stored and is named', async () => {
  const source = asNew(few)
  source.faults.set(addressOf(20), (response, sent) => void response.end(sent.fill(0, 40, 50)))
  const copy = tempDir()
  const { code, stdout, stderr } = await clone(source, copy)
  const failed = {
    source: attachment(20),
    reason: 'the site sends other content than its mirror references'
  }
  expect([code, filesOf(stdout)]).toMatchObject([3, { fetched: 1, failed: [failed] }])
  expect(stderr).toContain(
    `some files were not fetched: ${attachment(20)}: the site sends other content than its mirror references`
  )
  expect(existsSync(fileOf(source, copy, 20))).toBe(false)

  source.faults.clear()
  const again = await clone(source, copy)
  expect([again.code, (await verify(copy)).code]).toEqual([0, 0])
})

test.each([
  ['no command has found it', false],
  ['check --files has listed it', true]
])('a damaged file of a clone is downloaded again: %s', async (_, isChecked) => {
  const source = asNew(few)
  const copy = tempDir()
  await clone(source, copy)
  const file = fileOf(source, copy, 20)
  writeFileSync(file, Buffer.alloc(statSync(file).size))
  if (isChecked) expect((await runCommand(['check', '--files', '--data', copy])).code).toBe(1)
  expect(filesOf((await clone(source, copy)).stdout)).toMatchObject({ fetched: 1, failed: [] })
  expect((await verify(copy)).code).toBe(0)
})

test('files that are too large are refused before the first is fetched', async () => {
  const source = await openSource(3)
  source.assets.set(attachment(30), asset(bitmap()))
  source.api.edit.change(testId(20), { properties: { source: [[attachment(30)]] } })
  await source.sync()
  const copy = tempDir()
  const { code, stderr } = await clone(source, copy, '--max-size', '3')
  expect([code, stderr]).toEqual([1, expect.stringContaining('allow more with --max-size')])
  expect(source.pictures()).toBe(0)
  expect(readdirSync(copy).filter((name) => name.startsWith('mirror'))).toEqual([])
})

/** A bitmap of four megabytes. */
function bitmap(): Buffer {
  const side = 1024
  const bytes = Buffer.alloc(54 + side * side * 4)
  bytes.write('BM')
  bytes.writeUInt32LE(bytes.length, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeInt32LE(side, 18)
  bytes.writeInt32LE(side, 22)
  bytes.writeUInt16LE(1, 26)
  bytes.writeUInt16LE(32, 28)
  return bytes
}

test('a stored file that is not published is not served', async () => {
  const source = await openSource(2)
  const file = fileOf(source, source.dataDir, 20)
  source.api.edit.change(ROOT_ID, { content: [testId(21)] })
  await source.sync()
  expect(existsSync(file)).toBe(true)
  const answer = await fetch(`${source.address}${addressOf(20)}?v=${path.basename(file)}`)
  expect(answer.status).toBe(404)
})
