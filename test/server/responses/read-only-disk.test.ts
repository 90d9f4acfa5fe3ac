import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { onFinished } from '../../support/on-finished.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { pageBlock, testId, workspaceOf } from '../../support/workspaces/records.ts'
import { keptSite } from './kept-site.ts'

/** A folder with a file system of its own; undefined if this user may not mount one. */
function mounted(): string | undefined {
  const [image, folder] = [path.join(tempDir(), 'disk'), tempDir()]
  const commands = [
    ['truncate', '-s', '64M', image],
    ['mkfs.ext4', '-q', '-F', image],
    ['mount', '-o', 'loop', image, folder]
  ]
  const isMounted = commands.every(([name = '', ...args]) => spawnSync(name, args).status === 0)
  if (!isMounted) return undefined
  onFinished(() => void execFileSync('umount', ['-l', folder]))
  return folder
}

test('no request fails after an error of the disk that makes it read-only', async (context) => {
  const dataDir = mounted()
  if (dataDir === undefined) return context.skip('mounting a disk is not allowed here')
  const site = await keptSite(workspaceOf([testId(2)], [pageBlock(2, 'Page')]))
  cpSync(site.dataDir, dataDir, { recursive: true })
  const app = await site.open({ dataDir, logLevel: 'silent' })
  expect((await app.inject('/')).statusCode).toBe(200)
  execFileSync('mount', ['-o', 'remount,abort', dataDir])
  for (const url of ['/page', '/', '/page', '/all-pages', '/feed.xml'])
    expect((await app.inject(url)).statusCode, url).toBe(200)
})
