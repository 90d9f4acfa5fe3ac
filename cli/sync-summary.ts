import type { AbsentRecord, Account } from './sync/account.ts'
import type { SyncResult } from './sync/sync.ts'

const LISTED_AT_MOST = 20

/** The last line of a sync: what the mirror holds now and what it took. */
export function describeResult(result: SyncResult): string {
  const { account, generation, isPublished, requests, durationMs } = result
  const { pages, blocks, rows, collections } = account.stored
  const seconds = (durationMs / 1000).toFixed(1)
  return [
    isPublished ? `Published generation ${generation}:` : `Unchanged, generation ${generation}:`,
    `${pages} pages, ${blocks} blocks, ${rows} rows in ${collections} collections,`,
    `${account.files.stored} files; ${requests} requests in ${seconds} s`
  ].join(' ')
}

/**
 * The document that `fansite sync --json` prints: what is stored, what is not and why. Keys are
 * only ever added.
 */
export function runDocument(result: SyncResult) {
  const { account, generation, isPublished, requests, durationMs, warnings } = result
  return {
    generation,
    is_published: isPublished,
    requests,
    duration_ms: durationMs,
    stored: account.stored,
    files: {
      expected: account.files.expected,
      stored: account.files.stored,
      failed: account.files.failed.map(({ source, blockId, reason }) => ({
        source,
        block_id: blockId,
        reason
      }))
    },
    absent: account.absent.map(({ table, id, reason, namedBy }) => ({
      table,
      id,
      reason,
      named_by: namedBy
    })),
    warnings
  }
}

/** What is not in the mirror and why, a line each; the account in the mirror has all of it. */
export function describeAbsences(account: Account): string[] {
  const absent = account.absent.map(describeAbsent)
  const failed = account.files.failed.map(
    ({ source, reason, blockId }) => `file not fetched: ${source} of ${blockId}: ${reason}`
  )
  return [...limited(absent, 'records'), ...limited(failed, 'files')]
}

function describeAbsent({ table, id, reason, namedBy }: AbsentRecord): string {
  return `not mirrored: ${table} ${id}, named by ${namedBy}: ${reasons[reason]}`
}

const reasons: Record<AbsentRecord['reason'], string> = {
  missing: 'the workspace does not answer it',
  private: 'it may not be read',
  deleted: 'it is in the trash',
  foreign: 'it stands in another space',
  excluded: 'excludedPageIds names it',
  'switched off': 'its Public checkbox is off'
}

function limited(lines: string[], what: string): string[] {
  if (lines.length <= LISTED_AT_MOST) return lines
  const rest = lines.length - LISTED_AT_MOST
  return [...lines.slice(0, LISTED_AT_MOST), `… and ${rest} more ${what}`]
}
