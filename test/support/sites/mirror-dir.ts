import path from 'node:path'

import type { SyncResult } from '../../../cli/sync/sync.ts'
import { type Mirror, openMirrorForReading } from '../../../db/mirror/open-mirror.ts'
import type { RecordShape } from '../../../demo/api/record-boxes.ts'
import { type WorkspaceApi, startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import type { WorkspaceAsset, WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import type { SiteConfig, SiteConfigInput } from '../../../site/config/config.ts'
import { onFinished } from '../on-finished.ts'
import { pageBlock, testId, textBlock, workspaceOf } from '../workspaces/records.ts'
import { syncOrCopy } from '../run/kept-mirrors.ts'
import { syncElsewhere } from '../run/sync-elsewhere.ts'
import { testConfig } from '../workspaces/test-config.ts'
import { tempDir } from '../temp-dir.ts'

/** A synced data directory, with functions to edit the workspace and sync again. */
export async function mirrorDir(
  workspace: WorkspaceFile = smallWorkspace(),
  syncOnce: typeof syncElsewhere = syncElsewhere
) {
  const api = await startWorkspaceApi({ workspace })
  onFinished(() => api.close())
  const dataDir = tempDir()
  const config = testConfig(workspace.rootPageId)
  const sync = () => syncOnce(api, { config, dataDir })
  await sync()
  return { api, dataDir, sync }
}

/** The root page, a page with a Latin title and one line of text, and one with a Japanese title. */
function smallWorkspace(): WorkspaceFile {
  return workspaceOf(
    [testId(10), testId(20)],
    [
      pageBlock(10, 'Mining "deep"', { content: [testId(11)] }),
      textBlock(11, 'line one\nline two', { parent_id: testId(10) }),
      pageBlock(20, '日本語のページ🎉')
    ]
  )
}

export interface SyncedMirror {
  api: WorkspaceApi
  config: SiteConfig
  dataDir: string
  /** The mirror, opened read-only. */
  mirror: Mirror
  result: SyncResult
  /** Syncs again. */
  sync: () => Promise<SyncResult>
}

export interface MirrorOptions {
  workspace: WorkspaceFile
  assets?: Map<string, WorkspaceAsset>
  shape?: RecordShape
  config?: Partial<SiteConfigInput>
  dataDir?: string
}

/**
 * Syncs a workspace over HTTP and opens its mirror until the test or file ends. The mirror of a large
 * workspace may be a copy of an earlier one, unless the test has a sync of its own.
 */
export async function syncedMirror(
  options: MirrorOptions,
  sync: typeof syncElsewhere = syncElsewhere
): Promise<SyncedMirror> {
  const { workspace, assets, shape, config: overrides, dataDir = tempDir() } = options
  const isPlain = sync === syncElsewhere && shape === undefined && options.dataDir === undefined
  const api = await startWorkspaceApi({
    workspace,
    ...(assets && { assets }),
    ...(shape && { shape })
  })
  const config = testConfig(workspace.rootPageId, overrides)
  const run = () => sync(api, { config, dataDir })
  const result = await (isPlain ? syncOrCopy({ workspace, assets, config }, dataDir, run) : run())
  const mirror = openMirrorForReading(path.join(dataDir, 'mirror.db'))
  onFinished(async () => {
    mirror.$client.close()
    await api.close()
  })
  return { api, config, dataDir, mirror, result, sync: run }
}
