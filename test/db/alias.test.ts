import { expect, test } from 'vitest'

import { readPage } from '../../db/read-page.ts'
import { ROOT_ID, pageBlock, record, testId, textBlock, workspaceOf } from '../records.ts'
import { openSite } from '../site.ts'

test('of a page that an alias leads to, its record is read and nothing that stands on it', async () => {
  const alias = { type: 'alias', format: { alias_pointer: { id: testId(3) } } }
  const { mirror } = await openSite({
    workspace: workspaceOf(
      [testId(2), testId(3)],
      [
        record(2, alias),
        pageBlock(3, 'Far', { content: [testId(4)] }),
        textBlock(4, 'on the far page', { parent_id: testId(3) })
      ]
    )
  })
  const blocks = readPage(mirror, ROOT_ID)?.recordMap.block ?? {}
  expect(Object.keys(blocks).toSorted()).toEqual([ROOT_ID, testId(2), testId(3)])
})
