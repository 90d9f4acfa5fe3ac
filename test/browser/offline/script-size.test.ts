import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'

import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

const MAX_BYTES = 5000

/** Our part of what browsers load, without the packages that it uses. */
async function bundled(file: string): Promise<string> {
  const build = await rolldown({
    input: fileURLToPath(new URL(`../../../web/offline/${file}`, import.meta.url)),
    external: /^workbox-/,
    platform: 'browser'
  })
  const { output } = await build.generate({ minify: true })
  await build.close()
  return output.flatMap((part) => (part.type === 'chunk' ? [part.code] : [])).join('')
}

test('the scripts for reading offline have at most 5 kB of ours, compressed', async () => {
  const scripts = await Promise.all(
    ['worker/service-worker.ts', 'fill-offline-page.ts'].map(bundled)
  )
  const sizes = scripts.map((script) => brotliCompressSync(script).length)
  expect(Math.min(...sizes)).toBeGreaterThan(500)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MAX_BYTES)
})
