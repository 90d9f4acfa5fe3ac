import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { expect, test } from 'vitest'

import { isSweep } from '../support/run/sweep.ts'
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
  'an incomplete Chromium is unpacked again, into one complete one by two processes',
  async () => {
    const cache = tempDir()
    const complete = packagedChromium().executablePath
    const folder = path.join(cache, path.basename(path.dirname(complete)))
    mkdirSync(folder)
    copyFileSync(path.join(path.dirname(complete), 'files.json'), path.join(folder, 'files.json'))
    writeFileSync(path.join(folder, 'chromium'), 'not the whole program')
    // Outside of a sweep it is unpacked below, once: that takes seconds of CPU time.
    if (isSweep) {
      expect(await Promise.all([unpackInProcess(cache), unpackInProcess(cache)])).toEqual([0, 0])
    }
    const { executablePath, env } = packagedChromium(cache)
    const { stdout } = spawnSync(executablePath, ['--version'], { env, encoding: 'utf8' })
    expect(stdout).toMatch(/^(Chromium|Google Chrome|HeadlessChrome) \d/)
    expect(readdirSync(cache)).toEqual([path.basename(folder)])
    expect(statSync(executablePath).size).toBe(statSync(complete).size)
  }
)
