import { execFile } from 'node:child_process'
import { cpSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { promisify } from 'node:util'

import { beforeAll, expect, test } from 'vitest'

import { clone as cloneInProcess } from '../../../cli/copies/clone/clone.ts'
import { verifyMirror } from '../../../db/check/verify-mirror.ts'
import type { MirrorIndex } from '../../../site/browse/mirror-chunks.ts'
import { buildFolder, serveFolder, staticSite } from '../../support/browser/static-site.ts'
import { runCommand } from '../../support/command.ts'
import { mirrorContents } from '../../support/sites/mirror-contents.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { ROOT_ID, testId } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { clone, mirrorOf } from './cloned-site.ts'

/** A served folder below a path, with a function that edits its workspace and builds it again. */
async function openFolder() {
  const filled = await mirrorDir()
  const { dataDir, api, sync } = filled
  const folder = path.join(tempDir(), 'wiki')
  const build = () =>
    buildFolder(folder, { dataDir, basePath: '/wiki', config: testConfig(ROOT_ID) })
  await build()
  const edit = async () => {
    api.edit.setText(testId(11), 'another line')
    await sync()
    await build()
  }
  return { dataDir, folder, edit, site: await serveFolder(folder, '/wiki') }
}

let shared: Awaited<ReturnType<typeof openFolder>>

beforeAll(async () => {
  shared = await openFolder()
})

test('the mirror of a folder is cloned, and again only after a publication', async () => {
  const { site, dataDir, edit } = await openFolder()
  const copy = tempDir()
  const first = JSON.parse((await clone(site, copy, '--json')).stdout)
  expect(first).toMatchObject({ is_changed: true, generation: 1, pages: 3 })
  expect(mirrorContents(mirrorOf(copy))).toEqual(mirrorContents(mirrorOf(dataDir)))
  const second = JSON.parse((await clone(site, copy, '--json')).stdout)
  expect(second).toMatchObject({ is_changed: false, generation: 1 })
  await edit()
  const third = JSON.parse((await clone(site, copy, '--json')).stdout)
  expect(third).toMatchObject({ is_changed: true, generation: 2 })
  expect(mirrorContents(mirrorOf(copy))).toEqual(mirrorContents(mirrorOf(dataDir)))
})

test('the files of a folder are cloned: pictures, sound, PDFs and downloads, each once', async () => {
  const { address, folder } = await staticSite()
  const copy = tempDir()
  const { code, stderr, stdout } = await clone(address, copy, '--files', '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const { files } = JSON.parse(stdout)
  expect(files).toMatchObject({ fetched: files.files, failed: [] })
  expect(readdirSync(path.join(folder, '_files/download'))).toHaveLength(1)
  expect((await runCommand(['verify', copy])).code).toBe(0)
  const again = JSON.parse((await clone(address, copy, '--files', '--json')).stdout)
  expect(again).toMatchObject({ is_changed: false, files: { fetched: 0, failed: [] } })
})

test('a file that is missing in a folder is listed', async () => {
  const kept = await staticSite()
  const folder = path.join(tempDir(), 'wiki')
  cpSync(realpathSync(kept.folder), folder, { recursive: true })
  rmSync(path.join(folder, '_files/download'), { recursive: true })
  const { code, stderr } = await clone(await serveFolder(folder), tempDir(), '--files')
  expect([code, stderr]).toEqual([
    3,
    expect.stringMatching(/^some files were not fetched: attachment:.*hollow\.zip: status 404; run/)
  ])
})

test('an interrupted clone of a folder continues with the missing bytes', async () => {
  const { site, folder } = shared
  const [whole, copy] = [tempDir(), tempDir()]
  await clone(site, whole)
  const name = readdirSync(folder).find((each) => each.startsWith('mirror.')) ?? ''
  const { size, chunks } = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as MirrorIndex
  const etag = `"${createHash('sha256').update(chunks.join()).digest('hex')}"`
  const facts = { address: `${site}/${name}`, etag, coding: 'identity', hash: null, size }
  writeFileSync(path.join(copy, 'clone.part.json'), JSON.stringify(facts))
  const bytes = readFileSync(mirrorOf(whole)).subarray(0, 100_000)
  expect(bytes.length).toBeLessThan(size)
  writeFileSync(path.join(copy, 'clone.part'), bytes)
  const { code, stderr } = await clone(site, copy)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(mirrorContents(mirrorOf(copy))).toEqual(mirrorContents(mirrorOf(whole)))
})

test('a clone of a folder with a changed chunk is refused', async () => {
  const folder = path.join(tempDir(), 'wiki')
  cpSync(realpathSync(shared.folder), folder, { recursive: true })
  const chunks = path.join(folder, '_mirror')
  const [chunk = ''] = readdirSync(chunks)
  const content = readFileSync(path.join(chunks, chunk))
  content[content.length - 1] = (content.at(-1) ?? 0) ^ 1
  writeFileSync(path.join(chunks, chunk), content)
  const copy = tempDir()
  const { code, stderr } = await clone(await serveFolder(folder, '/wiki'), copy)
  expect([code, stderr]).toEqual([1, expect.stringContaining('is corrupted; run the same command')])
  expect(readdirSync(copy)).not.toContain('mirror.db')
})

test('the mirror of a folder that is too large is refused before its first chunk', async () => {
  const received: number[] = []
  const cloned = cloneInProcess({
    address: new URL(`${shared.site}/mirror.db`),
    dataDir: tempDir(),
    areFilesWanted: false,
    maxBytes: 10_000,
    silenceMs: 30_000,
    signal: new AbortController().signal,
    onProgress: (bytes) => received.push(bytes),
    onFault: () => {}
  })
  await expect(cloned).rejects.toThrow('is larger than 0.01 MB; allow more with --max-size <MB>')
  expect(received).toEqual([])
})

test('a site of other files is refused as before', async () => {
  const { site } = shared
  const { code, stderr } = await clone(`${site}/techniques`, tempDir())
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(`${site}/techniques/mirror.db does not exist; check that the site runs`)
  ])
})

test('the shell command of the documentation puts the mirror together', async () => {
  const { site, dataDir } = shared
  const docs = readFileSync(path.join(import.meta.dirname, '../../../docs/static.md'), 'utf8')
  const [, example = ''] = /```sh\n(site=[^]*?)```/.exec(docs) ?? []
  const folder = tempDir()
  const script = example.replace('https://wiki.example.org', site)
  expect(script).not.toBe(example)
  await promisify(execFile)('sh', ['-c', script], { cwd: folder })
  const file = path.join(folder, 'mirror.db')
  expect(verifyMirror(file)).toMatchObject({ generation: 1 })
  expect(mirrorContents(file)).toEqual(mirrorContents(mirrorOf(dataDir)))
  const { code } = await runCommand(['verify', file])
  expect(code).toBe(0)
})
