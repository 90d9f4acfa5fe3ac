import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'

import { replaceMirror } from '../../../cli/sync/target/install-mirror.ts'
import { startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import { runCommand, startCommand } from '../../support/command.ts'
import { isSweep } from '../../support/run/sweep.ts'
import { randomWorkspace } from '../../support/workspaces/random-workspace.ts'
import { ROOT_ID, workspaceOf } from '../../support/workspaces/records.ts'
import { syncFrom } from '../../support/workspaces/sync-from.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'

async function openEmpty(workspace = randomWorkspace(isSweep ? 400 : 150)) {
  const api = await startWorkspaceApi({ workspace })
  onTestFinished(() => api.close())
  const dataDir = tempDir()
  const siteConfig = { rootNotionPageId: ROOT_ID, pageUrlOverrides: {}, navigationLinks: [] }
  const env = { NOTION_API_BASE_URL: api.baseUrl, SITE_CONFIG: JSON.stringify(siteConfig) }
  return { api, dataDir, file: path.join(dataDir, 'mirror.db'), env }
}

/** Samples a folder while `work` runs: the largest size and all modes of each file. */
async function watched(dataDir: string, work: () => Promise<unknown>) {
  const seen = new Map<string, { size: number; modes: Set<number> }>()
  const look = () => {
    for (const name of readdirSync(dataDir)) {
      const stats = statSync(path.join(dataDir, name), { throwIfNoEntry: false })
      if (!stats) continue
      const { size, modes } = seen.get(name) ?? { size: 0, modes: new Set() }
      seen.set(name, { size: Math.max(size, stats.size), modes: modes.add(stats.mode & 0o777) })
    }
  }
  const timer = setInterval(look, 2)
  await work().finally(() => clearInterval(timer))
  return seen
}

const modeOf = (file: string) => statSync(file).mode & 0o777

test('a first publication needs no write-ahead log and gets its file name when it is complete', async () => {
  const { api, dataDir, file } = await openEmpty()
  const seen = await watched(dataDir, () => syncFrom(api, { config: testConfig(ROOT_ID), dataDir }))
  const { size } = statSync(file)
  const beside = [...seen].filter(([name]) => /^mirror.*-(wal|journal)$/.test(name))
  for (const [name, each] of beside) expect(each.size, name).toBeLessThan(size / 10)
  expect(seen.get('mirror-next.db')?.size).toBeGreaterThan(size / 10)
  expect(readdirSync(dataDir).filter((name) => name.startsWith('mirror'))).toEqual(['mirror.db'])
})

test('later publications update the file in place', async () => {
  const { api, dataDir, file } = await openEmpty(workspaceOf([], []))
  const options = { config: testConfig(ROOT_ID), dataDir }
  await syncFrom(api, options)
  const { ino } = statSync(file)
  api.edit.change(ROOT_ID, { properties: { title: [['Another name']] } })
  expect((await syncFrom(api, options)).isPublished).toBe(true)
  expect(statSync(file).ino).toBe(ino)
})

test('a mirror that a run has not written is not remembered as verified', async () => {
  const { api, dataDir } = await openEmpty(workspaceOf([], []))
  const options = { config: testConfig(ROOT_ID), dataDir: path.join(tempDir(), 'data') }
  symlinkSync(dataDir, options.dataDir)
  await syncFrom(api, options)
  expect(existsSync(path.join(dataDir, 'verified.json'))).toBe(true)

  const other = tempDir()
  cpSync(dataDir, other, { recursive: true })
  rmSync(path.join(other, 'verified.json'))
  api.edit.change(ROOT_ID, { properties: { title: [['Another name']] } })
  const onProgress = ({ step }: { step: string }) => {
    if (step !== 'publish' || existsSync(`${options.dataDir}-former`)) return
    renameSync(options.dataDir, `${options.dataDir}-former`)
    symlinkSync(other, options.dataDir)
  }
  expect((await syncFrom(api, { ...options, onProgress })).generation).toBe(2)
  expect(existsSync(`${options.dataDir}-former`)).toBe(true)
  expect(existsSync(path.join(other, 'verified.json'))).toBe(false)
})

// npm run test:sweep tests all of them.
const delays = isSweep ? Array.from({ length: 25 }, (_, index) => index * 10) : [0, 30]

test.each(delays)(
  'a first publication killed after %i ms leaves no mirror or a complete one',
  async (delay) => {
    const { dataDir, file, env } = await openEmpty()
    const child = startCommand(['sync', '--data', dataDir], env)
    child.stderr?.on('data', (part: Buffer) => {
      if (part.toString().includes('Publishing')) setTimeout(() => child.kill('SIGKILL'), delay)
    })
    await once(child, 'exit')
    if (existsSync(file)) {
      const mirror = new Database(file, { readonly: true })
      expect(mirror.prepare('select generation from mirror').pluck().get()).toBe(1)
      mirror.close()
    }
    expect((await runCommand(['sync', '--data', dataDir], env)).code).toBe(0)
    expect(existsSync(path.join(dataDir, 'mirror-next.db'))).toBe(false)
  }
)

test('files of unpublished content are private, the mirror and its folder are readable by all', async () => {
  const { api, dataDir, file } = await openEmpty()
  const recordDir = path.join(dataDir, 'recording')
  const seen = await watched(dataDir, () =>
    syncFrom(api, { config: testConfig(ROOT_ID), dataDir, recordDir })
  )
  for (const name of ['staging.db', 'staging.db-wal', 'staging.db-shm', 'mirror-next.db']) {
    expect([...(seen.get(name)?.modes ?? [])], name).toEqual([0o600])
  }
  expect(modeOf(path.join(recordDir, 'workspace.json'))).toBe(0o600)
  expect(modeOf(file)).toBe(0o666 & ~process.umask())
})

test('the log of a damaged mirror is kept with it', () => {
  const folder = tempDir()
  const [file, next] = ['mirror.db', 'next.db'].map((name) => path.join(folder, name)) as [
    string,
    string
  ]
  writeFileSync(file, 'damaged')
  writeFileSync(`${file}-wal`, 'what could not be merged')
  writeFileSync(`${file}-shm`, '')
  new Database(next).exec('create table letter (text)').close()
  replaceMirror(next, file, { keptAs: `${file}-damaged`, unusable: 'damaged' })
  expect(readdirSync(folder).toSorted()).toEqual([
    'mirror.db',
    'mirror.db-damaged',
    'mirror.db-damaged-wal'
  ])
  expect(readFileSync(`${file}-damaged-wal`, 'utf8')).toBe('what could not be merged')
  expect(modeOf(`${file}-damaged`)).toBe(0o600)
})
