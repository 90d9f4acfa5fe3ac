import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync, truncateSync } from 'node:fs'

import { expect, test } from 'vitest'

import { tempDir } from '../support/temp-dir.ts'
import { hasPackagedChromium, packagedChromium } from '../support/browser/packaged-chromium.ts'

const module = JSON.stringify(
  new URL('../support/browser/packaged-chromium.ts', import.meta.url).href
)

/** Unpacks into `cache` in a process of its own, and resolves with the exit code. */
async function unpackInProcess(cache: string): Promise<number | null> {
  const script = `const { packagedChromium } = await import(${module}); packagedChromium(${JSON.stringify(cache)})`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', script]
  const [code] = (await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit')) as [
    number | null
  ]
  return code
}

test.runIf(hasPackagedChromium)(
  'two processes unpack one complete Chromium, and an incomplete one is unpacked again',
  async () => {
    const cache = tempDir()
    expect(await Promise.all([unpackInProcess(cache), unpackInProcess(cache)])).toEqual([0, 0])
    const { executablePath, env } = packagedChromium(cache)
    const { stdout } = spawnSync(executablePath, ['--version'], { env, encoding: 'utf8' })
    expect(stdout).toMatch(/^(Chromium|Google Chrome|HeadlessChrome) \d/)
    expect(readdirSync(cache)).toHaveLength(1)

    const { size } = statSync(executablePath)
    truncateSync(executablePath, 1_000)
    packagedChromium(cache)
    expect(statSync(executablePath).size).toBe(size)
  }
)
