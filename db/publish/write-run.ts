import type { Mirror } from '../mirror/open-mirror.ts'
import { shortenReport } from './run-report.ts'
import { syncRun } from '../mirror/schema.ts'

/** What is remembered of a run that comes to its end. */
export interface RunRecord {
  /** UTC milliseconds. */
  startedAt: number
  finishedAt: number
  requests: number
  /** What was stored and what was left out, with reasons; stored as JSON. */
  account: object
  /** What the command will end with. */
  exitCode: number
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

interface StoredRun {
  id: number
  account: string
  exit_code: number
}

/**
 * Adds a run to those of the mirror. Of the runs before it, those that failed keep their report
 * without titles, the others its counts; after a withdrawal all keep only counts, since a report
 * may name what is withheld now. Runs inside the caller's transaction.
 */
export function writeRun(
  mirror: Mirror,
  run: RunRecord,
  publication: { generation: number; isPublished: boolean; isWithdrawal: boolean }
): void {
  shortenReports(mirror, publication.isWithdrawal)
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

/** Goes back from the newest run to the first one that is short already: mostly one step. */
function shortenReports({ $client }: Mirror, isWithdrawal: boolean): void {
  const before = $client.prepare<[number], StoredRun>(
    'select id, account, exit_code from sync_run where id < ? order by id desc limit 1'
  )
  const update = $client.prepare<[string, number]>('update sync_run set account = ? where id = ?')
  let run = before.get(Number.MAX_SAFE_INTEGER)
  while (run) {
    const isFullKept = run.exit_code !== 0 && !isWithdrawal
    const short = shortenReport(run.account, isFullKept)
    if (short !== undefined) update.run(short, run.id)
    else if (!isWithdrawal) return
    run = before.get(run.id)
  }
}

/** Runs are stored in the order of time, so only the first ones are looked at. */
function deleteOldRuns({ $client }: Mirror, before: number): void {
  const remove = $client.prepare<[number]>(
    'delete from sync_run where id = (select min(id) from sync_run) and finished_at < ?'
  )
  while (remove.run(before).changes > 0);
}
