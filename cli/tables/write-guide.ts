import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { readMirror } from '../../db/mirror/open-mirror.ts'
import { mirrorGuide } from './mirror-guide.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** `npm run guide`: generates `docs/mirror.md` with results from the sample workspace. */
function writeGuide(): void {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fansite-guide-'))
  try {
    const args = [path.join(root, 'cli/bin.js'), 'sync', '--data', dataDir]
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
    if (status !== 0) throw new Error('the sample could not be synced')
    const guide = readMirror(path.join(dataDir, 'mirror.db'), mirrorGuide)
    writeFileSync(path.join(root, 'docs/mirror.md'), guide)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

writeGuide()
