import path from 'node:path'

import Database from 'better-sqlite3'
import fc from 'fast-check'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { sampleWorkspace } from '../../../../demo/sample/sample.ts'
import { type WorkspaceApi, startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import { buildApp } from '../../../../server/app.ts'
import {
  type Damage,
  damage,
  damagedBy,
  unaffectedBlocks
} from '../../../support/workspaces/damaged-workspace.ts'
import { mirrorContents } from '../../../support/sites/mirror-contents.ts'
import { syncFrom } from '../../../support/workspaces/sync-from.ts'
import { patient, testConfig } from '../../../support/workspaces/test-config.ts'
import { isSweep, propertySettings } from '../../../support/run/sweep.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const workspace = sampleWorkspace()
const config = testConfig(workspace.rootPageId)
const damages = fc.array(damage(workspace), { minLength: 1, maxLength: 12 })

let calm: string

beforeAll(async () => {
  calm = tempDir()
  const api = await openApi()
  await syncFrom(api, { config, dataDir: calm })
  await api.close()
})

function openApi(): Promise<WorkspaceApi> {
  return startWorkspaceApi({ workspace })
}

/** A new mirror of the workspace with these records damaged. */
async function syncDamaged(api: WorkspaceApi, chosen: Damage[]) {
  api.substitutes.clear()
  for (const each of chosen) api.substitutes.set(each.id, damagedBy(workspace, each))
  const dataDir = tempDir()
  const { report, isPublished } = await syncFrom(api, { config, dataDir })
  const reported = [...report.failed, ...report.partly_read].map(({ id }) => id)
  return { dataDir, isPublished, reported: new Set(reported) }
}

test('with any records of the sample damaged, the rest is published and every page answers', async () => {
  const api = await openApi()
  onTestFinished(() => api.close())
  const stored = rawBlocks(calm)
  const property = fc.asyncProperty(damages, async (chosen) => {
    const { dataDir, isPublished, reported } = await syncDamaged(api, chosen)
    expect(isPublished).toBe(true)
    const sound = unaffectedBlocks(workspace, chosen)
    const found = rawBlocks(dataDir)
    expect([...sound].filter((id) => stored.get(id) !== found.get(id))).toEqual([])
    const blocks = chosen.filter(({ id }) => found.has(id))
    expect(blocks.filter(({ id }) => !reported.has(id))).toEqual([])
    await expectPagesToAnswer(dataDir)

    api.substitutes.clear()
    const { report } = await syncFrom(api, { config, dataDir, isShrinkAllowed: true })
    expect(report).toMatchObject({ failed: [], partly_read: [] })
    expect(mirrorContents(path.join(dataDir, 'mirror.db'))).toEqual(
      mirrorContents(path.join(calm, 'mirror.db'))
    )
  })
  await fc.assert(property, { ...propertySettings(1), endOnFailure: true })
})

function rawBlocks(dataDir: string): Map<string, string> {
  const mirror = new Database(path.join(dataDir, 'mirror.db'), { readonly: true })
  const rows = mirror.prepare<[], [string, string]>('select id, raw from block').raw().all()
  mirror.close()
  return new Map(rows)
}

async function expectPagesToAnswer(dataDir: string): Promise<void> {
  const app = await buildApp({ ...patient, config, dataDir, logLevel: 'error' })
  for (const address of pathsToVisit(dataDir)) {
    expect((await app.inject(encodeURI(address))).statusCode, address).toBe(200)
  }
  await app.close()
}

/** The pages that are not as in the calm mirror, and those with a collection; in a sweep all pages. */
function pathsToVisit(dataDir: string): string[] {
  const mirror = new Database(path.join(dataDir, 'mirror.db'), { readonly: true })
  mirror.prepare('attach ? as calm').run(path.join(calm, 'mirror.db'))
  const changed = `digest not in (select digest from calm.page)
    or id in (select page_id from block where type like 'collection_view%')`
  const paths = mirror
    .prepare<[], string>(`select path from page where ${isSweep ? 'true' : changed}`)
    .pluck()
    .all()
  mirror.close()
  return paths
}
