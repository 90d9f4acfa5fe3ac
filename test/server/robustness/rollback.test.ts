import { cpSync, renameSync } from 'node:fs'
import path from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { buildApp } from '../../../server/app.ts'
import { syncElsewhere } from '../../support/run/sync-elsewhere.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { testId, textBlock, workspaceOf } from '../../support/workspaces/records.ts'
import { syncedMirror } from '../../support/sites/mirror-dir.ts'
import { atOnce } from '../../support/workspaces/test-config.ts'

/** A site at its second generation, and a copy of its first. */
async function openSecond(isRollbackAllowed: boolean) {
  const workspace = workspaceOf([testId(2)], [textBlock(2, 'first words')])
  const { api, config, dataDir, sync } = await syncedMirror({ workspace })
  const mirror = path.join(dataDir, 'mirror.db')
  const copy = path.join(dataDir, 'copy.db')
  cpSync(mirror, copy)
  api.edit.setText(testId(2), 'second words')
  await sync()

  const app = await buildApp({
    config,
    dataDir,
    logLevel: 'silent',
    isRollbackAllowed,
    ...atOnce
  })
  onTestFinished(() => app.close())
  const home = async () => (await app.inject('/')).body
  expect(await home()).toContain('second words')
  const syncAnew = async (words: string) => {
    const folder = tempDir()
    api.edit.setText(testId(2), words)
    await syncElsewhere(api, { config, dataDir: folder })
    cpSync(path.join(folder, 'mirror.db'), copy)
  }
  return { home, restore: () => renameSync(copy, mirror), sync, syncAnew }
}

test('a restored mirror that is older than the served one does not replace it', async () => {
  const { home, restore, sync } = await openSecond(false)
  restore()
  for (let count = 0; count < 20; count++) {
    expect(await home()).toContain('second words')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  await sync()
  await expect.poll(home).toContain('second words')
})

test('with --allow-rollback the older one is served', async () => {
  const { home, restore } = await openSecond(true)
  restore()
  await expect.poll(home).toContain('first words')
})

test('a mirror that was created anew later replaces one of a higher generation', async () => {
  const { home, restore, syncAnew } = await openSecond(false)
  await syncAnew('third words')
  restore()
  await expect.poll(home).toContain('third words')
})
