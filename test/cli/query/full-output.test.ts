import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { WorkspaceApi } from '../../../demo/api/workspace-api.ts'
import { collectOutput, startCommand } from '../../support/command.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'

const bin = fileURLToPath(new URL('../../../cli/bin.js', import.meta.url))
const full = openSync('/dev/full', 'w')
afterAll(() => closeSync(full))

let dataDir = ''
let api: WorkspaceApi
beforeAll(async () => {
  ;({ dataDir, api } = await mirrorDir())
})

const lost =
  'the output cannot be written to stdout: ENOSPC: no space left on device, write; free some space, or send the output to another place\n'

/** Runs a command whose output goes to a full disk. */
async function runFull(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [bin, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', full, 'pipe']
  })
  const output = collectOutput(child)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stderr: output.stderr }
}

test.each([
  ['status', () => ['--json', '--data', dataDir]],
  ['tables', () => ['--data', dataDir]],
  ['check', () => ['--data', dataDir]],
  ['verify', () => [dataDir, '--json']],
  ['export', () => [tempDir(), '--data', dataDir, '--json']],
  ['query', () => ['select 1', '--data', dataDir]],
  ['--help', () => []]
])('%s fails if its output is lost on a full disk', async (name, args) => {
  const { code, stderr } = await runFull([name, ...args()])
  expect(code).toBe(1)
  expect(stderr.endsWith(lost)).toBe(true)
  expect(stderr.match(/no space left/g)).toHaveLength(1)
})

test('sync publishes and fails if its report is lost on a full disk', async () => {
  const folder = tempDir()
  const { code, stderr } = await runFull(['sync', '--json', '--data', folder], {
    NOTION_API_BASE_URL: api.baseUrl,
    SITE_CONFIG: JSON.stringify(testConfig(ROOT_ID))
  })
  expect(code).toBe(1)
  expect(stderr.endsWith(lost)).toBe(true)
  expect(existsSync(path.join(folder, 'mirror.db'))).toBe(true)
})

test('a closed pipe ends a command with exit code 0 and without a message', async () => {
  const child = startCommand(['status', '--data', dataDir])
  const output = collectOutput(child)
  child.stdout?.destroy()
  expect(await once(child, 'close')).toEqual([0, null])
  expect(output.stderr).toBe('')
})
