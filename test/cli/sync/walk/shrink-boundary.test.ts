import { expect, test } from 'vitest'

import { refuseSuspiciousShrink } from '../../../../cli/sync/shrink-guard.ts'
import { openSyncedMirror } from '../synced-site.ts'
import { ROOT_ID, pageBlock, testId, workspaceOf } from '../../../support/workspaces/records.ts'

/** A mirror with this number of pages, and the message when some of them are gone; null for none. */
async function openPages(count: number) {
  const ids = Array.from({ length: count - 1 }, (_, index) => testId(index + 10))
  const pages = ids.map((_, index) => pageBlock(index + 10, `Page ${index + 10}`))
  const { mirror } = await openSyncedMirror({ workspace: workspaceOf(ids, pages) })
  return (gone: number, excludedIds: string[] = []) => {
    const reachedIds = new Set([ROOT_ID, ...ids.slice(gone)])
    try {
      refuseSuspiciousShrink(mirror, { reachedIds, excludedIds })
      return null
    } catch (error) {
      return String(error)
    }
  }
}

test('of few pages ten may go, and eleven may not', async () => {
  const refusal = await openPages(31)
  expect(refusal(10)).toBeNull()
  expect(refusal(11)).toContain('would remove 11 of 31 pages (/page-10, /page-11, /page-12,')
  // Excluded pages do not count.
  expect(refusal(11, [testId(10)])).toBeNull()
})

test('of many pages a fifth may go, and no page more', async () => {
  const refusal = await openPages(60)
  expect(refusal(12)).toBeNull()
  expect(refusal(13)).toContain('would remove 13 of 60 pages')
})
