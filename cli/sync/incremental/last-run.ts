import type { SyncReport } from '../report/sync-report.ts'
import type { Staging } from '../staging/staging.ts'
import type { FoundRecord, RecordId } from '../workspace/records/record-tables.ts'
import type { ShownCollection } from '../walk/collections/collection-tasks.ts'

/** What an unchanged run needs to know of the last one. */
export interface LastRun {
  /** The publication, and everything beside the workspace on which it depends. */
  inputs: string
  report: SyncReport
  shown: ShownCollection[]
  /** The collections and views of the site. */
  accepted: FoundRecord[]
  /** A digest of the rows that were found, and of the views with their rows. */
  digest: string
}

/** A `LastRun` as it is stored. The keys are those of earlier versions, whose files are still read. */
interface StoredRun {
  basis: string
  account: SyncReport
  shown: (Pick<ShownCollection, 'collectionId' | 'viewIds'> & { unit: string; namedBy: string })[]
  taken: (RecordId & { unit: string })[]
  digest: string
}

/** Reads what the last run stored, and removes it; undefined if there is nothing. */
export function takeLastRun({ client }: Staging): LastRun | undefined {
  const facts = client.prepare<[], string>('select facts from last_run').pluck().get()
  client.exec('delete from last_run')
  if (facts === undefined) return undefined
  // A file of another version may lack a list; its inputs differ, so that it is not used.
  const { basis, account, shown = [], taken = [], digest } = JSON.parse(facts) as StoredRun
  return {
    inputs: basis,
    report: account,
    shown: shown.map(({ unit, namedBy, ...rest }) => ({
      ...rest,
      pageId: unit,
      referencedBy: namedBy
    })),
    accepted: taken.map(({ table, id, unit }) => ({ table, id, pageId: unit })),
    digest
  }
}

/** Stores what `takeLastRun` of the next run reads. */
export function saveLastRun({ client }: Staging, run: LastRun): void {
  const { inputs, report, shown, accepted, digest } = run
  const stored: StoredRun = {
    basis: inputs,
    account: report,
    shown: shown.map(({ pageId, referencedBy, ...rest }) => ({
      ...rest,
      unit: pageId,
      namedBy: referencedBy
    })),
    taken: accepted.map(({ table, id, pageId }) => ({ table, id, unit: pageId })),
    digest
  }
  const sql = 'insert or replace into last_run values (1, ?)'
  client.prepare(sql).run(JSON.stringify(stored))
}
