import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { DamagedFiles } from '../../../cli/check/damaged-files.ts'
import { runCommand } from '../../support/command.ts'
import { sends } from '../../support/sites/file-host.ts'
import {
  type FileSite,
  asset,
  attachment,
  imageBlock,
  openFileSite,
  picture,
  published
} from '../../support/sites/file-site.ts'
import { tempDir } from '../../support/temp-dir.ts'

/** A synced site with a picture of the workspace's store and one of another host. */
async function openSite() {
  const site = await openFileSite((host) => [
    imageBlock(2, attachment(20)),
    imageBlock(3, `${host.origin}/a.png`)
  ])
  const [stored, elsewhere] = [await picture(1), await picture(2)]
  site.assets.set(attachment(20), asset(stored))
  site.host.answers.set('/a.png', sends(elsewhere, { etag: '"v1"' }))
  await site.sync()
  const originals = new Map([
    [attachment(20), stored],
    [`${site.host.origin}/a.png`, elsewhere]
  ])
  return { site, originals }
}

function fileOf(site: FileSite, source: string): string {
  const hash = published(site).get(source)?.hash ?? ''
  return path.join(site.dataDir, 'assets', hash.slice(0, 2), hash)
}

/** Changes a byte, but not the size. */
function damage(file: string): void {
  const bytes = readFileSync(file)
  bytes[30] = (bytes[30] ?? 0) ^ 1
  writeFileSync(file, bytes)
}

const checkFiles = (data: string) => runCommand(['check', '--files', '--data', data])

test('a file whose bytes have changed is found by check --files and fetched by the next sync', async () => {
  const { site, originals } = await openSite()
  expect((await checkFiles(site.dataDir)).code).toBe(0)
  for (const source of originals.keys()) damage(fileOf(site, source))
  const { code, stdout } = await checkFiles(site.dataDir)
  expect([code, stdout]).toEqual([1, expect.stringContaining('the next sync fetches them again')])
  for (const source of originals.keys()) expect(stdout).toContain(`asset: ${source}: its file`)

  const { report } = await site.sync()
  expect(report.files).toEqual({ expected: 2, stored: 2, failed: [] })
  for (const [source, bytes] of originals) {
    expect(readFileSync(fileOf(site, source)).equals(bytes), source).toBe(true)
  }
  expect((await checkFiles(site.dataDir)).code).toBe(0)
})

test('a damaged file is requested in full and once', async () => {
  const { site } = await openSite()
  damage(fileOf(site, `${site.host.origin}/a.png`))
  await checkFiles(site.dataDir)
  await site.sync()
  await site.sync()
  expect(site.host.requests).toHaveLength(2)
  expect(site.host.requests[1]?.headers['if-none-match']).toBeUndefined()
  expect(existsSync(path.join(site.dataDir, 'damaged-files.json'))).toBe(false)
})

test('a damaged file that cannot be fetched again stays published', async () => {
  const { site } = await openSite()
  const source = `${site.host.origin}/a.png`
  damage(fileOf(site, source))
  await checkFiles(site.dataDir)
  site.host.answers.delete('/a.png')
  const { report } = await site.sync()
  expect(report.files.failed[0]?.reason).toBe('status 404; the earlier copy is used')
  expect(published(site).has(source)).toBe(true)
  expect((await checkFiles(site.dataDir)).code).toBe(1)
})

test('check --files of a mirror without files reports that they are missing', async () => {
  const { site } = await openSite()
  const copy = path.join(tempDir(), 'copy.db')
  cpSync(path.join(site.dataDir, 'mirror.db'), copy)
  const { code, stdout } = await checkFiles(copy)
  expect([code, stdout.match(/is missing/g)]).toEqual([1, ['is missing', 'is missing']])
})

test('a file that a check finds during a sync stays in the list of damaged files', () => {
  const dir = tempDir()
  new DamagedFiles(dir).replace(['a', 'b'])
  const ofSync = new DamagedFiles(dir)
  new DamagedFiles(dir).replace(['a', 'b', 'c'])
  ofSync.remove('a')
  const found = new DamagedFiles(dir)
  expect(['a', 'b', 'c'].map((hash) => found.has(hash))).toEqual([false, true, true])
})
