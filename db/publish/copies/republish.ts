import type { SiteConfig } from '../../../site/config/config.ts'
import type { Mirror } from '../../mirror/open-mirror.ts'
import { type Publication, publish } from '../publish.ts'
import type { RunRecord } from '../write-run.ts'
import { readWalk } from './read-walk.ts'

interface RepublishOptions {
  /** Another connection to the same mirror, which reads its records. */
  source: Mirror
  config: SiteConfig
  signal?: AbortSignal | undefined
}

/**
 * Publishes the records of a mirror again, as this version derives the other tables and views from
 * them. The times stay those of the last run. The write-ahead log is not emptied. Throws like `publish`, and for a mirror without a
 * publication.
 */
export function republish(mirror: Mirror, options: RepublishOptions): Promise<Publication> {
  const { source, config, signal } = options
  const walkResult = readWalk(source)
  return publish(mirror, { walkResult, config, run: lastRun(source), isLogKept: true, signal })
}

/** The last run, without its report, which older versions have written in other forms. */
export function lastRun({ $client }: Mirror, account: object = {}): RunRecord {
  const run = $client
    .prepare<[], Omit<RunRecord, 'account'>>(
      `select started_at as startedAt, finished_at as finishedAt, requests, exit_code as exitCode
         from sync_run order by id desc limit 1`
    )
    .get()
  const none = { startedAt: 0, finishedAt: Date.now(), requests: 0, exitCode: 0 }
  return { ...(run ?? none), account }
}
