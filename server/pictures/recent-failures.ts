import { existsSync } from 'node:fs'

import { BoundedMap } from '../../site/limits/bounded-map.ts'

/** Pause before what could not be drawn is tried again. */
const RETRY_MS = 600_000
/** Pause if a file could not be read for a reason that passes. */
const SHORT_RETRY_MS = 5000
const MAX_FAILURES = 10_000

/** Of disks, network drives, and too many open files. */
const passing = new Set(['EIO', 'ESTALE', 'ETIMEDOUT', 'EMFILE', 'ENFILE'])

/** What an error tells about a later attempt. */
export interface FailureCause {
  /** The path of a file that was missing; when it is there, the failure is forgotten. */
  missing?: string | undefined
  /** Whether the reason passes by itself. */
  isPassing?: boolean
}

/** What could not be drawn lately, by name. */
export class RecentFailures {
  readonly #failures = new BoundedMap<string, { until: number; missing: string | undefined }>(
    MAX_FAILURES
  )

  add(name: string, { missing, isPassing = false }: FailureCause): void {
    const until = performance.now() + (isPassing ? SHORT_RETRY_MS : RETRY_MS)
    this.#failures.set(name, { until, missing })
  }

  has(name: string): boolean {
    const failure = this.#failures.get(name)
    if (failure === undefined) return false
    const { until, missing } = failure
    if (performance.now() >= until) return false
    return missing === undefined || !existsSync(missing)
  }
}

/** What an error of reading or drawing tells about a later attempt. */
export function failureCause(error: unknown): FailureCause {
  const { code = '', path } = Object(error) as NodeJS.ErrnoException
  return { missing: code === 'ENOENT' ? path : undefined, isPassing: passing.has(code) }
}
