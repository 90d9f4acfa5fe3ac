import path from 'node:path'

import { expect, test } from 'vitest'

import { readQueryResult } from '../bench/render/query-result.ts'
import { testId } from '../support/workspaces/records.ts'
import { tempDir } from '../support/temp-dir.ts'
import {
  VIEW_ID,
  walkResultOfRows,
  openTestMirror,
  publishAt,
  rowBlock
} from '../support/workspaces/walk-result.ts'

const select = (value: string) => ({ type: 'select', value })
const status = (option: string) => ({ type: 'status', value: { type: 'by_option', option } })

function pair(value: string, subgroup: string, ids: number[], isHidden = false) {
  const rowIds = ids.map(testId)
  return {
    value: select(value),
    subgroup: status(subgroup),
    isHidden,
    total: ids.length,
    rowIds
  }
}

async function readBoard() {
  const mirror = openTestMirror(path.join(tempDir(), 'mirror.db'))
  const rows = [10, 11, 12].map((number) => rowBlock(number, `Row ${number}`))
  const groups = [
    pair('ember', 'open', [10]),
    pair('wick', 'open', [12], true),
    pair('ember', 'done', [11, 10])
  ]
  await publishAt(mirror, 100, walkResultOfRows(rows, groups))
  // The type of notion-types lacks reducer results.
  return readQueryResult(mirror, VIEW_ID) as unknown as Record<string, unknown>
}

test('groups with sub-groups are read as one group for each value, with each row once', async () => {
  const results = await readBoard()
  expect(results['board_columns']).toEqual({
    type: 'groups',
    results: [{ value: select('ember'), total: 3, visible: true }]
  })
  expect(results['results:select:ember']).toMatchObject({ blockIds: [testId(10), testId(11)] })
})

test('each sub-group has its own result', async () => {
  const results = await readBoard()
  expect(results['results:select:ember:status:open']).toMatchObject({ blockIds: [testId(10)] })
  expect(results['results:select:ember:status:done']).toMatchObject({
    blockIds: [testId(11), testId(10)],
    total: 2
  })
})
