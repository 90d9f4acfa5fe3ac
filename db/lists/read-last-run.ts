import type { Mirror } from '../mirror/open-mirror.ts'

interface LastRun {
  /** UTC milliseconds. */
  finishedAt: number
  /** Exit code of the command. */
  exitCode: number
}

/** Reads when and how the last recorded sync ended; undefined in a mirror without recorded runs. */
export function readLastRun({ $client }: Mirror): LastRun | undefined {
  return $client
    .prepare<[], LastRun>(
      `select finished_at as finishedAt, exit_code as exitCode
        from sync_run order by id desc limit 1`
    )
    .get()
}
