import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readdirSync, utimesSync } from 'node:fs'
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

/** Makes the pictures in a folder, once one is stored, older than files that are marked as used. */
async function makeOld(folder: string): Promise<void> {
  const pictures = () =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.png')
    )
  await expect.poll(pictures).not.toHaveLength(0)
  for (const name of pictures()) utimesSync(path.join(folder, name), 0, 0)
}

test('no request fails after an error of the disk that makes it read-only', async (context) => {
  const dataDir = mounted()
  if (dataDir === undefined) return context.skip('mounting a disk is not allowed here')
  const site = await keptSite(workspaceOf([testId(2)], [pageBlock(2, 'Page')]))
  cpSync(site.dataDir, dataDir, { recursive: true })
  const app = await site.open({ dataDir, logLevel: 'silent' })
  expect((await app.inject('/')).statusCode).toBe(200)
  const image = `/api/social-image?id=${testId(2)}`
  expect((await app.inject(image)).statusCode).toBe(200)
  await makeOld(path.join(dataDir, 'social-images'))
  execFileSync('mount', ['-o', 'remount,abort', dataDir])
  for (const url of ['/page', '/', '/page', '/all-pages', '/feed.xml', image])
    expect((await app.inject(url)).statusCode, url).toBe(200)
})
