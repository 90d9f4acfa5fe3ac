import type { Mirror } from '../mirror/open-mirror.ts'
import { shortenReport } from './shorten-report.ts'
import { syncRun } from '../schema/publication-tables.ts'

/** A finished run, as recorded in `sync_run`. */
export interface RunRecord {
  /** UTC milliseconds. */
  startedAt: number
  finishedAt: number
  requests: number
  /** The run's report; stored as JSON. */
  account: object
  /** The exit code of the command. */
  exitCode: number
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

interface StoredRun {
  id: number
  account: string
  exit_code: number
}

/**
 * Records a run and deletes runs older than a year. Reports of earlier failed runs are shortened to
 * reports without titles, all others to counts. After a withdrawal all are shortened to counts, because
 * a report may name withheld pages. Runs inside the caller's transaction.
 */
export function writeRun(
  mirror: Mirror,
  run: RunRecord,
  publication: { generation: number; isPublished: boolean; isWithdrawal: boolean }
): void {
  shortenReports(mirror, publication)
  deleteOldRuns(mirror, run.finishedAt - YEAR_MS)
  mirror
    .insert(syncRun)
    .values({
      generation: publication.generation,
      is_published: publication.isPublished,
      started_at: run.startedAt,
      finished_at: run.finishedAt,
      requests: run.requests,
      account: JSON.stringify(run.account),
      exit_code: run.exitCode
    })
    .run()
}

/**
 * Shortens the reports of all runs as `writeRun` does. Goes back from the newest run to the first short
 * report: usually one step. Runs inside the caller's transaction.
 */
export function shortenReports(
  { $client }: Mirror,
  { isWithdrawal }: { isWithdrawal: boolean }
): void {
  const before = $client.prepare<[number], StoredRun>(
    'select id, account, exit_code from sync_run where id < ? order by id desc limit 1'
  )
  const update = $client.prepare<[string, number]>('update sync_run set account = ? where id = ?')
  let run = before.get(Number.MAX_SAFE_INTEGER)
  while (run) {
    const keepsReport = run.exit_code !== 0 && !isWithdrawal
    const short = shortenReport(run.account, keepsReport)
    if (short !== undefined) update.run(short, run.id)
    else if (!isWithdrawal) return
    run = before.get(run.id)
  }
}

/** Runs are stored in order of time: deletes from the first one on. */
function deleteOldRuns({ $client }: Mirror, before: number): void {
  const remove = $client.prepare<[number]>(
    'delete from sync_run where id = (select min(id) from sync_run) and finished_at < ?'
  )
  while (remove.run(before).changes > 0);
}
