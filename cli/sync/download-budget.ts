import { FileError } from './file-error.ts'

const PATIENCE_MS = 15_000
const FIRST_BACKOFF_MS = 500
/** So many files in a row that a host does not hand out after all attempts, and it is left alone. */
const DEAD_AFTER = 5

export interface DownloadRules {
  /** Origins that may be plain http and on this machine: that of `NOTION_API_BASE_URL`. */
  allowedOrigins: Set<string>
  /** Bytes of one file. */
  maxBytes: number
  /** Bytes of all downloads of a run together. */
  maxRunBytes: number
  /** Milliseconds a host may be silent, or send next to nothing. Default 15 s. */
  patienceMs?: number
  /** Wait before the second attempt, in milliseconds; doubled for the third. Default 500. */
  firstBackoffMs?: number
}

/** What a run may still download, and from whom. */
export class DownloadBudget {
  readonly rules: DownloadRules
  readonly #silences = new Map<string, number>()
  #left: number

  constructor(rules: DownloadRules) {
    this.rules = rules
    this.#left = rules.maxRunBytes
  }

  get patienceMs(): number {
    return this.rules.patienceMs ?? PATIENCE_MS
  }

  /** Wait before the next attempt, in milliseconds, with a part left to chance. */
  backoffMs(attempt: number): number {
    const { firstBackoffMs = FIRST_BACKOFF_MS } = this.rules
    return firstBackoffMs * 2 ** (attempt - 1) * (0.5 + Math.random() / 2)
  }

  /** Counts the bytes of one file; throws `FileError` when it or the run is at its limit. `announced` may be 0. */
  sizeCheck(announced: number): { readonly size: number; add: (bytes: number) => void } {
    this.#refuse(announced, announced)
    let size = 0
    return {
      get size() {
        return size
      },
      add: (bytes) => {
        size += bytes
        this.#refuse(size, bytes)
        this.#left -= bytes
      }
    }
  }

  /** Throws `FileError` when the host of an address has been silent all along. */
  refuseDeadHost(address: string): void {
    if ((this.#silences.get(hostOf(address)) ?? 0) < DEAD_AFTER) return
    throw new FileError(`its host did not hand out ${DEAD_AFTER} other files`)
  }

  noteSilence(address: string): void {
    const host = hostOf(address)
    this.#silences.set(host, (this.#silences.get(host) ?? 0) + 1)
  }

  noteAnswer(address: string): void {
    this.#silences.delete(hostOf(address))
  }

  #refuse(size: number, next: number): void {
    const { maxBytes, maxRunBytes } = this.rules
    if (size > maxBytes) throw new FileError(`larger than maxFileSizeMB (${inMB(maxBytes)} MB)`)
    if (next <= this.#left) return
    throw new FileError(
      `maxSyncDownloadMB (${inMB(maxRunBytes)} MB) is used up; the next run goes on`
    )
  }
}

/** Bytes of a megabyte in the configuration. */
export const MB = 1024 * 1024

function inMB(bytes: number): number {
  return Number((bytes / MB).toFixed(2))
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : ''
}
