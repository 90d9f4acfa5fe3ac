import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { onTestFinished } from 'vitest'

/** A folder of the running test's own, removed when it ends. */
export function tempDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'fansite-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
