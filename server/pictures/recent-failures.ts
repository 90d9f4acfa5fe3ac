import { existsSync } from 'node:fs'

/** Pause before what could not be drawn is tried again. */
const RETRY_MS = 600_000
const MAX_FAILURES = 10_000

interface Failure {
  /** Monotonic milliseconds. */
  time: number
  /** A file that was missing; when it is there, the failure is forgotten. */
  missing: string | undefined
}

/** What could not be drawn lately, by name. */
export class RecentFailures {
  readonly #failures = new Map<string, Failure>()

  add(name: string, missing?: string): void {
    if (this.#failures.size >= MAX_FAILURES) this.#failures.clear()
    this.#failures.set(name, { time: performance.now(), missing })
  }

  has(name: string): boolean {
    const failure = this.#failures.get(name)
    if (failure === undefined) return false
    const { time, missing } = failure
    if (performance.now() - time >= RETRY_MS) return false
    return missing === undefined || !existsSync(missing)
  }
}

/** The path of the file that an error reports as missing. */
export function missingFile(error: unknown): string | undefined {
  const { code, path } = Object(error) as NodeJS.ErrnoException
  return code === 'ENOENT' ? path : undefined
}
