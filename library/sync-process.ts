import v8 from 'node:v8'

import { readEnvironment } from '../cli/config/environment.ts'
import { withFiles } from '../cli/config/load-settings.ts'
import { stopSignal } from '../cli/process/stop-signal.ts'
import { lockDataDir } from '../cli/sync/lock-data-dir.ts'
import { isPartial } from '../cli/sync/report/sync-report.ts'
import { type SyncResult, sync } from '../cli/sync/sync.ts'
import { connectWorkspace } from '../cli/sync/workspace/connect-workspace.ts'
import { explainFailure } from '../db/mirror/mirror-error.ts'
import { openRedis } from '../server/publication/redis/redis-link.ts'
import { readSiteConfig } from '../site/config/read-config.ts'
import { FansiteError, asFansiteError } from './fansite-error.ts'
import type * as Types from './types.ts'
import { messageOf } from '../site/formats/error-message.ts'

export type SyncRequest = Omit<Types.SyncOptions, 'signal'> & { dataDir: string }

export type SyncAnswer =
  | { kind: 'done'; summary: Types.SyncSummary }
  | { kind: 'failed'; code: Types.FansiteErrorCode | undefined; message: string }

process.once('message', async (request: SyncRequest) => {
  process.send?.(await answer(request))
})

async function answer(request: SyncRequest): Promise<SyncAnswer> {
  try {
    return { kind: 'done', summary: summaryOf(await run(request)) }
  } catch (error) {
    const found = asFansiteError(error)
    const code = found instanceof FansiteError ? found.code : undefined
    return { kind: 'failed', code, message: messageOf(found) }
  }
}

async function run(request: SyncRequest): Promise<SyncResult> {
  const { dataDir, isFull = false, isShrinkAllowed = false, ratePerSecond } = request
  const config = withFiles(readSiteConfig(request.config), process.cwd())
  const environment = readEnvironment({ ...process.env, FANSITE_DATA: dataDir })
  // As for `fansite sync`: a walk allocates many short-lived objects.
  v8.setFlagsFromString('--heap-growing-percent=50')
  const unlock = lockDataDir(dataDir)
  const { signal, release } = stopSignal(undefined)
  const warnings: string[] = []
  const warn = ({ message }: Error) => void warnings.push(message)
  const redis = config.isRedisEnabled ? await openRedis(environment.redis, warn) : undefined
  try {
    const connection = await connectWorkspace(config, environment, { signal, ratePerSecond })
    const { workspace, origin } = connection
    const shared = redis?.cache
    const rules = { isFull, isShrinkAllowed, shared, onProgress: () => {} }
    try {
      const result = await sync({ config, workspace, dataDir, origin, ...rules })
      if (result.isPublished) await redis?.announce(result.generation)
      return { ...result, warnings: [...result.warnings, ...warnings] }
    } finally {
      await connection.close()
    }
  } catch (error) {
    throw explainFailure(error, dataDir)
  } finally {
    redis?.close()
    release()
    unlock()
  }
}

function summaryOf(result: SyncResult): Types.SyncSummary {
  const { report, generation, isPublished, requests, durationMs, warnings } = result
  const { pages } = report.stored
  const isComplete = !isPartial(report)
  return { generation, isPublished, isComplete, pages, requests, durationMs, warnings }
}
