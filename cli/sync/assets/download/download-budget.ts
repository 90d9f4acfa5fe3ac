import { FileError } from './file-error.ts'

const PATIENCE_MS = 15_000
const FIRST_BACKOFF_MS = 1000
/**
 * Files in a row that failed after all attempts; the run then skips their host. A host that has
 * delivered other files gets about twenty seconds to recover.
 */
const DEAD_AFTER = 5
const DEAD_AFTER_SUCCESS = 50

export interface DownloadRules {
  /** Origins without the https and public-address rules: that of `NOTION_API_BASE_URL`. */
  allowedOrigins: Set<string>
  /** Bytes of one file. */
  maxBytes: number
  /** Bytes of all downloads of a run together. */
  maxRunBytes: number
  /** Milliseconds that a host may send nothing, or almost nothing. Default 15 s. */
  patienceMs?: number
  /** Pause before the second attempt, in milliseconds; doubled for the third. Default 1,000. */
  firstBackoffMs?: number
}

/** The bytes that a run may still download, and the hosts that it skips. */
export class DownloadBudget {
  readonly rules: DownloadRules
  /** Failures in a row, by host. */
  readonly #failures = new Map<string, number>()
  /** Hosts that have delivered a file. */
  readonly #working = new Set<string>()
  #left: number
  #isSpent = false

  constructor(rules: DownloadRules) {
    this.rules = rules
    this.#left = rules.maxRunBytes
  }

  get patienceMs(): number {
    return this.rules.patienceMs ?? PATIENCE_MS
  }

  /** Pause before the next attempt, in milliseconds, with jitter. */
  backoffMs(attempt: number): number {
    const { firstBackoffMs = FIRST_BACKOFF_MS } = this.rules
    return firstBackoffMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
  }

  /**
   * Counts the bytes of one file. `add` throws `FileError` when the file or the run is over its
   * limit. `announced` is the `Content-Length`, or 0.
   */
  fileSize(announced: number): { readonly bytes: number; add: (more: number) => void } {
    let bytes = 0
    return {
      get bytes() {
        return bytes
      },
      add: (more) => {
        const isLarge = Math.max(bytes + more, announced) > this.rules.maxBytes
        if (isLarge) throw new FileError(tooLarge(this.rules))
        this.#isSpent ||= Math.max(more, announced - bytes) > this.#left
        this.refuseWhenSpent()
        bytes += more
        this.#left -= more
      }
    }
  }

  /** Throws `FileError` once a file was larger than the rest of the run's limit. */
  refuseWhenSpent(): void {
    if (!this.#isSpent) return
    const limit = inMB(this.rules.maxRunBytes)
    throw new FileError(`maxSyncDownloadMB (${limit} MB) is reached; the next run continues`, {
      isFaultOfRun: true
    })
  }

  /** Throws `FileError` when the run skips the host of an address. */
  refuseDeadHost(address: string): void {
    const host = hostOf(address)
    const limit = this.#working.has(host) ? DEAD_AFTER_SUCCESS : DEAD_AFTER
    if ((this.#failures.get(host) ?? 0) < limit) return
    throw new FileError(`skipped after ${limit} failed downloads from this host`)
  }

  /** Counts a download that failed after all attempts, for the host of an address. */
  addFailure(address: string): void {
    const host = hostOf(address)
    this.#failures.set(host, (this.#failures.get(host) ?? 0) + 1)
  }

  /** Notes that the host of an address has answered; its failures in a row end. */
  addSuccess(address: string): void {
    this.#working.add(hostOf(address))
    this.#failures.delete(hostOf(address))
  }
}

/** Compared with reasons that earlier runs have stored. */
const TOO_LARGE = 'larger than maxFileSizeMB'

function tooLarge({ maxBytes }: DownloadRules): string {
  return `${TOO_LARGE} (${inMB(maxBytes)} MB)`
}

/** Whether a file failed because of a `maxFileSizeMB` that has been changed since. */
export function hasOtherLimit(reason: string, rules: DownloadRules): boolean {
  return reason.startsWith(TOO_LARGE) && reason !== tooLarge(rules)
}

/** Bytes in a megabyte of the configuration. */
export const MB = 1024 * 1024

function inMB(bytes: number): number {
  return Number((bytes / MB).toFixed(2))
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : ''
}
