import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { onFinished } from './on-finished.ts'

/** A folder of the running test's own, or of all tests of a file (in `beforeAll`), removed in the end. */
export function tempDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'fansite-test-'))
  onFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
