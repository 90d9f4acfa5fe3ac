import type { RecordTable } from '../workspace/records/record-tables.ts'

/** Why a referenced record is not in the mirror. */
export type Absence =
  | 'missing'
  | 'private'
  | 'deleted'
  | 'foreign'
  | 'excluded'
  | 'switched off'
  | 'template'
  | 'response'

export interface AbsentRecord {
  table: string
  id: string
  /** Title of the page, or text of the block; null when unknown. */
  title: string | null
  reason: Absence
  /** Id of the record that references it. */
  named_by: string
}

interface FailedFile {
  source: string
  /** The block that shows it. */
  block_id: string
  reason: string
}

/** Files of one host that could not be fetched for the same reason. */
export interface FileFailureGroup {
  /** `the workspace` for files in the workspace's own store. */
  host: string
  reason: string
  files: number
  /** Number of files that failed for the first time. */
  newly_failed: number
  /** Number of files that failed in an earlier run and were not requested in this one. */
  paused: number
  /** Time of the first new request, UTC milliseconds. */
  next_try_at: number
}

/** A record that could not be read, or not completely. */
export interface FailedRecord {
  table: RecordTable
  id: string
  reason: string
  /** The page of the record. */
  page_id: string
  /** Title of the page; null when unknown. */
  title: string | null
  /** Whether the mirror retains the published version. */
  is_kept: boolean
  /** What the mirror contains: the published version, a placeholder block, a part of it, or nothing. */
  outcome: 'kept' | 'placeholder' | 'part' | 'left out'
  /** False when an earlier run has published and reported the same. */
  is_new: boolean
}

/** A block of an unknown type: its record is mirrored, and the page shows a placeholder. */
interface UnsupportedBlock {
  id: string
  title: string | null
  type: string
  /** The page that contains it. */
  page_id: string
}

/** A block that is mirrored without the fields that had unexpected values. */
interface PartlyReadBlock {
  id: string
  fields: string[]
}

/** Number of records of each kind. */
export interface RecordCounts {
  pages: number
  blocks: number
  rows: number
  collections: number
  views: number
  users: number
}

/**
 * The report of a run: the referenced records and files, which of them were stored, and the others
 * with reasons. The keys are part of the document that `fansite sync --json` prints; existing keys
 * never change.
 */
export interface SyncReport {
  /** Referenced records, except blocks that only a link references and that are no pages. */
  expected: Omit<RecordCounts, 'users'>
  stored: RecordCounts
  files: { expected: number; stored: number; failed: FailedFile[] }
  /** The failed files by host and reason. */
  file_failures: FileFailureGroup[]
  absent: AbsentRecord[]
  failed: FailedRecord[]
  unsupported: UnsupportedBlock[]
  /** Of all blocks in the mirror, whichever run has read them. */
  partly_read: PartlyReadBlock[]
}

/** An empty report. */
export function newReport(): SyncReport {
  return {
    expected: { pages: 0, blocks: 0, rows: 0, collections: 0, views: 0 },
    stored: { pages: 0, blocks: 0, rows: 0, collections: 0, views: 0, users: 0 },
    files: { expected: 0, stored: 0, failed: [] },
    file_failures: [],
    absent: [],
    failed: [],
    unsupported: [],
    partly_read: []
  }
}

/**
 * Whether the run ends with exit code 3: a record, or most files, could not be read for the first
 * time. Unreadable user names do not count.
 */
export function isPartial(report: SyncReport): boolean {
  const isRecordLost = report.failed.some(
    (failed) => failed.is_new && failed.table !== 'notion_user'
  )
  return isRecordLost || areMostFilesLost(report)
}

/** Fewer failed files are not reported by the exit code. */
const MIN_LOST_FILES = 3

/** Whether more than half of all files failed for the first time. */
function areMostFilesLost({ files, file_failures: groups }: SyncReport): boolean {
  const newlyFailed = groups.reduce((sum, group) => sum + group.newly_failed, 0)
  return newlyFailed >= MIN_LOST_FILES && newlyFailed * 2 > files.expected
}

/** The report as it is published in the mirror: without the titles of unpublished pages. */
export function publicReport(report: SyncReport): SyncReport {
  return {
    ...report,
    absent: report.absent.map((record) =>
      record.reason === 'missing' ? record : { ...record, title: null }
    )
  }
}
