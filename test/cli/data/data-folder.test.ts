import { copyFileSync, cpSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import { damageHead, damageInnerPages } from '../../support/damage.ts'
import { onFinished } from '../../support/on-finished.ts'
import { mirrorContents } from '../../support/sites/mirror-contents.ts'
import {
  type Edit,
  RandomEditor,
  randomWorkspace
} from '../../support/workspaces/random-workspace.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { syncFrom } from '../../support/workspaces/sync-from.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'

const edits: Edit[] = Array.from({ length: 12 }, (_, index) => [index, index * 7, index * 3])

/** What may happen to a data directory between two runs. */
const accidents: [string, (file: (name: string) => string) => void][] = [
  ['nothing happened', () => {}],
  ['staging was deleted', (file) => rmSync(file('staging.db'))],
  ['staging was cut off', (file) => truncateSync(file('staging.db'), 10_000)],
  ['staging is no database', (file) => writeFileSync(file('staging.db'), 'x'.repeat(50_000))],
  [
    'staging is of something else',
    (file) => {
      rmSync(file('staging.db'))
      new Database(file('staging.db')).exec('create table meta (x)').close()
    }
  ],
  ['staging is damaged at its head', (file) => damageHead(file('staging.db'))],
  ['staging is an older one', (file) => copyFileSync(file('old-staging.db'), file('staging.db'))],
  ['the mirror was deleted', (file) => rmSync(file('mirror.db'))],
  ['the mirror is an older one', (file) => copyFileSync(file('old-mirror.db'), file('mirror.db'))],
  [
    'both are older ones',
    (file) => {
      copyFileSync(file('old-staging.db'), file('staging.db'))
      copyFileSync(file('old-mirror.db'), file('mirror.db'))
    }
  ],
  ['the files were deleted', (file) => rmSync(file('assets'), { recursive: true, force: true })]
]

let edited: Awaited<ReturnType<typeof openEdited>>
beforeAll(async () => {
  edited = await openEdited()
})

/** A workspace that was edited after its second sync into `dataDir`, and the mirror of a run in an empty folder. */
async function openEdited() {
  const workspace = randomWorkspace(6)
  const api = await startWorkspaceApi({ workspace })
  onFinished(() => api.close())
  const editor = new RandomEditor(api.edit, workspace)
  const dataDir = tempDir()
  const file = (name: string) => path.join(dataDir, name)
  const sync = (dir: string) =>
    syncFrom(api, { config: testConfig(ROOT_ID), dataDir: dir, isShrinkAllowed: true })

  await sync(dataDir)
  for (const name of ['mirror.db', 'staging.db']) copyFileSync(file(name), file(`old-${name}`))
  for (const edit of edits.slice(0, 6)) editor.apply(edit)
  await sync(dataDir)
  for (const edit of edits.slice(6)) editor.apply(edit)
  const fresh = tempDir()
  await sync(fresh)
  return { dataDir, sync, fresh: mirrorContents(path.join(fresh, 'mirror.db')) }
}

test.each(accidents)(
  'when %s, the next run publishes the same as a run in an empty folder',
  async (_, befall) => {
    const dataDir = tempDir()
    cpSync(edited.dataDir, dataDir, { recursive: true })
    befall((name) => path.join(dataDir, name))
    await edited.sync(dataDir)
    expect(mirrorContents(path.join(dataDir, 'mirror.db'))).toEqual(edited.fresh)
  }
)

test('a run that finds damaged staging removes it, and the next run reads everything', async () => {
  const api = await startWorkspaceApi({ workspace: randomWorkspace(40) })
  onTestFinished(() => api.close())
  const dataDir = tempDir()
  const sync = () => syncFrom(api, { config: testConfig(ROOT_ID), dataDir })
  await sync()
  damageInnerPages(path.join(dataDir, 'staging.db'))
  await expect(sync()).rejects.toThrow('staging.db was damaged and is removed')
  expect(await sync()).toMatchObject({ report: { failed: [] }, isPublished: false })
})
