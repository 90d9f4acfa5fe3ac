import type { FastifyInstance } from 'fastify'

import type { Analytics } from '../../../site/config/analytics.ts'
import { buildApp } from '../../../server/app.ts'
import { onFinished } from '../on-finished.ts'
import { checkedByContract } from '../oracle/api-contract.ts'
import type { syncElsewhere } from '../run/sync-elsewhere.ts'
import { atOnce } from '../workspaces/test-config.ts'
import { type MirrorOptions, type SyncedMirror, syncedMirror } from './mirror-dir.ts'

export interface TestSite extends SyncedMirror {
  app: FastifyInstance
}

interface SiteOptions extends MirrorOptions {
  analytics?: Analytics
}

/** Serves a `syncedMirror` with the real server, until the test or file ends. */
export async function openSite(
  options: SiteOptions,
  sync?: typeof syncElsewhere
): Promise<TestSite> {
  const synced = await syncedMirror(options, sync)
  const { config, dataDir } = synced
  const { analytics } = options
  const app = checkedByContract(
    await buildApp({ config, dataDir, logLevel: 'error', analytics, ...atOnce })
  )
  onFinished(() => app.close())
  return { ...synced, app }
}
