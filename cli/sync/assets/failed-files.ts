import { isStoredFile } from '../../../site/notion/files/file-sources.ts'
import type { SyncReport, FileFailureGroup } from '../report/sync-report.ts'
import type { Failure, FailureLog } from './failure-log.ts'
import type { FileToFetch } from './download/file-fetcher.ts'
import type { FileError } from './download/file-error.ts'

/** The host in the report for files in the workspace's own store. */
const WORKSPACE = 'the workspace'

/** Adds the files that a run could not fetch to its report and to the failure log. */
export class FailedFiles {
  readonly #report: SyncReport
  readonly #log: FailureLog
  readonly #groups = new Map<string, FileFailureGroup>()

  constructor(report: SyncReport, log: FailureLog) {
    this.#report = report
    this.#log = log
  }

  /** Adds a file whose request failed in this run. */
  add(file: FileToFetch, error: FileError): void {
    const isNew = this.#log.find(file.source) === undefined
    const failure = this.#log.add(file.source, error.message, error.isFaultOfRun)
    this.#list(file, failure, isNew ? 'new' : 'again')
  }

  /** Adds a file that failed in an earlier run and is not requested in this one. */
  addPaused(file: FileToFetch, failure: Failure): void {
    this.#list(file, failure, 'paused')
  }

  #list(file: FileToFetch, failure: Failure, kind: 'new' | 'again' | 'paused'): void {
    const { source, blockId, copy } = file
    const reason = copy ? `${failure.reason}; the earlier copy is used` : failure.reason
    this.#report.files.failed.push({ source, block_id: blockId, reason })
    const group = this.#group(hostOf(source), reason)
    group.files++
    if (kind === 'new') group.newly_failed++
    if (kind === 'paused') group.paused++
    const nextTryAt = failure.failedAt + failure.pauseMs
    group.next_try_at = Math.min(group.next_try_at, nextTryAt)
  }

  #group(host: string, reason: string): FileFailureGroup {
    const key = `${host} ${reason}`
    const existing = this.#groups.get(key)
    if (existing) return existing
    const counts = { files: 0, newly_failed: 0, paused: 0, next_try_at: Number.MAX_SAFE_INTEGER }
    const group: FileFailureGroup = { host, reason, ...counts }
    this.#groups.set(key, group)
    this.#report.file_failures.push(group)
    return group
  }
}

function hostOf(source: string): string {
  const isExternal = /^https?:/.test(source) && !isStoredFile(source)
  return isExternal && URL.canParse(source) ? new URL(source).host : WORKSPACE
}
