import { expect, test } from 'vitest'

import { readPage } from '../../db/page/read-page.ts'
import {
  ROOT_ID,
  pageBlock,
  record,
  testId,
  textBlock,
  workspaceOf
} from '../support/workspaces/records.ts'
import { syncedMirror } from '../support/sites/mirror-dir.ts'

test('reading a page follows aliases one level only', async () => {
  const alias = (number: number, target: number, parent: number) => {
    const format = { alias_pointer: { id: testId(target) } }
    return record(number, { type: 'alias', format, parent_id: testId(parent) })
  }
  const { mirror } = await syncedMirror({
    workspace: workspaceOf(
      [testId(2), testId(3), testId(4)],
      [
        alias(2, 3, 1),
        pageBlock(3, 'Far', { content: [testId(5)] }),
        pageBlock(4, 'Farther', { content: [testId(6)] }),
        alias(5, 4, 3),
        textBlock(6, 'on the farther page', { parent_id: testId(4), content: [testId(7)] }),
        textBlock(7, 'inside of it', { parent_id: testId(6) })
      ]
    )
  })
  const blocks = readPage(mirror, ROOT_ID)?.recordMap.block ?? {}
  expect(blocks).toHaveProperty(testId(3))
  expect(blocks).not.toHaveProperty(testId(7))
})
