import { expect, test } from 'vitest'

import { buildApp } from '../../../server/app.ts'
import { onFinished } from '../../support/on-finished.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { testId } from '../../support/workspaces/records.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'

const imported = /\bfrom\s*"\.\/([^"]+)"/g

test('the shell for reading offline has all scripts that its scripts import', async () => {
  const app = await buildApp({ config: testConfig(testId(1)), dataDir: tempDir() })
  onFinished(() => app.close())
  const { body } = await app.inject('/sw.js')
  const { shell } = JSON.parse(/^self\.offlineSettings=(.*);$/m.exec(body)?.[1] ?? '') as {
    shell: string[]
  }
  const scripts = shell.filter((address) => address.endsWith('.js'))
  const texts = await Promise.all(scripts.map(async (address) => (await app.inject(address)).body))
  const needed = texts.flatMap((text) => [...text.matchAll(imported)].map(([, name = '']) => name))
  expect(needed.length).toBeGreaterThan(3)
  expect(scripts.map((address) => address.split('/').at(-1))).toEqual(
    expect.arrayContaining(needed)
  )
  expect(new Set(shell).size).toBe(shell.length)
})
