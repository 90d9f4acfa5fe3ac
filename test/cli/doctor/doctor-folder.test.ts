import { chmodSync } from 'node:fs'

import { expect, onTestFinished, test } from 'vitest'

import { runCommand } from '../../support/command.ts'
import { tempDir } from '../../support/temp-dir.ts'

// root may write to any folder.
test.skipIf(process.getuid?.() === 0)(
  'a folder without write permission is named, not what the check tried to make in it',
  async () => {
    const folder = tempDir()
    chmodSync(folder, 0o555)
    onTestFinished(() => chmodSync(folder, 0o755))
    const { code, stdout } = await runCommand(['doctor', '--offline', '--data', `${folder}/data`])
    expect(stdout).toContain(`${folder} may not be read or written; give the user`)
    expect(code).toBe(1)
  }
)
