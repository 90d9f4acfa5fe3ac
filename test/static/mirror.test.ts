import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { buildApp } from '../../server/app.ts'
import { type MirrorIndex, chunkPath } from '../../site/browse/mirror-chunks.ts'
import { differences, folderFiles, mirrorsOf } from '../support/browser/folder-files.ts'
import { buildFolder, sampleConfig, staticSite } from '../support/browser/static-site.ts'
import { onFinished } from '../support/on-finished.ts'
import { mirrorDir } from '../support/sites/mirror-dir.ts'
import { tempDir } from '../support/temp-dir.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../support/workspaces/records.ts'
import { patient, testConfig } from '../support/workspaces/test-config.ts'

const PAGES = 5
const TEXTS = 6

/** Pages with enough text for several chunks. */
function workspace() {
  const pages = Array.from({ length: PAGES }, (_, at) => testId(1000 + at))
  const records = pages.flatMap((id, page) => {
    const numbers = Array.from({ length: TEXTS }, (_, at) => page * TEXTS + at)
    const content = numbers.map((number) => testId(5000 + number))
    const texts = numbers.map((number) =>
      textBlock(5000 + number, `Seam ${number}. `.repeat(800), { parent_id: id })
    )
    return [pageBlock(1000 + page, `Ore ${page}`, { content }), ...texts]
  })
  return workspaceOf(pages, records)
}

const nameIn = (folder: string) =>
  (JSON.parse(readFileSync(path.join(folder, 'generation.json'), 'utf8')) as { mirror?: string })
    .mirror
const indexIn = (folder: string, name: string) =>
  JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as MirrorIndex

test('the chunks of a folder are the file that a server offers', async () => {
  const { folder, dataDir } = await staticSite()
  const name = nameIn(folder) ?? ''
  const whole = mirrorsOf(folderFiles(folder)).get(name)
  const { size, chunkSize, pageSize, chunks } = indexIn(folder, name)
  const hashOf = (chunk: string) =>
    createHash('sha256')
      .update(readFileSync(path.join(folder, chunkPath(chunk))))
      .digest('hex')
  expect(chunks.filter((chunk) => !hashOf(chunk).startsWith(chunk))).toEqual([])
  expect([whole?.length, chunks.length, chunkSize % pageSize]).toEqual([
    size,
    Math.ceil(size / chunkSize),
    0
  ])
  const config = { ...sampleConfig(), components: null }
  const app = await buildApp({ ...patient, config, dataDir, logLevel: 'error' })
  onFinished(() => app.close())
  const request = { url: '/mirror.db', headers: { 'accept-encoding': 'identity' } }
  // A busy server answers 503 until the copy is made.
  await expect.poll(async () => (await app.inject(request)).statusCode).toBe(200)
  const served = await app.inject(request)
  expect(whole?.equals(served.rawPayload)).toBe(true)
})

test('an edit writes the changed chunks, links the others, and keeps the mirror before for one publication', async () => {
  const { api, sync, dataDir } = await mirrorDir(workspace())
  const folder = path.join(tempDir(), 'wiki')
  const build = () => buildFolder(folder, { dataDir, config: testConfig(ROOT_ID) })
  await build()
  const [first, firstFiles] = [nameIn(folder) ?? '', folderFiles(folder)]
  const before = indexIn(folder, first)
  const inode = (chunk: string) => statSync(path.join(folder, chunkPath(chunk))).ino
  const inodes = new Map(before.chunks.map((chunk) => [chunk, inode(chunk)]))
  const edit = async (text: string) => {
    api.edit.change(testId(5007), { properties: { title: [[text]] } })
    await sync()
    await build()
  }

  await edit('Seam of silver.')
  const second = nameIn(folder) ?? ''
  const after = indexIn(folder, second)
  expect(second).not.toBe(first)
  const common = after.chunks.filter((chunk) => inodes.has(chunk))
  expect(common.length).toBeGreaterThan(after.chunks.length / 4)
  expect(common.filter((chunk) => inode(chunk) !== inodes.get(chunk))).toEqual([])
  const mirrors = mirrorsOf(folderFiles(folder))
  expect([...mirrors.keys()].toSorted()).toEqual([first, second].toSorted())
  expect(mirrors.get(first)?.equals(mirrorsOf(firstFiles).get(first) ?? Buffer.of())).toBe(true)
  // A build without a publication keeps both.
  const secondFiles = folderFiles(folder)
  expect(await build()).toMatchObject({ written: 0 })
  expect(differences(secondFiles, folderFiles(folder))).toEqual([])

  await edit('Seam of gold.')
  expect([...mirrorsOf(folderFiles(folder)).keys()].toSorted()).toEqual(
    [second, nameIn(folder) ?? ''].toSorted()
  )
  expect(folderFiles(folder).has(first)).toBe(false)
})

test('a site that does not offer its mirror has none in its folder', async () => {
  const { dataDir } = await mirrorDir()
  const config = { ...testConfig(ROOT_ID), isMirrorDownloadEnabled: false }
  const folder = path.join(tempDir(), 'wiki')
  await buildFolder(folder, { dataDir, config })
  expect(nameIn(folder)).toBeUndefined()
  const names = [...folderFiles(folder).keys()]
  expect(names.filter((name) => /^(_mirror\/|mirror\.|_data\/)/.test(name))).toEqual([])
})

test('a page that is excluded before the next sync takes the mirror with it', async () => {
  const { dataDir } = await mirrorDir()
  const config = testConfig(ROOT_ID)
  const folder = path.join(tempDir(), 'wiki')
  await buildFolder(folder, { dataDir, config })
  expect(nameIn(folder)).toBeDefined()
  const excluding = { ...config, excludedPageIds: [testId(10)] }
  await buildFolder(folder, { dataDir, config: excluding })
  expect(nameIn(folder)).toBeUndefined()
  const versions = folderFiles(path.join(path.dirname(folder), '.wiki.builds'))
  expect([...versions.keys()].filter((name) => /_mirror\/|\/mirror\./.test(name))).toEqual([])
})
