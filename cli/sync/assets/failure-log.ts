import type Database from 'better-sqlite3'

const HOUR_MS = 60 * 60 * 1000
/** Pause before the next request after the first failure, the second, and so on; the last repeats. */
const PAUSES_MS = [1, 4, 12, 24, 72, 168].map((hours) => hours * HOUR_MS)
/** A failure this old belongs to a file that no page shows any more. */
const EXPIRY_MS = 90 * 24 * HOUR_MS

/** The failures of a file in earlier runs. */
export interface Failure {
  reason: string
  /** Number of failures in a row, faults of the run excluded. */
  failures: number
  /** UTC milliseconds. */
  failedAt: number
  pauseMs: number
}

/** Stores which files could not be fetched and when to request them again. Part of staging. */
export class FailureLog {
  readonly #client: Database.Database
  readonly #find
  readonly #write
  readonly #remove

  /** Creates its table in an open database when it is missing. */
  constructor(client: Database.Database) {
    this.#client = client
    client.exec(`
      create table if not exists file_failure (
        source text primary key, reason text not null, failures integer not null,
        failed_at integer not null, pause_ms integer not null)`)
    this.#find = client.prepare<[string], Failure>(
      `select reason, failures, failed_at as failedAt, pause_ms as pauseMs
         from file_failure where source = ?`
    )
    this.#write = client.prepare('insert or replace into file_failure values (?, ?, ?, ?, ?)')
    this.#remove = client.prepare('delete from file_failure where source = ?')
  }

  /** The last failure of a file; undefined when it has been fetched since or never requested. */
  find(source: string): Failure | undefined {
    return this.#find.get(source)
  }

  /** Stores a failure at the current time. A fault of the run, such as its limits, needs no pause. */
  add(source: string, reason: string, isFaultOfRun: boolean): Failure {
    const before = this.find(source)?.failures ?? 0
    const failures = isFaultOfRun ? before : before + 1
    const pauseMs = isFaultOfRun ? 0 : (PAUSES_MS[before] ?? PAUSES_MS.at(-1) ?? 0)
    const failedAt = Date.now()
    this.#write.run(source, reason, failures, failedAt, pauseMs)
    return { reason, failures, failedAt, pauseMs }
  }

  /** Removes the failures of a file that was fetched. */
  remove(source: string): void {
    this.#remove.run(source)
  }

  /** Removes failures of files that no page shows any more. */
  removeExpired(): void {
    this.#client.prepare('delete from file_failure where failed_at < ?').run(Date.now() - EXPIRY_MS)
  }
}

/** Whether the pause of a file is not over. A failure in the future means that the clock was set back. */
export function isPaused({ failedAt, pauseMs }: Failure): boolean {
  const elapsedMs = Date.now() - failedAt
  return elapsedMs >= 0 && elapsedMs < pauseMs
}
