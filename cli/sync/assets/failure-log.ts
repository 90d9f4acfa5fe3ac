import type Database from 'better-sqlite3'

const HOUR_MS = 60 * 60 * 1000
/** How long a file is left alone after its first failure, its second, and so on; the last pause repeats. */
const PAUSES_MS = [1, 4, 12, 24, 72, 168].map((hours) => hours * HOUR_MS)
/** A failure this old belongs to a file that nothing shows any more. */
const FORGOTTEN_MS = 90 * 24 * HOUR_MS

/** What earlier runs remember of a file that could not be fetched. */
export interface Failure {
  reason: string
  /** How often in a row, not counting faults of the run. */
  failures: number
  /** UTC milliseconds. */
  failedAt: number
  pauseMs: number
}

/** Remembers which files could not be fetched, and when to request them again. Part of staging. */
export class FailureLog {
  readonly #client: Database.Database
  readonly #find
  readonly #write
  readonly #remove

  /** Makes its table in an open database, where it is missing. */
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

  /** The last failure of a file; undefined when it was fetched since or never requested. */
  find(source: string): Failure | undefined {
    return this.#find.get(source)
  }

  /** Notes that a file failed now. A fault of the run (its limits, say) asks for no pause. */
  note(source: string, reason: string, isFaultOfRun: boolean): Failure {
    const before = this.find(source)?.failures ?? 0
    const failures = isFaultOfRun ? before : before + 1
    const pauseMs = isFaultOfRun ? 0 : (PAUSES_MS[before] ?? PAUSES_MS.at(-1) ?? 0)
    const failedAt = Date.now()
    this.#write.run(source, reason, failures, failedAt, pauseMs)
    return { reason, failures, failedAt, pauseMs }
  }

  /** Forgets the failures of a file that was fetched. */
  forget(source: string): void {
    this.#remove.run(source)
  }

  /** Forgets files that nothing shows any more. */
  forgetOld(): void {
    this.#client
      .prepare('delete from file_failure where failed_at < ?')
      .run(Date.now() - FORGOTTEN_MS)
  }
}

/** Whether a file is to be left alone. A failure in the future comes from a clock that was set back. */
export function isPaused({ failedAt, pauseMs }: Failure): boolean {
  const elapsedMs = Date.now() - failedAt
  return elapsedMs >= 0 && elapsedMs < pauseMs
}
