import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { readPages } from '../../../db/lists/read-pages.ts'
import { isWithheld } from '../../../db/publish/withheld.ts'
import type { SyncReport } from '../report/sync-report.ts'
import type { Reached } from './frontier.ts'
import type { RecordReader } from './record-reader.ts'
import type { StagedRecord, Staging } from '../staging/staging.ts'

interface DepartureOptions {
  mirror: Mirror
  staging: Staging
  reached: Reached
  reader: RecordReader
  account: SyncReport
  excludedPageIds: string[]
}

/**
 * Returns why records are not part of the site, by id. Pages of the last publication that the walk
 * did not reach are requested once more: only a page that is deleted, or that the workspace does
 * not answer, left in the open. One that is readable and stands elsewhere was withdrawn.
 */
export async function findAbsences(options: DepartureOptions): Promise<Map<string, string>> {
  const { mirror, reached, reader, account, excludedPageIds } = options
  const absences = new Map<string, string>(account.absent.map(({ id, reason }) => [id, reason]))
  for (const id of excludedPageIds) absences.set(id, 'excluded')
  const departed = readPages(mirror).filter(({ id }) => !reached.isTaken('block', id))
  for (const { id } of departed) reader.ask({ table: 'block', id, unit: id }, 'ahead')
  await reader.drain()
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
  const { staging, reached } = facts
  const staged = stagedRecord(id, staging)
  const above = staged?.parent_id ?? undefined
  if (above === undefined || seen.has(above) || isTaken(above, reached)) return own
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

function isTaken(id: string, reached: Reached): boolean {
  return reached.isTaken('block', id) || reached.isTaken('collection', id)
}

/** Whether this run has read the record, and it is not in the trash. */
function isAlive(staged: StagedRecord | undefined, staging: Staging): boolean {
  if (!staged?.raw || staged.run !== staging.run) return false
  return (JSON.parse(staged.raw) as { alive?: unknown }).alive !== false
}
