import type { Failure } from '../walk/failures.ts'

/** Why a record that another record names is not in the mirror. */
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
  /** Title of the page, or text of the block; null when nothing is known of it. */
  title: string | null
  reason: Absence
  /** Id of the record that names it. */
  named_by: string
}

interface FailedFile {
  source: string
  /** Block that shows it. */
  block_id: string
  reason: string
}

/** Files of one host that could not be fetched for one reason. */
export interface FileFailureGroup {
  /** `the workspace` for the files of its own store. */
  host: string
  reason: string
  files: number
  /** How many of them failed for the first time. */
  newly_failed: number
  /** How many failed in an earlier run and were not requested in this one. */
  paused: number
  /** When the first of them is requested again, UTC milliseconds. */
  next_try_at: number
}

/** A record that could not be read as it is in the workspace. */
export interface FailedRecord extends Omit<Failure, 'pageId' | 'isFinal'> {
  /** The page it belongs to, and its title; null when nothing is known of it. */
  page_id: string
  title: string | null
  /** Whether the mirror keeps what it had. */
  is_kept: boolean
  /** What the mirror has: the last good copy, a placeholder block, what could be used of it, or nothing. */
  outcome: 'kept' | 'placeholder' | 'part' | 'left out'
  /** Whether no earlier run has published and reported the same. */
  is_new: boolean
}

/** A block of a type that fansite does not know: its record is mirrored, and a placeholder drawn. */
interface UnsupportedBlock {
  id: string
  title: string | null
  type: string
  /** The page it stands on. */
  page_id: string
}

/** A block that is in the mirror without some of its fields: they are not what they should be. */
interface PartlyReadBlock {
  id: string
  fields: string[]
}

/** How many records of each kind a run stored. */
export interface RecordCounts {
  pages: number
  blocks: number
  rows: number
  collections: number
  views: number
  users: number
}

/**
 * The account of a run: what the records name, what was stored of it, and the rest with reasons.
 * Keys are those of the document that `fansite sync --json` prints, and are only ever added.
 */
export interface SyncReport {
  /** Records that others name, less those that only a link leads to and that are no pages. */
  expected: Omit<RecordCounts, 'users'>
  stored: RecordCounts
  files: { expected: number; stored: number; failed: FailedFile[] }
  /** The failed files, grouped. */
  file_failures: FileFailureGroup[]
  absent: AbsentRecord[]
  failed: FailedRecord[]
  unsupported: UnsupportedBlock[]
  /** Blocks in the mirror, whichever run has read them. */
  partly_read: PartlyReadBlock[]
}

/** An account in which nothing has happened yet. */
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
 * Whether something was newly lost or kept at its last good copy: the run ends with exit code 3.
 * Names of users that cannot be read do not count.
 */
export function isPartial(report: SyncReport): boolean {
  const isRecordLost = report.failed.some(
    (failed) => failed.is_new && failed.table !== 'notion_user'
  )
  return isRecordLost || areMostFilesLost(report)
}

/** A dead address or two are no news about the whole site. */
const LOST_AT_LEAST = 3

/** Whether more than half of all files failed in this run and not before. */
function areMostFilesLost({ files, file_failures: groups }: SyncReport): boolean {
  const newlyFailed = groups.reduce((sum, group) => sum + group.newly_failed, 0)
  return newlyFailed >= LOST_AT_LEAST && newlyFailed * 2 > files.expected
}

const withheld = new Set<Absence>([
  'private',
  'deleted',
  'foreign',
  'excluded',
  'switched off',
  'template',
  'response'
])

/** The account as the mirror holds it, which anybody may read: without titles of pages that are not published. */
export function publicReport(report: SyncReport): SyncReport {
  return {
    ...report,
    absent: report.absent.map((record) =>
      withheld.has(record.reason) ? { ...record, title: null } : record
    )
  }
}
