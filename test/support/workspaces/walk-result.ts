import type { Block } from 'notion-types'
import { onTestFinished } from 'vitest'

import type { WalkResult, ViewGroup } from '../../../db/records/walk-result.ts'
import { type Mirror, openMirrorForSync } from '../../../db/mirror/open-mirror.ts'
import { type Publication, publish } from '../../../db/publish/publish.ts'
import type { WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { plainText } from '../../../site/notion/text/rich-text.ts'
import { pageBlock, record, testId, workspaceOf } from './records.ts'
import type { SiteConfigInput } from '../../../site/config/config.ts'
import { testConfig } from './test-config.ts'

const COLLECTION_ID = testId(500)
export const VIEW_ID = testId(501)

/** The walk result of a workspace. */
export function walkResultOf(
  workspace: WorkspaceFile,
  changes: Partial<WalkResult> = {}
): WalkResult {
  const blocks = Object.values(workspace.block)
  return {
    rootPageId: workspace.rootPageId,
    spaceId: workspace.spaceId,
    blocks: () => blocks,
    collections: () => Object.values(workspace.collection),
    views: () => [],
    users: () => [],
    names: () => new Map(blocks.map(({ id, properties }) => [id, plainText(properties?.title)])),
    assets: [],
    absences: new Map(),
    ...changes
  }
}

/** A mirror that is closed after the test. */
export function openTestMirror(file: string): Mirror {
  const mirror = openMirrorForSync(file)
  onTestFinished(() => void mirror.$client.close())
  return mirror
}

interface PublishChanges {
  signal?: AbortSignal
  spoilers?: SiteConfigInput['spoilers']
}

/** Publishes a walk result as a run that ended at `at`, unless the signal aborts it. */
export function publishAt(
  mirror: Mirror,
  at: number,
  { signal, spoilers, ...walkResult }: WalkResult & PublishChanges
): Promise<Publication> {
  const run = { startedAt: at - 1, finishedAt: at, requests: 0, account: {}, exitCode: 0 }
  const config = testConfig(walkResult.rootPageId, spoilers ? { spoilers } : {})
  return publish(mirror, { walkResult, config, run, signal })
}

/** A root page with a collection of rows, shown by one view with these groups. */
export function walkResultOfRows(rows: Block[], groups: ViewGroup[]): WalkResult {
  const shown = record(2, {
    type: 'collection_view',
    collection_id: COLLECTION_ID,
    view_ids: [VIEW_ID]
  })
  const workspace = workspaceOf([shown.id], [shown, ...rows])
  // Only the fields that are read.
  const collection = { id: COLLECTION_ID, version: 1, parent_id: shown.id, name: [['Rows']] }
  const view = { id: VIEW_ID, version: 1, type: 'board', parent_id: shown.id }
  return walkResultOf(workspace, {
    collections: () => [collection as never],
    views: () => [{ view: view as never, collectionId: COLLECTION_ID, groups }]
  })
}

/** A row of the collection of `walkResultOfRows`. */
export function rowBlock(number: number, title: string): Block {
  return pageBlock(number, title, { parent_table: 'collection', parent_id: COLLECTION_ID })
}
