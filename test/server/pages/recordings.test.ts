import path from 'node:path'

import { expect, test } from 'vitest'

import { recordShapes } from '../../../demo/api/record-boxes.ts'
import { readWorkspaceFile } from '../../../demo/builder/read-workspace-file.ts'
import { openSite } from '../../support/sites/site.ts'

const folder = process.env['FANSITE_RECORDINGS']
const reason = folder ? '' : ' (skipped: FANSITE_RECORDINGS names no folder with workspace.json)'

test.skipIf(!folder).each(recordShapes)(
  `a recorded workspace in the %s shape: every block arrives and every page answers${reason}`,
  async (shape) => {
    const workspace = await readWorkspaceFile(path.join(folder ?? '', 'workspace.json'))
    const { app, mirror, result } = await openSite({ workspace, shape })

    const stored = mirror.$client.prepare('select id from block order by id').pluck().all()
    expect(stored).toEqual(Object.keys(workspace.block).toSorted())
    const paths = mirror.$client.prepare<[], string>('select path from page').pluck().all()
    expect(paths.length).toBeGreaterThan(10)
    for (const pagePath of paths) {
      const reply = await app.inject(encodeURI(pagePath))
      expect(reply.statusCode, pagePath).toBe(200)
    }

    const { expected, stored: fetched, failed } = result.report.files
    expect(failed).toHaveLength(expected - fetched)
    const emails = mirror.$client.prepare("select count(*) from user where name like '%@%'").pluck()
    expect(emails.get()).toBe(0)
  }
)
