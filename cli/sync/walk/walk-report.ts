import type { PublishedRecords } from '../../../db/publish/published-records.ts'
import { isPage } from '../../../site/notion/blocks/block-references.ts'
import { UNREADABLE_TYPE } from '../../../site/notion/blocks/block-types.ts'
import { ReportedQueries } from '../incremental/reported-queries.ts'
import type { FailedRecord, SyncReport } from '../report/sync-report.ts'
import { type FlawedRecord, readFlawed, readPartlyRead } from '../staging/flaw.ts'
import type { Staging } from '../staging/staging.ts'
import type { Failure, Failures } from './failures.ts'
import type { Frontier } from './frontier.ts'

interface WalkParts {
  staging: Staging
  frontier: Frontier
  failures: Failures
  published: PublishedRecords
}

/** Writes the counts and the failures of a finished walk into the report. */
export function completeReport(report: SyncReport, parts: WalkParts): void {
  const { staging, frontier, failures } = parts
  const { accepted, excluded } = frontier
  report.stored = { ...accepted }
  report.expected = {
    pages: accepted.pages + excluded.pages,
    blocks: accepted.blocks + excluded.blocks,
    rows: accepted.rows + excluded.rows,
    collections: accepted.collections + excluded.collections,
    views: accepted.views + excluded.views
  }
  const reported = new ReportedQueries(staging.client)
  report.partly_read = readPartlyRead(staging.client)
  report.failed = [
    ...readFlawed(staging.client).map((record) => failedRecord(record, parts)),
    ...failures.list().map((failure) => failedQuery(failure, { ...parts, reported }))
  ]
}

function failedRecord(found: FlawedRecord, parts: WalkParts): FailedRecord {
  const { published } = parts
  const { table, id, type, isAccepted, flaw, isReported } = found
  const isPageId = table === 'block' && ((type && isPage({ type })) || published.isPage(id))
  const pageId = isPageId ? id : found.pageId
  return {
    table,
    id,
    page_id: pageId,
    title: titleOf(pageId, parts),
    reason: flaw.reason,
    is_kept: flaw.isKept && isAccepted,
    outcome: outcomeOf(found),
    is_new: !isReported
  }
}

function outcomeOf({ type, isAccepted, flaw }: FlawedRecord): FailedRecord['outcome'] {
  if (!isAccepted) return 'left out'
  if (flaw.isKept) return 'kept'
  return type === UNREADABLE_TYPE ? 'placeholder' : 'part'
}

function failedQuery(
  failure: Failure,
  parts: WalkParts & { reported: ReportedQueries }
): FailedRecord {
  const { published, reported } = parts
  const { table, id, pageId, reason, isFinal } = failure
  const isKept = published.has(table, id)
  return {
    table,
    id,
    page_id: pageId,
    title: titleOf(pageId, parts),
    reason,
    is_kept: isKept,
    outcome: isKept ? 'kept' : 'left out',
    is_new: !isFinal || !reported.has(failure)
  }
}

/** The published title of a page. The mirror stores the report, so a page that leaves the site is not named. */
function titleOf(pageId: string, { frontier, published }: WalkParts): string | null {
  return frontier.isAccepted('block', pageId) ? (published.title(pageId) ?? null) : null
}
