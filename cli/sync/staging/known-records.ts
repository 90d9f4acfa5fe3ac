import type { FoundRecord } from '../workspace/records/record-tables.ts'
import { knownCondition } from './staging-file.ts'
import type { Staging } from './staging.ts'

/**
 * Records of earlier runs that each run requests first, for their versions: pages, collections,
 * views, users, unreadable records, and the blocks that no page version covers: synced originals on no
 * page of the site, and blocks that are listed by another block than their parent. Rows come with the
 * query of their collection instead.
 */
export function knownRecords({ client }: Staging): FoundRecord[] {
  const sql = `
    select kind as 'table', id, coalesce(unit, id) as pageId from record
     where ${knownCondition} order by kind, id`
  return client.prepare<[], FoundRecord>(sql).all()
}

/** Whether a known record was not answered in this run. */
export function hasUnconfirmed({ client, run }: Staging): boolean {
  const sql = `select 1 from record where run < ? and (${knownCondition}) limit 1`
  return client.prepare(sql).get(run) !== undefined
}

/** Rows that this run has not read yet. */
export function unconfirmedRows({ client, run }: Staging): FoundRecord[] {
  const sql = `
    select kind as 'table', id, id as pageId from record indexed by record_row
     where kind = 'block' and is_row and run < ? order by id`
  return client.prepare<[number], FoundRecord>(sql).all(run)
}

/** Ids of the blocks that earlier runs found on a page, in another version of it than `asOf`. */
export function outdatedBlocks({ client }: Staging, pageId: string, asOf: string): string[] {
  const sql = `select id from record where kind = 'block' and unit = ? and id <> ? and as_of <> ?`
  return client.prepare<[string, string, string], string>(sql).pluck().all(pageId, pageId, asOf)
}
