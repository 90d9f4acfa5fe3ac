import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { readPages } from '../../../db/lists/read-pages.ts'
import { isWithheld } from '../../../db/publish/withheld-pages.ts'
import type { SyncReport } from '../report/sync-report.ts'
import type { Frontier } from './frontier.ts'
import type { RecordFetcher } from './requests/record-fetcher.ts'
import type { StagedRecord, Staging } from '../staging/staging.ts'

interface AbsenceOptions {
  mirror: Mirror
  staging: Staging
  frontier: Frontier
  fetcher: RecordFetcher
  report: SyncReport
  excludedPageIds: string[]
}

/**
 * Returns why records are not part of the site, by id. Published pages that the walk did not find are
 * requested once more: a page that is still readable was moved out of the site, which counts as
 * withdrawn. Only deleted and unanswered pages may be reported as gone.
 */
export async function findAbsences(options: AbsenceOptions): Promise<Map<string, string>> {
  const { mirror, frontier, fetcher, report, excludedPageIds } = options
  const absences = new Map<string, string>(report.absent.map(({ id, reason }) => [id, reason]))
  for (const id of excludedPageIds) absences.set(id, 'excluded')
  const gone = readPages(mirror).filter(({ id }) => !frontier.isAccepted('block', id))
  for (const { id } of gone) frontier.request({ table: 'block', id, pageId: id }, 'prefetch')
  await fetcher.drain()
  const excluded = new Map(absences)
  for (const { id } of gone) absences.set(id, reasonOf(id, { ...options, excluded }))
  return absences
}

interface ReasonOptions extends AbsenceOptions {
  /** Reasons of the records that the walk has excluded. */
  excluded: Map<string, string>
}

/** Why a page left the site. A page below a withheld record is withheld too. */
function reasonOf(id: string, facts: ReasonOptions, seen = new Set<string>()): string {
  const own = ownReason(id, facts)
  if (isWithheld(own)) return own
  const { staging, frontier } = facts
  const staged = stagedRecord(id, staging)
  const parentId = staged?.parent_id ?? undefined
  if (parentId === undefined || seen.has(parentId) || isAccepted(parentId, frontier)) return own
  if (stagedRecord(parentId, staging) === undefined && !facts.excluded.has(parentId)) {
    return isAlive(staged, staging) ? 'withdrawn' : own
  }
  const reason = reasonOf(parentId, facts, seen.add(id))
  return isWithheld(reason) ? reason : own
}

function ownReason(id: string, { excluded, staging }: ReasonOptions): string {
  return excluded.get(id) ?? stagedRecord(id, staging)?.absence ?? 'unreachable'
}

function stagedRecord(id: string, staging: Staging): StagedRecord | undefined {
  return staging.find('block', id) ?? staging.find('collection', id)
}

function isAccepted(id: string, frontier: Frontier): boolean {
  return frontier.isAccepted('block', id) || frontier.isAccepted('collection', id)
}

/** Whether this run has read the record and it is not in the trash. */
function isAlive(staged: StagedRecord | undefined, staging: Staging): boolean {
  if (!staged?.raw || staged.run !== staging.run) return false
  return (JSON.parse(staged.raw) as { alive?: unknown }).alive !== false
}
