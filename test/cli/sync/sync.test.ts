import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'

import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'

import { startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import { runCommand, startCommand } from '../../support/command.ts'
import { asset, attachment, imageBlock, picture } from '../../support/sites/file-site.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../../support/workspaces/records.ts'
import { tempDir } from '../../support/temp-dir.ts'

const small = workspaceOf(
  [testId(2), testId(3)],
  [
    textBlock(2, 'Hello'),
    pageBlock(3, 'Below', { content: [testId(4)] }),
    textBlock(4, 'Deep', { parent_id: testId(3) })
  ]
)

async function openApi(workspace = small) {
  const api = await startWorkspaceApi({ workspace })
  onTestFinished(() => api.close())
  return api
}

function readMirror(file: string): Database.Database {
  const mirror = new Database(file, { readonly: true, fileMustExist: true })
  onTestFinished(() => void mirror.close())
  return mirror
}

function siteConfig(rootNotionPageId: string): string {
  return JSON.stringify({ rootNotionPageId, pageUrlOverrides: {}, navigationLinks: [] })
}

test('a sync of an unchanged workspace publishes nothing and downloads no file', async () => {
  const dataDir = tempDir()
  const source = attachment(2)
  const assets = new Map([[source, asset(await picture(2))]])
  const workspace = workspaceOf([testId(2)], [imageBlock(2, source)])
  const api = await startWorkspaceApi({ workspace, assets })
  onTestFinished(() => api.close())
  const env = { NOTION_API_BASE_URL: api.baseUrl, SITE_CONFIG: siteConfig(ROOT_ID) }
  await runCommand(['sync', '--data', dataDir], env)
  const before = readFileSync(path.join(dataDir, 'mirror.db'))
  const second = await runCommand(['sync', '--data', dataDir], env)

  expect(second.code).toBe(0)
  expect(second.stdout).toContain('Unchanged, generation 1:')
  const mirror = readMirror(path.join(dataDir, 'mirror.db'))
  const select = 'select generation, is_published, requests from sync_run order by id'
  const runs = mirror.prepare<[], number[]>(select).raw().all()
  expect(runs.map((run) => run.slice(0, 2))).toEqual([
    [1, 1],
    [1, 0]
  ])
  expect(runs[1]?.[2]).toBeLessThan(runs[0]?.[2] ?? 0)
  expect(api.requests.filter(({ endpoint }) => endpoint === 'file')).toHaveLength(1)
  // Only the row of the run was written.
  expect(readFileSync(path.join(dataDir, 'mirror.db')).length - before.length).toBeLessThan(8192)
})

test('a changed path configuration is published for an unchanged workspace', async () => {
  const dataDir = tempDir()
  const api = await openApi()
  const env = { NOTION_API_BASE_URL: api.baseUrl, SITE_CONFIG: siteConfig(ROOT_ID) }
  await runCommand(['sync', '--data', dataDir], env)
  const overrides = { '/down': testId(3) }
  const { stdout } = await runCommand(['sync', '--data', dataDir], {
    ...env,
    SITE_CONFIG: JSON.stringify({
      rootNotionPageId: ROOT_ID,
      pageUrlOverrides: overrides,
      navigationLinks: []
    })
  })
  expect(stdout).toContain('Published generation 2:')
  const mirror = readMirror(path.join(dataDir, 'mirror.db'))
  const paths = mirror.prepare('select path from page order by position').pluck().all()
  expect(paths).toEqual(['/', '/down'])
})

test('another root page gets a new mirror, and the old file is kept', async () => {
  const dataDir = tempDir()
  const api = await openApi()
  const env = { NOTION_API_BASE_URL: api.baseUrl, SITE_CONFIG: siteConfig(ROOT_ID) }
  await runCommand(['sync', '--data', dataDir], { ...env, SITE_CONFIG: siteConfig(testId(3)) })
  const { code, stderr } = await runCommand(['sync', '--data', dataDir], env)

  expect(code).toBe(0)
  expect(stderr).toContain(`kept as ${path.join(dataDir, `mirror-${testId(3)}.db`)}`)
  const titles = (file: string) =>
    readMirror(path.join(dataDir, file))
      .prepare('select title from page order by position')
      .pluck()
      .all()
  expect(titles('mirror.db')).toEqual(['Home', 'Below'])
  expect(titles(`mirror-${testId(3)}.db`)).toEqual(['Below'])
  expect(readdirSync(dataDir).filter((name) => name.startsWith('mirror-next'))).toEqual([])
})

test('an unreadable root page exits with 1 and leaves the mirror unchanged', async () => {
  const dataDir = tempDir()
  const api = await openApi()
  const env = { NOTION_API_BASE_URL: api.baseUrl, SITE_CONFIG: siteConfig(ROOT_ID) }
  await runCommand(['sync', '--data', dataDir], env)
  const lost = { ...env, SITE_CONFIG: siteConfig(testId(77)) }
  const { code, stderr } = await runCommand(['sync', '--data', dataDir], lost)

  expect(code).toBe(1)
  expect(stderr).toContain(`the root page ${testId(77)} does not exist or is private`)
  const mirror = readMirror(path.join(dataDir, 'mirror.db'))
  expect(mirror.prepare('select generation from mirror').pluck().all()).toEqual([1])
})

test('overrides and navigation links to pages outside the mirror are warnings', async () => {
  const api = await openApi()
  const { code, stderr } = await runCommand(['sync', '--data', tempDir()], {
    NOTION_API_BASE_URL: api.baseUrl,
    SITE_CONFIG: JSON.stringify({
      rootNotionPageId: ROOT_ID,
      pageUrlOverrides: { '/lost': testId(50) },
      navigationLinks: [{ title: 'Gone', pageId: testId(51) }]
    })
  })

  expect(code).toBe(0)
  expect(stderr).toContain(
    `warning: pageUrlOverrides "/lost": page ${testId(50)} is not in the mirror`
  )
  expect(stderr).toContain(
    `warning: navigationLinks "Gone": page ${testId(51)} is not in the mirror`
  )
})

test('a title of the wiki reaches the terminal as text', async () => {
  const lost = pageBlock(3, 'Lost\u001b[2J\u009b1m', { alive: false })
  const api = await openApi(workspaceOf([testId(3)], [lost]))
  const { code, stderr } = await runCommand(['sync', '--data', tempDir()], {
    NOTION_API_BASE_URL: api.baseUrl,
    SITE_CONFIG: siteConfig(ROOT_ID)
  })

  expect(code).toBe(0)
  expect(stderr).toContain(`block ${testId(3)} "Lost\\u001b[2J\\u009b1m", referenced by ${ROOT_ID}`)
  expect(stderr).not.toContain('\u001b')
})

test('a second sync at the same time exits with 5 and names the first', async () => {
  const dataDir = tempDir()
  const api = await openApi()
  const env = { NOTION_API_BASE_URL: api.baseUrl, SITE_CONFIG: siteConfig(ROOT_ID) }
  const first = startCommand(['sync', '--data', dataDir, '--rate', '0.2'], env)
  onTestFinished(() => void first.kill('SIGKILL'))
  await expect.poll(() => api.requests.length).toBeGreaterThan(0)

  const second = await runCommand(['sync', '--data', dataDir], env)
  expect(second.code).toBe(5)
  expect(second.stderr).toContain(
    `another sync or clone is running in "${dataDir}" (process ${first.pid}, started`
  )

  first.kill('SIGKILL')
  await once(first, 'exit')
  const third = await runCommand(['sync', '--data', dataDir], env)
  expect(third.code).toBe(0)
  expect(existsSync(path.join(dataDir, 'mirror.db'))).toBe(true)
})

test('a run that would remove most pages publishes nothing without --allow-shrink', async () => {
  const dataDir = tempDir()
  const numbers = Array.from({ length: 30 }, (_, index) => 10 + index)
  const workspace = workspaceOf(
    numbers.map(testId),
    numbers.map((number) => pageBlock(number, `Page ${number}`))
  )
  const api = await openApi(workspace)
  const env = { NOTION_API_BASE_URL: api.baseUrl, SITE_CONFIG: siteConfig(ROOT_ID) }
  await runCommand(['sync', '--data', dataDir], env)

  api.edit.change(ROOT_ID, { content: numbers.slice(0, 15).map(testId) })
  const refused = await runCommand(['sync', '--data', dataDir], env)
  expect(refused.code).toBe(4)
  expect(refused.stderr).toContain('would remove 15 of 31 pages (/page-25, ')
  const mirror = readMirror(path.join(dataDir, 'mirror.db'))
  expect(mirror.prepare('select count(*) from page').pluck().get()).toBe(31)

  const allowed = await runCommand(['sync', '--data', dataDir, '--allow-shrink'], env)
  expect(allowed.code).toBe(0)
  expect(mirror.prepare('select count(*) from page').pluck().get()).toBe(16)
})

test('a root page that disappears refuses the run and leaves the mirror', async () => {
  const dataDir = tempDir()
  const api = await openApi(small)
  const env = { NOTION_API_BASE_URL: api.baseUrl, SITE_CONFIG: siteConfig(ROOT_ID) }
  await runCommand(['sync', '--data', dataDir], env)
  api.edit.change(ROOT_ID, { alive: false })
  const { code, stderr } = await runCommand(['sync', '--data', dataDir], env)

  expect(code).toBe(4)
  expect(stderr).toContain(`the root page ${ROOT_ID} is in the trash`)
  const mirror = readMirror(path.join(dataDir, 'mirror.db'))
  expect(mirror.prepare('select count(*) from page').pluck().get()).toBe(2)
})

test('--json prints the sync report as one document, and everything else goes to stderr', async () => {
  const api = await openApi(workspaceOf([testId(2), testId(9)], [textBlock(2, 'here')]))
  const { stdout } = await runCommand(['sync', '--data', tempDir(), '--json'], {
    NOTION_API_BASE_URL: api.baseUrl,
    SITE_CONFIG: siteConfig(ROOT_ID)
  })
  expect(JSON.parse(stdout)).toEqual({
    generation: 1,
    is_published: true,
    requests: 4,
    waited_ms: 0,
    duration_ms: expect.any(Number),
    expected: { pages: 1, blocks: 3, rows: 0, collections: 0, views: 0 },
    stored: { pages: 1, blocks: 2, rows: 0, collections: 0, views: 0, users: 0 },
    files: { expected: 0, stored: 0, failed: [] },
    file_failures: [],
    absent: [{ table: 'block', id: testId(9), title: null, reason: 'missing', named_by: ROOT_ID }],
    failed: [],
    unsupported: [],
    partly_read: [],
    warnings: []
  })
})
