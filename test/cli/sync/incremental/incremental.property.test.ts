import { rmSync } from 'node:fs'
import path from 'node:path'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { verifyMirror } from '../../../../db/check/verify-mirror.ts'
import { startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import { aliasesIn, mirrorContents } from '../../../support/sites/mirror-contents.ts'
import {
  type Edit,
  RandomEditor,
  randomWorkspace
} from '../../../support/workspaces/random-workspace.ts'
import { ROOT_ID } from '../../../support/workspaces/records.ts'
import { syncFrom } from '../../../support/workspaces/sync-from.ts'
import { testConfig } from '../../../support/workspaces/test-config.ts'
import { propertySettings } from '../../../support/run/sweep.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const edit: fc.Arbitrary<Edit> = fc.tuple(fc.nat(22), fc.nat(30), fc.nat(30))
const rounds = fc.array(fc.array(edit, { minLength: 1, maxLength: 5 }), {
  minLength: 1,
  maxLength: 5
})

test('after any edits an incremental run publishes the same as a fresh full run', async () => {
  const folder = tempDir()
  let count = 0
  const property = fc.asyncProperty(
    fc.integer({ min: 1, max: 8 }),
    rounds,
    async (pages, edits) => {
      const dataDir = path.join(folder, `run-${count++}`)
      await checkRounds(dataDir, pages, edits)
      rmSync(dataDir, { recursive: true })
    }
  )
  await fc.assert(property, propertySettings(6))
})

async function checkRounds(dataDir: string, pages: number, edits: Edit[][]): Promise<void> {
  const workspace = randomWorkspace(pages)
  const api = await startWorkspaceApi({ workspace })
  const editor = new RandomEditor(api.edit, workspace)
  const sync = (dir: string) =>
    syncFrom(api, {
      config: testConfig(ROOT_ID),
      dataDir: path.join(dataDir, dir),
      isShrinkAllowed: true
    })
  try {
    await sync('incremental')
    for (const [round, batch] of edits.entries()) {
      const done = batch.map((each) => editor.apply(each))
      const { report } = await sync('incremental')
      expect(report.failed, done.join()).toEqual([])
      await sync(`full-${round}`)
      expect(contents('incremental'), done.join()).toEqual(contents(`full-${round}`))
      // Digests updated by row equal those of the whole tables.
      verifyMirror(fileIn('incremental'))
      // The first mirror also stores former names of pages.
      const aliases = aliasesIn(fileIn('incremental'))
      expect(aliases, done.join()).toEqual(
        expect.arrayContaining(aliasesIn(fileIn(`full-${round}`)))
      )
    }
  } finally {
    await api.close()
  }

  function contents(dir: string) {
    return mirrorContents(fileIn(dir))
  }

  function fileIn(dir: string) {
    return path.join(dataDir, dir, 'mirror.db')
  }
}
