import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { beforeAll, expect, onTestFinished, test } from 'vitest'

import { type WorkspaceApi, startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import { runCommand, startCommand } from '../../../support/command.ts'
import { onFinished } from '../../../support/on-finished.ts'
import { isSweep } from '../../../support/run/sweep.ts'
import { mirrorContents } from '../../../support/sites/mirror-contents.ts'
import { RandomEditor, randomWorkspace } from '../../../support/workspaces/random-workspace.ts'
import { ROOT_ID } from '../../../support/workspaces/records.ts'
import { syncFrom } from '../../../support/workspaces/sync-from.ts'
import { testConfig } from '../../../support/workspaces/test-config.ts'
import { tempDir } from '../../../support/temp-dir.ts'

/** Where a run is killed: after a number of responses, or milliseconds into its publication. */
type KillPoint = { afterCalls: number } | { publishingForMs: number }

const PAGES = isSweep ? 300 : 150

// npm run test:sweep tests all of them.
const calls = isSweep ? Array.from({ length: 40 }, (_, index) => index) : [7]
const delays = isSweep ? Array.from({ length: 100 }, (_, index) => index * 2) : [0, 9, 30]
const points: KillPoint[] = [
  ...calls.map((afterCalls) => ({ afterCalls })),
  ...delays.map((publishingForMs) => ({ publishingForMs }))
]

let edited: Awaited<ReturnType<typeof openEdited>>

beforeAll(async () => {
  edited = await openEdited()
})

/** A workspace that was edited after a sync into `dataDir`, and the mirror before and after. */
async function openEdited() {
  const workspace = randomWorkspace(PAGES)
  const api = await startWorkspaceApi({ workspace })
  onFinished(() => api.close())
  const dataDir = tempDir()
  const options = { config: testConfig(ROOT_ID), dataDir }
  await syncFrom(api, options)
  const before = mirrorContents(path.join(dataDir, 'mirror.db'))
  const editor = new RandomEditor(api.edit, workspace)
  for (let index = 0; index < 0.4 * PAGES; index++) editor.apply([index, index * 7, index * 3])

  const fresh = tempDir()
  await syncFrom(api, { ...options, dataDir: fresh })
  const after = mirrorContents(path.join(fresh, 'mirror.db'))
  return { api, dataDir, before, after }
}

function commandOf(
  api: WorkspaceApi,
  dataDir: string
): [args: string[], env: Record<string, string>] {
  const siteConfig = { rootNotionPageId: ROOT_ID, pageUrlOverrides: {}, navigationLinks: [] }
  const env = { NOTION_API_BASE_URL: api.baseUrl, SITE_CONFIG: JSON.stringify(siteConfig) }
  return [['sync', '--data', dataDir, '--concurrency', '2', '--allow-shrink'], env]
}

/** Kills the process with SIGKILL when it reaches the point or its end. */
async function killAt(point: KillPoint, child: ChildProcess, api: WorkspaceApi): Promise<void> {
  const ended = once(child, 'exit')
  const reached = new Promise<void>((resolve) => {
    const poll = setInterval(() => api.faults.hits > 0 && stop(), 1)
    const stop = () => {
      clearInterval(poll)
      resolve()
    }
    child.once('exit', stop)
    child.stderr?.on('data', (part: Buffer) => {
      if ('publishingForMs' in point && part.toString().includes('Publishing')) {
        setTimeout(stop, point.publishingForMs)
      }
    })
  })
  await reached
  child.kill('SIGKILL')
  await ended
}

test.each(points)(
  'a run killed at %o leaves a complete mirror, and the next run finishes the work',
  async (point) => {
    const dataDir = tempDir()
    const file = path.join(dataDir, 'mirror.db')
    const { api, before, after } = edited
    cpSync(edited.dataDir, dataDir, { recursive: true })
    onTestFinished(() => api.faults.set(undefined))
    if ('afterCalls' in point) api.faults.set({ faults: ['hang'], after: point.afterCalls })
    await killAt(point, startCommand(...commandOf(api, dataDir)), api)

    const mirror = new Database(file, { readonly: true, fileMustExist: true })
    expect(mirror.pragma('quick_check', { simple: true })).toBe('ok')
    mirror.close()
    expect([before, after]).toContainEqual(mirrorContents(file))

    api.faults.set(undefined)
    const { code, stderr } = await runCommand(...commandOf(api, dataDir))
    expect(code, stderr).toBe(0)
    expect(mirrorContents(file)).toEqual(after)
  }
)

test('a killed first run is resumed without repeating its requests', async () => {
  const api = await startWorkspaceApi({ workspace: randomWorkspace(PAGES) })
  onTestFinished(() => api.close())
  const dataDir = tempDir()
  api.faults.set({ faults: ['hang'], after: 8 })
  await killAt({ afterCalls: 8 }, startCommand(...commandOf(api, dataDir)), api)
  const inFlight = 2
  const answered = requestedBlocks(api, 0, api.requests.length - inFlight)
  const start = api.requests.length

  api.faults.set(undefined)
  const { code } = await runCommand(...commandOf(api, dataDir))
  expect(code).toBe(0)
  const again = requestedBlocks(api, start, api.requests.length)
  expect(answered.size).toBeGreaterThan(PAGES)
  expect([...again].filter((id) => answered.has(id))).toEqual([])
})

/** Blocks that are not pages. Versions of pages are requested by reading them. */
function requestedBlocks(api: WorkspaceApi, from: number, to: number): Set<string> {
  const requestedIds = api.requests.slice(from, to).flatMap(({ endpoint, body }) => {
    const { requests = [] } = body as { requests?: { table: string; id: string }[] }
    return endpoint === 'syncRecordValuesMain' ? requests : []
  })
  const plain = requestedIds.filter(
    ({ table, id }) => table === 'block' && !id.endsWith('0') && id !== ROOT_ID
  )
  return new Set(plain.map(({ id }) => id))
}
