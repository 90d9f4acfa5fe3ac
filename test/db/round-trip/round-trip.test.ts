import path from 'node:path'

import { expect, test } from 'vitest'

import { recordShapes } from '../../../demo/api/record-boxes.ts'
import { readWorkspaceFile } from '../../../demo/builder/read-workspace-file.ts'
import { sampleWorkspace } from '../../../demo/sample/sample.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { isSweep } from '../../support/run/sweep.ts'
import { syncedMirror } from '../../support/sites/mirror-dir.ts'
import { compareWithSent } from '../../support/oracle/compare-with-sent.ts'

const folder = process.env['FANSITE_RECORDINGS']
const reason = folder ? '' : ' (skipped: FANSITE_RECORDINGS names no folder with workspace.json)'

test.each(isSweep ? ['UTC', 'America/New_York'] : ['America/New_York'])(
  'all properties and dates of the sample are stored as sent, in time zone %s',
  async (timeZone) => {
    const workspace = sampleWorkspace()
    const { mirror } = await syncedMirror({ workspace, config: { timeZone } })
    const compared = compareWithSent(mirror, { workspace, siteZone: timeZone })
    expect(compared.values).toBeGreaterThan(100)
    expect(compared.dates).toBeGreaterThan(10)
    expect(compared.cells).toBeGreaterThan(100)
  }
)

test.skipIf(!folder).each(recordShapes)(
  `all properties and dates of a recorded workspace in the %s shape are stored as sent${reason}`,
  async (shape) => {
    const workspace = await readWorkspaceFile(path.join(folder ?? '', 'workspace.json'))
    const { mirror } = await syncedMirror({ workspace, shape, config: { timeZone: 'Asia/Tokyo' } })
    const sent = { workspace: unsigned(workspace), siteZone: 'Asia/Tokyo' }
    const compared = compareWithSent(mirror, sent)
    expect(compared.values).toBeGreaterThan(20)
    expect(compared.dates).toBeGreaterThan(3)
    expect(compared.cells).toBeGreaterThan(20)
  }
)

/** The workspace with URLs as stored in the mirror: without signatures. */
function unsigned(workspace: WorkspaceFile): WorkspaceFile {
  const text = JSON.stringify(workspace).replaceAll(/\?[^"?]*X-Amz-Signature=[^"]*/g, '')
  return JSON.parse(text) as WorkspaceFile
}
