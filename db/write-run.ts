import type { Mirror } from './open-mirror.ts'
import { syncRun } from './schema.ts'

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

/** Adds a run to those of the mirror; only it keeps the titles in its account. Runs inside the caller's transaction. */
export function writeRun(
  mirror: Mirror,
  run: RunRecord,
  publication: { generation: number; isPublished: boolean }
): void {
  forgetTitles(mirror)
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

/** What an earlier account calls by its title may be private since. */
function forgetTitles({ $client }: Mirror): void {
  const runs = $client
    .prepare<[], { id: number; account: string }>(
      `select id, account from sync_run where account like '%"title":"%'`
    )
    .all()
  const update = $client.prepare<[string, number]>('update sync_run set account = ? where id = ?')
  for (const { id, account } of runs) {
    const parsed: unknown = JSON.parse(account, (key, value: unknown) =>
      key === 'title' ? null : value
    )
    update.run(JSON.stringify(parsed), id)
  }
}
