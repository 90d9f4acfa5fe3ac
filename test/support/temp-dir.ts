import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { onFinished } from './on-finished.ts'

/**
 * Creates a temporary folder for the current test or, in `beforeAll`, for all tests of the file. It
 * is removed afterwards.
 */
export function tempDir(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'fansite-test-'))
  // A process that is being stopped may still write.
  onFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}
