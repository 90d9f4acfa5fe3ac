import type { AbsentRecord, SyncReport, FailedRecord, FileFailureGroup } from './sync-report.ts'
import type { SyncResult } from '../sync.ts'

const LISTED_AT_MOST = 20

/** The last line of a sync: what the mirror holds now and what it took. */
export function describeResult(result: SyncResult): string {
  const { report, generation, isPublished, requests, durationMs } = result
  const { pages, blocks, rows, collections } = report.stored
  const seconds = (durationMs / 1000).toFixed(1)
  return [
    isPublished ? `Published generation ${generation}:` : `Unchanged, generation ${generation}:`,
    `${pages} pages, ${blocks} blocks, ${rows} rows in ${collections} collections,`,
    `${report.files.stored} files; ${requests} requests in ${seconds} s`
  ].join(' ')
}

/**
 * The document that `fansite sync --json` prints: what is stored, what is not and why. Keys are
 * only ever added.
 */
export function runDocument(result: SyncResult) {
  const { report, generation, isPublished, requests, durationMs, warnings } = result
  return {
    generation,
    is_published: isPublished,
    requests,
    waited_ms: result.waitedMs,
    duration_ms: durationMs,
    ...report,
    warnings
  }
}

/** What is not in the mirror and why, a line each; the account in the mirror has all of it. */
export function describeAbsences(report: SyncReport): string[] {
  const failedRecords = report.failed.map(describeFailed)
  const absent = report.absent.map(describeAbsent)
  const partlyRead = report.partly_read.map(
    ({ id, fields }) => `read in part: block ${id}: unexpected values in ${fields.join(', ')}`
  )
  const fileFailures = describeFileFailures(report.file_failures).map(
    (group) => `files not fetched: ${group}`
  )
  return [
    ...limited(failedRecords, 'failures'),
    ...limited(partlyRead, 'blocks'),
    ...limited(absent, 'records'),
    ...limited(fileFailures, 'groups of files')
  ]
}

/** A line for each host and reason. */
export function describeFileFailures(groups: FileFailureGroup[]): string[] {
  return groups
    .toSorted((a, b) => b.files - a.files)
    .map(({ host, reason, files, newly_failed: newlyFailed, next_try_at: nextTryAt }) => {
      const news = newlyFailed > 0 ? `, ${newlyFailed} for the first time` : ''
      const nextTry = new Date(nextTryAt).toISOString().slice(0, 16).replace('T', ' ')
      return `${files} from ${host}: ${reason}${news}; next try ${nextTry} UTC`
    })
}

function describeFailed(failed: FailedRecord): string {
  const { table, id, page_id: pageId, title, reason, outcome } = failed
  const page = title === null ? pageId : `"${title}" (${pageId})`
  const known = failed.is_new ? '' : ' (as before)'
  return `not read: ${table} ${id} of page ${page}: ${reason}; ${outcomes[outcome]}${known}`
}

const outcomes: Record<FailedRecord['outcome'], string> = {
  kept: 'its last good copy is kept',
  placeholder: 'a placeholder is shown in its place',
  part: 'what can be read of it is shown',
  'left out': 'it is not in the mirror'
}

function describeAbsent({ table, id, title, reason, named_by: namedBy }: AbsentRecord): string {
  const name = title === null ? id : `${id} "${title}"`
  return `not mirrored: ${table} ${name}, named by ${namedBy}: ${absenceReasons[reason]}`
}

/** What the reasons for which a record is left out mean. */
export const absenceReasons: Record<AbsentRecord['reason'], string> = {
  missing: 'the workspace does not answer it',
  private: 'it may not be read',
  deleted: 'it is in the trash',
  foreign: 'it stands in another space',
  excluded: 'excludedPageIds names it',
  'switched off': 'its Public checkbox is off',
  template: 'it is a template of its collection',
  response: 'it was sent in with a form, and no other view shows it'
}

/** The first lines, and how many more there are. */
export function limited(lines: string[], what: string): string[] {
  if (lines.length <= LISTED_AT_MOST) return lines
  const rest = lines.length - LISTED_AT_MOST
  return [...lines.slice(0, LISTED_AT_MOST), `… and ${rest} more ${what}`]
}
