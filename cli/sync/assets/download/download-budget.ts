import { FileError } from './file-error.ts'

const PATIENCE_MS = 15_000
const FIRST_BACKOFF_MS = 1000
/**
 * So many files in a row that a host does not hand out after all attempts, and it is left alone for
 * the run. One that has handed out others is given some twenty seconds to come back.
 */
const DEAD_AFTER = 5
const DEAD_AFTER_ANSWERS = 50

export interface DownloadRules {
  /** Origins that may be plain http and on this machine: that of `NOTION_API_BASE_URL`. */
  allowedOrigins: Set<string>
  /** Bytes of one file. */
  maxBytes: number
  /** Bytes of all downloads of a run together. */
  maxRunBytes: number
  /** Milliseconds a host may be silent, or send next to nothing. Default 15 s. */
  patienceMs?: number
  /** Wait before the second attempt, in milliseconds; doubled for the third. Default 1,000. */
  firstBackoffMs?: number
}

/** What a run may still download, and from whom. */
export class DownloadBudget {
  readonly rules: DownloadRules
  readonly #silences = new Map<string, number>()
  readonly #answered = new Set<string>()
  #left: number
  #isSpent = false

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

  /**
   * Counts the bytes of one file; `add` throws `FileError` when the file or the run is at its limit.
   * `announced` is the size that the host tells, or 0.
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

  /** Throws `FileError` once a file did not fit into what the run may still download. */
  refuseWhenSpent(): void {
    if (!this.#isSpent) return
    const limit = inMB(this.rules.maxRunBytes)
    throw new FileError(`maxSyncDownloadMB (${limit} MB) is used up; the next run goes on`, {
      isFaultOfRun: true
    })
  }

  /** Throws `FileError` when the host of an address does not answer any more. */
  refuseDeadHost(address: string): void {
    const host = hostOf(address)
    const limit = this.#answered.has(host) ? DEAD_AFTER_ANSWERS : DEAD_AFTER
    if ((this.#silences.get(host) ?? 0) < limit) return
    throw new FileError(`its host did not hand out ${limit} other files`)
  }

  noteSilence(address: string): void {
    const host = hostOf(address)
    this.#silences.set(host, (this.#silences.get(host) ?? 0) + 1)
  }

  noteAnswer(address: string): void {
    this.#answered.add(hostOf(address))
    this.#silences.delete(hostOf(address))
  }
}

const TOO_LARGE = 'larger than maxFileSizeMB'

function tooLarge({ maxBytes }: DownloadRules): string {
  return `${TOO_LARGE} (${inMB(maxBytes)} MB)`
}

/** Whether a file failed under another limit than the one that is configured now. */
export function hasOtherLimit(reason: string, rules: DownloadRules): boolean {
  return reason.startsWith(TOO_LARGE) && reason !== tooLarge(rules)
}

/** Bytes of a megabyte in the configuration. */
export const MB = 1024 * 1024

function inMB(bytes: number): number {
  return Number((bytes / MB).toFixed(2))
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : ''
}
