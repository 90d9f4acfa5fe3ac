import { once } from 'node:events'

import { expect, onTestFinished, test } from 'vitest'

import { startWorkspaceApi } from '../../../../demo/api/workspace-api.ts'
import { collectOutput, runCommand, startCommand } from '../../../support/command.ts'
import { randomWorkspace } from '../../../support/workspaces/random-workspace.ts'
import { ROOT_ID } from '../../../support/workspaces/records.ts'
import { tempDir } from '../../../support/temp-dir.ts'

async function openHanging(after: number) {
  const api = await startWorkspaceApi({ workspace: randomWorkspace(100) })
  onTestFinished(() => api.close())
  api.faults.set({ faults: ['hang'], after })
  const siteConfig = { rootNotionPageId: ROOT_ID, pageUrlOverrides: {}, navigationLinks: [] }
  const env = { NOTION_API_BASE_URL: api.baseUrl, SITE_CONFIG: JSON.stringify(siteConfig) }
  const dataDir = tempDir()
  const run = (...args: string[]) => runCommand(['sync', '--data', dataDir, ...args], env)
  const start = () => startCommand(['sync', '--data', dataDir], env)
  const isHanging = () => expect.poll(() => api.faults.hits).toBeGreaterThan(0)
  return { api, run, start, isHanging }
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143]
] as const)(
  '%s stops a run with exit code %i, reports what remains, and the next run continues',
  async (signal, exitCode) => {
    const { api, run, start, isHanging } = await openHanging(4)
    const child = start()
    const output = collectOutput(child)
    await isHanging()
    child.kill(signal)
    const [code] = await once(child, 'close')

    expect(code).toBe(exitCode)
    expect(output.stderr).toMatch(
      new RegExp(`stopped by ${signal}: nothing was published; \\d+ blocks? read and stored`)
    )
    api.faults.set(undefined)
    const next = await run()
    expect(next.code).toBe(0)
    expect(next.stdout).toContain('Published generation 1: 104 pages')
  }
)

test('--deadline stops a longer run with exit code 1', async () => {
  const { run } = await openHanging(4)
  const { code, stderr } = await run('--deadline', '0.02')
  expect(code).toBe(1)
  expect(stderr).toContain('stopped at the deadline (--deadline): nothing was published')
})

test('a run that waits for a rate limit stops at once', async () => {
  const { api, start } = await openHanging(0)
  api.faults.set({ faults: ['rate-limit'], retryAfter: 600 })
  const child = start()
  await expect.poll(() => api.faults.hits).toBeGreaterThan(0)
  child.kill('SIGTERM')
  expect((await once(child, 'exit'))[0]).toBe(143)
})

test('with --json the error is one document with the exit code', async () => {
  const { api, run } = await openHanging(0)
  api.faults.set(undefined)
  api.edit.change(ROOT_ID, { alive: false })
  const { code, stdout } = await run('--json')
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toEqual({
    error: expect.stringContaining('is in the trash'),
    exit_code: 1
  })
})
