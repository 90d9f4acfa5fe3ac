import { type SyncOptions, type SyncResult, sync } from '../../../cli/sync/sync.ts'
import { RequestBudget } from '../../../cli/sync/workspace/request-budget.ts'
import { Workspace, type WorkspaceOptions } from '../../../cli/sync/workspace/workspace.ts'
import type { WorkspaceApi } from '../../../demo/api/workspace-api.ts'
import type { SiteConfig } from '../../../site/config/config.ts'

export interface TestSyncOptions
  extends Partial<SyncOptions>, Pick<WorkspaceOptions, 'onUnexpected'> {
  config: SiteConfig
  dataDir: string
  callTimeoutMs?: number
  signal?: AbortSignal
}

/** Syncs once from a local API, without a rate limit. */
export async function syncFrom(
  api: Pick<WorkspaceApi, 'baseUrl' | 'origin'>,
  options: TestSyncOptions
): Promise<SyncResult> {
  const { callTimeoutMs, signal, onUnexpected, ...rest } = options
  const limits = { concurrency: 8, ratePerSecond: null, firstBackoffMs: 20, signal }
  const budget = new RequestBudget(limits)
  const workspace = new Workspace({ baseUrl: api.baseUrl, budget, callTimeoutMs, onUnexpected })
  const defaults = { isFull: false, isShrinkAllowed: false, onProgress: () => {} }
  return sync({ workspace, origin: api.origin, ...defaults, ...rest })
}
