import { expect, test } from 'vitest'

import {
  HOME,
  collection,
  row,
  view,
  withCollections
} from '../../../support/workspaces/collection-records.ts'
import {
  ROOT_ID,
  pageBlock,
  testId,
  textBlock,
  workspaceOf
} from '../../../support/workspaces/records.ts'
import type { SyncedMirror } from '../../../support/sites/mirror-dir.ts'
import { syncFrom } from '../../../support/workspaces/sync-from.ts'
import { openSyncedMirror } from '../synced-site.ts'

const [TARGET, MIDDLE, SOURCE, MOVED, TEXT] = [2, 3, 4, 5, 6].map(testId) as [
  string,
  string,
  string,
  string,
  string
]

function ask({ mirror }: SyncedMirror, sql: string): unknown[] {
  return mirror.$client.prepare(sql).pluck().all()
}

/** A sync during which `edit` is called once, as soon as some pages are accepted; by default a full one. */
async function syncDuring(
  site: SyncedMirror,
  pages: number,
  { isFull = true, edit }: { isFull?: boolean; edit: () => void }
): Promise<void> {
  let isDone = false
  await syncFrom(site.api, {
    config: site.config,
    dataDir: site.dataDir,
    isFull,
    onProgress: ({ report: { stored } }) => {
      if (isDone || stored.pages < pages) return
      isDone = true
      edit()
    }
  })
  expect(isDone).toBe(true)
}

test('a page and a text that move to a page that the walk has read are not lost', async () => {
  const blocks = [
    pageBlock(2, 'Target', { content: [] }),
    pageBlock(3, 'Middle', { content: [SOURCE] }),
    pageBlock(4, 'Source', { content: [MOVED, TEXT], parent_id: MIDDLE }),
    pageBlock(5, 'Moved', { parent_id: SOURCE }),
    textBlock(6, 'words', { parent_id: SOURCE })
  ]
  const site = await openSyncedMirror({ workspace: workspaceOf([TARGET, MIDDLE], blocks) })
  const edit = () => {
    site.api.edit.move(MOVED, TARGET)
    site.api.edit.move(TEXT, TARGET)
  }
  await syncDuring(site, 3, { edit })
  const content = `select id from block where parent_id = '${TARGET}' order by id`
  expect(ask(site, content)).toEqual([MOVED, TEXT])
  expect(ask(site, 'select path from gone_page')).toEqual([])
})

test('a text that moves to a page that the walk has read is not lost with its deleted page', async () => {
  const blocks = [
    pageBlock(2, 'Target', { content: [] }),
    pageBlock(3, 'Middle', { content: [SOURCE] }),
    pageBlock(4, 'Source', { content: [TEXT], parent_id: MIDDLE }),
    textBlock(6, 'words', { parent_id: SOURCE })
  ]
  const site = await openSyncedMirror({ workspace: workspaceOf([TARGET, MIDDLE], blocks) })
  const edit = () => {
    site.api.edit.move(TEXT, TARGET)
    site.api.edit.trash(SOURCE)
  }
  await syncDuring(site, 3, { edit })
  expect(ask(site, `select parent_id from block where type = 'text'`)).toEqual([TARGET])
})

test('an incremental sync finds what has moved out of a row that is deleted then', async () => {
  const [gone, line] = [testId(7), testId(8)]
  const source = { ...row(520, HOME), content: [TEXT, MOVED, gone] }
  const below = { parent_id: source.id }
  const workspace = withCollections(
    { collection_id: HOME },
    {
      collections: [collection(HOME, 'Lamps')],
      views: [view(510, {})],
      blocks: [
        source,
        textBlock(6, 'words', below),
        pageBlock(5, 'Moved', below),
        pageBlock(7, 'Gone', { ...below, content: [line] }),
        textBlock(8, 'a line', { parent_id: gone }),
        pageBlock(2, 'Target'),
        pageBlock(3, 'Middle')
      ]
    }
  )
  workspace.block[ROOT_ID]?.content?.push(TARGET, MIDDLE)
  const site = await openSyncedMirror({ workspace })
  // Causes a walk, whose queries come after the known pages and the line.
  site.api.edit.setText(gone, 'Gone soon')
  const edit = () => {
    for (const id of [TEXT, MOVED]) site.api.edit.move(id, TARGET)
    site.api.edit.move(line, MIDDLE)
    site.api.edit.trash(source.id)
  }
  await syncDuring(site, 3, { isFull: false, edit })
  const content = `select id from block where parent_id in ('${TARGET}', '${MIDDLE}') order by id`
  expect(ask(site, content)).toEqual([MOVED, TEXT, line])
  expect(ask(site, 'select title from page where depth > 0 order by id')).toEqual([
    'Target',
    'Middle',
    'Moved'
  ])
})

test('a page that becomes a row of a collection whose query is refused is not lost', async () => {
  const workspace = withCollections(
    { collection_id: HOME },
    {
      collections: [collection(HOME, 'Lamps')],
      views: [view(510, {})],
      blocks: [row(520, HOME), pageBlock(5, 'Moved')]
    }
  )
  workspace.block[ROOT_ID]?.content?.push(MOVED)
  const site = await openSyncedMirror({ workspace })
  site.api.edit.change(ROOT_ID, { content: [testId(501)] })
  site.api.edit.change(MOVED, { parent_id: HOME, parent_table: 'collection' })
  site.api.faults.set({ faults: ['bad-request'], endpoint: 'queryCollection' })
  await site.sync()
  expect(ask(site, 'select title from page order by title')).toEqual(['Home', 'Moved', 'Row 520'])
})
