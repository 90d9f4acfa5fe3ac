import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import { mirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { CacheFolder } from '../../../server/publication/cache-folder.ts'
import { tempDir } from '../../support/temp-dir.ts'

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
