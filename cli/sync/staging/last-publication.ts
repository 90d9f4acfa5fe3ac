import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { readIdentity } from '../../../db/mirror/read-identity.ts'
import type { Staging } from './staging.ts'

/** Whether the mirror was published from this staging file, except for records in the table `changed`. */
export function isBaseOf({ client }: Staging, mirror: Mirror): boolean {
  const find = client.prepare<[], string>(`select value from meta where key = 'published'`)
  return find.pluck().get() === publicationOf(mirror)
}

/**
 * Stores that the records of the frontier are published in the mirror, and deletes staged records
 * that this run did not find. `isWhole`: the run was not limited to one page.
 */
export function finishRun(staging: Staging, mirror: Mirror, isWhole: boolean): void {
  const { client } = staging
  staging.batch(() => {
    client.exec(replaceChanged)
    client.prepare(`insert or replace into meta values ('published', ?)`).run(publicationOf(mirror))
    client.exec(deleteUnreferenced)
    client.exec(
      `delete from view_rows where view_id not in (select id from record where kind = 'collection_view')`
    )
    client.exec('update record set is_reported = 1 where flaw is not null')
    if (isWhole) staging.endFullRun()
  })
}

/** The mirror has other texts than staging where the frontier has an override. */
const replaceChanged = `
  delete from changed;
  insert into changed
  select frontier.kind, frontier.id from frontier join record using (kind, id)
   where state = 'accepted' and override is not null and override is not record.raw;
  delete from shown_before;
  insert into shown_before select view_id, collection_id, groups from shown`

/** Names the index, so that the records themselves are not read. */
const deleteUnreferenced = `
  delete from record where rowid in (
    select rowid from record indexed by sqlite_autoindex_record_1
     where not exists (
       select 1 from frontier where frontier.kind = record.kind and frontier.id = record.id)
       and not exists (
       select 1 from link_target as target where target.kind = record.kind and target.id = record.id))`

function publicationOf(mirror: Mirror): string {
  const { generation, publishedAt, digest } = readIdentity(mirror) ?? {}
  return JSON.stringify([generation, publishedAt, digest])
}
