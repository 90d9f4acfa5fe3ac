import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

import { openMirrorForReading } from '../../db/mirror/open-mirror.ts'
import { readWorkspaceFile } from '../../demo/builder/read-workspace-file.ts'
import { sampleAssets, sampleWorkspace } from '../../demo/sample/sample.ts'
import { startWorkspaceApi } from '../../demo/api/workspace-api.ts'
import type { WorkspaceAsset, WorkspaceFile } from '../../demo/builder/workspace-file.ts'
import { buildApp } from '../../server/app.ts'
import { compareSite } from '../fidelity/compare-site.ts'
import { Tally } from '../fidelity/tally.ts'
import { syncFrom } from '../support/workspaces/sync-from.ts'
import { testConfig } from '../support/workspaces/test-config.ts'

const LISTED = 40
/** The slots of the sample. */
const components = fileURLToPath(new URL('../../components.tsx', import.meta.url))

/**
 * `npm run fidelity`: checks whether pages show, in both looks, the content of the sample and of the recordings in
 * `FANSITE_RECORDINGS`. Exit code 1 if a type or text is missing.
 */
async function reportFidelity(): Promise<void> {
  const tally = new Tally()
  await compareWorkspace(sampleWorkspace(), tally, sampleAssets)
  const folder = process.env['FANSITE_RECORDINGS']
  if (folder) {
    await compareWorkspace(await readWorkspaceFile(path.join(folder, 'workspace.json')), tally)
  } else console.log('FANSITE_RECORDINGS is not set: the recordings are not compared')

  for (const { kind, shown, broken, absent } of tally.kinds()) {
    const known = shown.length + broken.length + absent.length
    console.log(`${kind} types shown: ${shown.length} of ${known}`)
    if (broken.length > 0) console.log(`  missing or incomplete: ${broken.join(' ')}`)
    if (absent.length > 0) console.log(`  not in the content: ${absent.join(' ')}`)
    if (shown.length < known) process.exitCode = 1
  }
  const { expected, found } = tally.text
  console.log(`text found: ${((found / expected) * 100).toFixed(3)} % of ${expected} characters`)
  if (tally.missing.length > 0) process.exitCode = 1
  for (const each of tally.missing.slice(0, LISTED)) console.log(`  ${each}`)
  const rest = tally.missing.length - LISTED
  if (rest > 0) console.log(`  … and ${rest} more`)
}

async function compareWorkspace(
  workspace: WorkspaceFile,
  tally: Tally,
  assets?: Map<string, WorkspaceAsset>
): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'fansite-fidelity-'))
  const api = await startWorkspaceApi({ workspace, ...(assets && { assets }) })
  try {
    const config = testConfig(workspace.rootPageId, { components })
    await syncFrom(api, { config, dataDir })
    const mirror = openMirrorForReading(path.join(dataDir, 'mirror.db'))
    for (const theme of ['pixel', 'notion'] as const) {
      const app = await buildApp({ config: { ...config, theme }, dataDir, logLevel: 'error' })
      await compareSite({ app, mirror, workspace }, tally)
      await app.close()
    }
    mirror.$client.close()
  } finally {
    await api.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

await reportFidelity()
