import path from 'node:path'

import type { FastifyInstance } from 'fastify'

import type { SyncResult } from '../../../cli/sync/sync.ts'
import type { Analytics } from '../../../site/config/analytics.ts'
import { type Mirror, openMirrorForReading } from '../../../db/mirror/open-mirror.ts'
import type { RecordShape } from '../../../demo/api/record-boxes.ts'
import type { WorkspaceAsset, WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { type WorkspaceApi, startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import { buildApp } from '../../../server/app.ts'
import type { SiteConfig, SiteConfigInput } from '../../../site/config/config.ts'
import { onFinished } from '../on-finished.ts'
import { tempDir } from '../temp-dir.ts'
import { checkedByContract } from '../oracle/api-contract.ts'
import { syncOrCopy } from '../run/kept-mirrors.ts'
import { syncElsewhere } from '../run/sync-elsewhere.ts'
import { atOnce, testConfig } from '../workspaces/test-config.ts'

export interface TestSite {
  app: FastifyInstance
  api: WorkspaceApi
  config: SiteConfig
  dataDir: string
  /** The mirror, opened read-only. */
  mirror: Mirror
  result: SyncResult
  /** Syncs again. */
  sync: () => Promise<SyncResult>
}

interface SiteOptions {
  workspace: WorkspaceFile
  assets?: Map<string, WorkspaceAsset>
  shape?: RecordShape
  config?: Partial<SiteConfigInput>
  dataDir?: string
  analytics?: Analytics
}

/**
 * Syncs a workspace over HTTP and serves it with the real server, until the test or file ends. The
 * mirror of a large workspace may be a copy of an earlier one, unless the test has a sync of its own.
 */
export async function openSite(
  options: SiteOptions,
  sync: typeof syncElsewhere = syncElsewhere
): Promise<TestSite> {
  const { workspace, assets, shape, config: overrides, analytics, dataDir = tempDir() } = options
  const isPlain = sync === syncElsewhere && shape === undefined && options.dataDir === undefined
  const api = await startWorkspaceApi({
    workspace,
    ...(assets && { assets }),
    ...(shape && { shape })
  })
  const config = testConfig(workspace.rootPageId, overrides)
  const run = () => sync(api, { config, dataDir })
  const result = await (isPlain ? syncOrCopy({ workspace, assets, config }, dataDir, run) : run())
  const app = checkedByContract(
    await buildApp({ config, dataDir, logLevel: 'error', analytics, ...atOnce })
  )
  const mirror = openMirrorForReading(path.join(dataDir, 'mirror.db'))
  onFinished(async () => {
    mirror.$client.close()
    await app.close()
    await api.close()
  })
  return { app, api, config, dataDir, mirror, result, sync: run }
}
