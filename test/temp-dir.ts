import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { onTestFinished } from 'vitest'

/** A folder of the running test's own, removed when it ends, or when `atEnd` says. */
export function tempDir(atEnd: (end: () => void) => void = onTestFinished): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'fansite-test-'))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
