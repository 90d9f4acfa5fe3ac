import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

import { startWorkspaceApi } from '../../demo/api/workspace-api.ts'
import { sampleAssets } from '../../demo/sample/sample.ts'
import { partConfig } from '../cli/data/upgrade/sample-part.ts'
import { collectOutput, runCommand } from '../support/command.ts'
import { onFinished } from '../support/on-finished.ts'
import { tempDir } from '../support/temp-dir.ts'
import { ROOT_ID, pageBlock, record, testId, workspaceOf } from '../support/workspaces/records.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const file = path.join(root, 'docs/workflow.yml')

const stepShape = z.object({
  id: z.string().optional(),
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  if: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  with: z.record(z.string(), z.union([z.string(), z.number()])).optional()
})
const { env, jobs } = z
  .looseObject({
    on: z.object({
      schedule: z.array(z.object({ cron: z.string() })),
      workflow_dispatch: z.null()
    }),
    permissions: z.record(z.string(), z.string()),
    env: z.record(z.string(), z.string()),
    jobs: z.object({ publish: z.looseObject({ steps: z.array(stepShape) }) })
  })
  .parse(parse(readFileSync(file, 'utf8')))
const { steps } = jobs.publish

/**
 * An empty folder in which `npx fansite` runs this clone, as in a checkout of it. The start of npm's `npx` would
 * take longer than that of the command.
 */
function checkout(): string {
  const folder = tempDir()
  const bin = path.join(folder, 'node_modules', '.bin')
  mkdirSync(bin, { recursive: true })
  symlinkSync(path.join(root, 'cli/bin.js'), path.join(bin, 'fansite'))
  writeFileSync(path.join(bin, 'npx'), '#!/bin/sh\nexec node_modules/.bin/"$@"\n', { mode: 0o755 })
  return folder
}

/** Runs a step as a runner does: by bash, which ends at the first error. */
async function runStep(name: string, cwd: string, more: Record<string, string> = {}) {
  const step = steps.find((each) => each.name === name)
  const PATH = `${path.join(cwd, 'node_modules/.bin')}:${process.env['PATH']}`
  const variables = { PATH, HOME: cwd, ...env, ...more }
  const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', step?.run ?? 'exit 99'], {
    cwd,
    env: variables
  })
  const output = collectOutput(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

test('each step either runs a command or uses an action of a named version', () => {
  for (const { run, uses } of steps) expect(run === undefined ? uses : 'x@v1').toMatch(/@v\d+$/)
  expect(steps.filter(({ run }) => run !== undefined).map(({ name }) => name)).toEqual([
    'Install',
    'Sync',
    'Build',
    'Report'
  ])
})

/** What both steps of the cache name. The action takes a folder whole, whatever else is excluded. */
function cachedPaths(): string[] {
  const caches = steps.filter(({ uses }) => uses?.startsWith('actions/cache/'))
  const [restored = '', saved] = caches.map((step) => String(step.with?.['path']))
  expect(saved).toBe(restored)
  return restored.trim().split(/\s+/)
}

test('what is cached is named without patterns, and is no part of the clone', () => {
  for (const each of cachedPaths()) {
    expect(each).toMatch(/^[\w./-]+$/)
    const tracked = spawnSync('git', ['ls-files', '--', each], { cwd: root, encoding: 'utf8' })
    expect([each, tracked.stdout]).toEqual([each, ''])
  }
})

/** The variables of a page with a picture; without them, the steps publish the whole sample. */
async function smallWorkspace(): Promise<Record<string, string>> {
  const [picture = ''] = sampleAssets.keys()
  const source = { properties: { source: [[picture]] }, parent_id: testId(2) }
  const workspace = workspaceOf(
    [testId(2)],
    [pageBlock(2, 'Lamp', { content: [testId(3)] }), record(3, { type: 'image', ...source })]
  )
  const api = await startWorkspaceApi({ workspace, assets: sampleAssets })
  onFinished(() => api.close())
  const config = { ...partConfig, rootNotionPageId: ROOT_ID }
  return { NOTION_API_BASE_URL: api.baseUrl, SITE_CONFIG: JSON.stringify(config) }
}

test('the steps sync, build and, from the kept mirror, do so again', async () => {
  const folder = checkout()
  const variables = await smallWorkspace()
  const first = await runStep('Sync', folder, variables)
  expect({ code: first.code, errors: first.stderr.match(/error.*/gi) }).toEqual({
    code: 0,
    errors: null
  })
  expect(first.stdout).toMatch(/^Published generation 1: 2 pages.* 1 file;/)
  expect((await runStep('Build', folder, variables)).code).toBe(0)
  expect(existsSync(path.join(folder, 'public/wiki/index.html'))).toBe(true)

  const next = checkout()
  for (const each of cachedPaths().filter((name) => existsSync(path.join(folder, name)))) {
    const copied = path.join(next, each)
    cpSync(path.join(folder, each), copied, { recursive: true, verbatimSymlinks: true })
  }
  const data = path.join(next, 'data')
  expect(readdirSync(data).filter((name) => name.startsWith('staging'))).toEqual([])
  const second = await runStep('Sync', next, variables)
  expect(second.code).toBe(0)
  expect(second.stdout).toMatch(/^Unchanged, generation 1: /)
  expect((await runCommand(['verify', data])).code).toBe(0)
  expect((await runStep('Build', next, variables)).code).toBe(0)
})

test('a failed sync ends the run, and the report for it is written', async () => {
  const folder = checkout()
  const wrong = { NOTION_API_BASE_URL: 'http://127.0.0.1:9/api/v3', SITE_CONFIG: '{"name":""}' }
  expect((await runStep('Sync', folder, wrong)).code).not.toBe(0)
  expect((await runStep('Report', folder, wrong)).code).toBe(0)
  const report = JSON.parse(readFileSync(path.join(folder, 'doctor.json'), 'utf8'))
  expect(report.findings).toContainEqual(
    expect.objectContaining({ check: 'configuration', status: 'failure' })
  )
})
