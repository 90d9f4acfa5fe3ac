import type { AbsentRecord, SyncReport, FailedRecord, FileFailureGroup } from './sync-report.ts'
import type { SyncResult } from '../sync.ts'
import { counted } from '../../formats/quantities.ts'
import { utcMinute } from '../../formats/utc-minute.ts'

const LISTED_AT_MOST = 20

/** The last line of output of a sync: the content of the mirror, the requests and the duration. */
export function describeResult(result: SyncResult): string {
  const { report, generation, isPublished, requests, durationMs } = result
  const { pages, blocks, rows, collections } = report.stored
  const seconds = (durationMs / 1000).toFixed(1)
  return [
    isPublished ? `Published generation ${generation}:` : `Unchanged, generation ${generation}:`,
    `${counted(pages, 'page')}, ${counted(blocks, 'block')},`,
    `${counted(rows, 'row')} in ${counted(collections, 'collection')},`,
    `${counted(report.files.stored, 'file')}; ${counted(requests, 'request')} in ${seconds} s`
  ].join(' ')
}

/** The document that `fansite sync --json` prints; existing keys never change. */
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

/** The records and files that are not in the mirror, by line, with reasons; long lists are truncated. */
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

/** One line for each host and reason. */
export function describeFileFailures(groups: FileFailureGroup[]): string[] {
  return groups
    .toSorted((a, b) => b.files - a.files)
    .map(({ host, reason, files, newly_failed: newlyFailed, next_try_at: nextTryAt }) => {
      const isNew = newlyFailed > 0 ? `, ${newlyFailed} for the first time` : ''
      return `${files} from ${host}: ${reason}${isNew}; next try ${utcMinute(nextTryAt)}`
    })
}

function describeFailed(failed: FailedRecord): string {
  const { table, id, page_id: pageId, title, reason, outcome } = failed
  const page = title === null ? pageId : `"${title}" (${pageId})`
  const known = failed.is_new ? '' : ' (as before)'
  return `not read: ${table} ${id} of page ${page}: ${reason}; ${outcomes[outcome]}${known}`
}

const outcomes: Record<FailedRecord['outcome'], string> = {
  kept: 'the published version is kept',
  placeholder: 'a placeholder is shown instead',
  part: 'only a part of it is shown',
  'left out': 'it is not in the mirror'
}

function describeAbsent({ table, id, title, reason, named_by: namedBy }: AbsentRecord): string {
  const name = title === null ? id : `${id} "${title}"`
  return `not mirrored: ${table} ${name}, referenced by ${namedBy}: ${absenceReasons[reason]}`
}

/** Explanations of the reasons for which a record is not mirrored. */
export const absenceReasons: Record<AbsentRecord['reason'], string> = {
  missing: 'the workspace does not return it',
  private: 'it is private',
  deleted: 'it is in the trash',
  foreign: 'it belongs to another space',
  excluded: 'excludedPageIds contains it',
  'switched off': 'its Public checkbox is off',
  template: 'it is a template of its collection',
  response: 'it is a form response that no other view shows'
}

/** The first lines, and the number of further ones. */
export function limited(lines: string[], what: string): string[] {
  if (lines.length <= LISTED_AT_MOST) return lines
  const rest = lines.length - LISTED_AT_MOST
  return [...lines.slice(0, LISTED_AT_MOST), `… and ${rest} more ${what}`]
}
