import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { collectOutput } from '../../support/command.ts'
import { onFinished } from '../../support/on-finished.ts'
import { mirrorDir } from '../../support/sites/mirror-dir.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { ROOT_ID } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'

const bin = fileURLToPath(new URL('../../../cli/bin.js', import.meta.url))
/** Far more than a pipe holds. */
const PRINTED = 3_000_000

/** Starts a command whose `site.config.ts` prints much and leaves a timer, as an imported client may. */
async function startWithTimer(args: string[]) {
  const { dataDir, api } = await mirrorDir()
  const cwd = tempDir()
  const config = JSON.stringify(testConfig(ROOT_ID))
  const printing = `console.log('x'.repeat(${PRINTED}))`
  const text = `setInterval(() => {}, 1000)\n${printing}\nexport default ${config}`
  writeFileSync(path.join(cwd, 'site.config.ts'), text)
  const child = spawn(process.execPath, [bin, ...args, '--data', dataDir], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', NOTION_API_BASE_URL: api.baseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
    killSignal: 'SIGKILL'
  })
  onFinished(() => void child.kill('SIGKILL'))
  return child
}

test.each([['export', 'wiki'], ['build', 'wiki', '--social-images', 'site'], ['sync']])(
  '%s ends despite a timer of the configuration, and all it has printed arrives',
  async (...args) => {
    const child = await startWithTimer(args)
    const output = collectOutput(child)
    expect(await once(child, 'close')).toEqual([0, null])
    expect(output.stderr.match(/x{9,}/)?.[0]).toHaveLength(PRINTED)
    expect(output.stdout).toMatch(/\S\n$/)
  }
)
