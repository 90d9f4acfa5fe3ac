import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { readPages } from '../../../db/lists/read-pages.ts'
import { isWithheld } from '../../../db/publish/withheld.ts'
import type { SyncReport } from '../report/sync-report.ts'
import type { Frontier } from './frontier.ts'
import type { RecordFetcher } from './requests/record-fetcher.ts'
import type { StagedRecord, Staging } from '../staging/staging.ts'

interface DepartureOptions {
  mirror: Mirror
  staging: Staging
  frontier: Frontier
  fetcher: RecordFetcher
  report: SyncReport
  excludedPageIds: string[]
}

/**
 * Returns why records are not part of the site, by id. Pages of the last publication that the walk
 * did not reach are requested once more: only a page that is deleted, or that the workspace does
 * not answer, left in the open. One that is readable and stands elsewhere was withdrawn.
 */
export async function findAbsences(options: DepartureOptions): Promise<Map<string, string>> {
  const { mirror, frontier, fetcher, report, excludedPageIds } = options
  const absences = new Map<string, string>(report.absent.map(({ id, reason }) => [id, reason]))
  for (const id of excludedPageIds) absences.set(id, 'excluded')
  const departed = readPages(mirror).filter(({ id }) => !frontier.isAccepted('block', id))
  for (const { id } of departed) frontier.request({ table: 'block', id, pageId: id }, 'prefetch')
  await fetcher.drain()
  const named = new Map(absences)
  for (const { id } of departed) absences.set(id, reasonOf(id, { ...options, named }))
  return absences
}

interface Facts extends DepartureOptions {
  /** Reasons of the records that the walk has left out. */
  named: Map<string, string>
}

/** Why a page left: a withheld record above it withholds the page too. */
function reasonOf(id: string, facts: Facts, seen = new Set<string>()): string {
  const own = ownReason(id, facts)
  if (isWithheld(own)) return own
  const { staging, frontier } = facts
  const staged = stagedRecord(id, staging)
  const above = staged?.parent_id ?? undefined
  if (above === undefined || seen.has(above) || isAccepted(above, frontier)) return own
  if (stagedRecord(above, staging) === undefined && !facts.named.has(above)) {
    return isAlive(staged, staging) ? 'withdrawn' : own
  }
  const reason = reasonOf(above, facts, seen.add(id))
  return isWithheld(reason) ? reason : own
}

function ownReason(id: string, { named, staging }: Facts): string {
  return named.get(id) ?? stagedRecord(id, staging)?.absence ?? 'unreachable'
}

function stagedRecord(id: string, staging: Staging): StagedRecord | undefined {
  return staging.find('block', id) ?? staging.find('collection', id)
}

function isAccepted(id: string, frontier: Frontier): boolean {
  return frontier.isAccepted('block', id) || frontier.isAccepted('collection', id)
}

/** Whether this run has read the record, and it is not in the trash. */
function isAlive(staged: StagedRecord | undefined, staging: Staging): boolean {
  if (!staged?.raw || staged.run !== staging.run) return false
  return (JSON.parse(staged.raw) as { alive?: unknown }).alive !== false
}
