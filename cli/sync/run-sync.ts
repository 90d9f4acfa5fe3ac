import os from 'node:os'
import { text } from 'node:stream/consumers'
import v8 from 'node:v8'

import { explainFailure } from '../../db/mirror/mirror-error.ts'
import { ExitCode } from '../process/exit-code.ts'
import { withDataDir } from '../config/environment.ts'
import { terminalText } from '../formats/terminal-text.ts'
import { type Settings, loadSettings } from '../config/load-settings.ts'
import { refuseSampleOverSite } from '../config/refuse-sample.ts'
import { ProgressLine } from './report/progress-line.ts'
import { stopSignal } from '../process/stop-signal.ts'
import { describeAbsences, describeResult, runDocument } from './report/describe-sync.ts'
import { lowerPriority } from '../../server/process/lower-priority.ts'
import { type RedisLink, openRedis } from '../../server/publication/redis/redis-link.ts'
import { isPartial } from './report/sync-report.ts'
import { connectWorkspace } from './workspace/connect-workspace.ts'
import { lockDataDir } from './lock-data-dir.ts'
import { unexpectedResponseWriter } from './walk/record-workspace.ts'
import { type SyncResult, sync } from './sync.ts'
import { jsonText } from '../../site/formats/json-text.ts'

/** The options of `fansite sync`. */
export interface SyncFlags {
  data?: string
  full?: boolean
  page?: string
  record?: string
  allowShrink?: boolean
  json?: boolean
  /** Whether the standard input has the configuration, in the form of `SITE_CONFIG`. */
  configFromStdin?: boolean
  /** Requests a second; `Infinity` for no limit. */
  rate?: number
  concurrency?: number
  /** Milliseconds. */
  deadline?: number
}

/** Runs `fansite sync`: one sync with these flags, its output and its exit code. */
export async function runSync(flags: SyncFlags): Promise<void> {
  const given = flags.configFromStdin ? { SITE_CONFIG: await text(process.stdin) } : {}
  const settings = await loadSettings({ ...withDataDir(flags.data), ...given })
  const { config, environment } = settings
  refuseSampleOverSite(settings)
  // A server on the same machine answers visitors meanwhile.
  lowerPriority(os.constants.priority.PRIORITY_BELOW_NORMAL)
  // A walk allocates many short-lived objects; by default V8 lets the heap grow fourfold.
  v8.setFlagsFromString('--heap-growing-percent=50')
  const unlock = lockDataDir(environment.dataDir)
  const stop = stopSignal(flags.deadline)
  const redis = config.isRedisEnabled ? await openRedis(environment.redis, warn) : undefined
  try {
    const result = await syncOnce({ settings, flags, signal: stop.signal, redis })
    if (result.isPublished) await redis?.announce(result.generation)
    if (flags.json) console.log(jsonText(runDocument(result), 2))
    else report(result)
    if (isPartial(result.report)) process.exitCode = ExitCode.partial
  } catch (error) {
    throw explainFailure(error, environment.dataDir)
  } finally {
    redis?.close()
    stop.release()
    unlock()
  }
}

async function syncOnce(options: {
  settings: Settings
  flags: SyncFlags
  signal: AbortSignal
  redis: RedisLink | undefined
}): Promise<SyncResult> {
  const { flags, signal, redis } = options
  const { config, environment, isSample } = options.settings
  const { rate, concurrency, page, record: recordDir } = flags
  const onUnexpected = recordDir === undefined ? undefined : unexpectedResponseWriter(recordDir)
  const ratePerSecond = rate === Infinity ? null : rate
  const connectOptions = { ratePerSecond, concurrency, signal, onUnexpected }
  const connection = await connectWorkspace(config, environment, connectOptions)
  const line = new ProgressLine(process.stderr)
  const reason = isSample ? `, since there is no site.config.ts in ${process.cwd()}` : ''
  line.print(`Reading ${connection.name}${reason}`)
  try {
    const { workspace, origin } = connection
    return await sync({
      config,
      workspace,
      dataDir: environment.dataDir,
      origin,
      isFull: flags.full === true,
      isShrinkAllowed: flags.allowShrink === true,
      page,
      recordDir,
      shared: redis?.cache,
      onProgress: line.show.bind(line)
    })
  } finally {
    line.end()
    await connection.close()
  }
}

function warn({ message }: Error): void {
  console.error(`warning: ${message}`)
}

function report(result: SyncResult): void {
  const warnings = result.warnings.map((warning) => `warning: ${warning}`)
  const lines = [...warnings, ...describeAbsences(result.report)]
  for (const line of lines) console.error(terminalText(line))
  console.log(describeResult(result))
}
