import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { mirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { CacheFolder } from '../../../server/publication/cache-folder.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { smallDisk } from '../../support/small-disk.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { testId } from '../../support/workspaces/records.ts'
import { openDownload, serve } from '../assets/download-site.ts'

test('a cache folder that could not be created is created later', async () => {
  const dataDir = tempDir()
  // In place of the folder, so that a temporary one is used.
  writeFileSync(path.join(dataDir, 'variants'), '')
  const temporary = path.join(tempDir(), 'missing')
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => void vi.unstubAllEnvs())
  const cache = new CacheFolder(mirrorPaths(dataDir), 'variants')
  await expect(cache.path()).rejects.toThrow('ENOENT')
  await expect(cache.close()).resolves.toBe(undefined)
  mkdirSync(temporary)
  expect(path.dirname(await cache.path())).toBe(temporary)
  await cache.close()
})

test('while the data directory is away, a server makes none in its place', async () => {
  const { app, dataDir } = await openDownload()
  const statusOf = async (url: string) => (await app.inject(url)).statusCode
  expect(await statusOf('/mirror.db')).toBe(200)
  renameSync(dataDir, `${dataDir}-away`)
  onTestFinished(() => rmSync(`${dataDir}-away`, { recursive: true }))
  expect([await statusOf('/mirror.db'), existsSync(dataDir)]).toEqual([503, false])
})

test('a copy of the mirror on a full disk is logged with what to do', async (context) => {
  const disk = smallDisk('4m')
  if (disk === undefined) return context.skip('mounting a small disk is not allowed here')
  const { dataDir } = await mirrorDir()
  const served = path.join(disk, 'data')
  mkdirSync(served)
  cpSync(path.join(dataDir, 'mirror.db'), path.join(served, 'mirror.db'))
  const app = await serve(served)
  expect((await app.inject('/')).statusCode).toBe(200)
  const logged = vi.spyOn(app.log, 'error').mockImplementation(() => {})
  const ballast = path.join(disk, 'ballast')
  spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=4096'], { stdio: 'ignore' })
  expect((await app.inject('/mirror.db')).statusCode).toBe(503)
  expect(logged.mock.calls.map(([error]) => String(error))).toEqual([
    expect.stringMatching(/disk is full.*; free some space and request the download again/)
  ])
})

test('a copy of the mirror is made again if its folder is gone', async () => {
  const { api, app, dataDir, sync } = await openDownload()
  await app.inject('/mirror.db')
  const { mirror } = (await app.inject('/generation.json')).json<{ mirror: string }>()
  rmSync(path.join(dataDir, 'download'), { recursive: true })
  api.edit.setText(testId(11), 'other words')
  await sync()
  expect((await app.inject('/mirror.db')).statusCode).toBe(200)
  rmSync(path.join(dataDir, 'download'), { recursive: true })
  expect((await app.inject(`/${mirror}`)).statusCode).toBe(410)
})
