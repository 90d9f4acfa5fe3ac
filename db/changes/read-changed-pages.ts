import type { Mirror } from '../mirror/open-mirror.ts'
import { readIdentity } from '../mirror/read-identity.ts'
import { readTransaction } from '../mirror/read-transaction.ts'

/** What the publications after a generation have done to a page. */
interface ChangedPage {
  id: string
  /** `added` also for a page that was removed and has returned. */
  change: 'added' | 'changed' | 'removed'
  /** The last publication that changed it. */
  generation: number
  /** Its present path, or the last one of a removed page. */
  path: string
}

interface ChangedPages {
  /** The publication that is compared with. */
  generation: number
  publishedAt: number
  /** Undefined if the log does not reach back that far, or if a publication changed everything. */
  changes: ChangedPage[] | undefined
}

/**
 * Reads which pages the publications with a generation greater than `sinceGeneration` have changed: their
 * content, their values, what a link to them shows, or the names of the pages that they show: those that
 * they link to or relate to, their parents, and rows in their views. Hidden pages and those that are not
 * public any more are omitted. Undefined before the first publication.
 */
export function readChangedPages(
  mirror: Mirror,
  hidden: ReadonlySet<string>,
  sinceGeneration: number
): ChangedPages | undefined {
  return readTransaction(mirror, () => {
    const identity = readIdentity(mirror)
    if (!identity) return undefined
    const { generation, publishedAt } = identity
    const { complete, changed } = statements(mirror)
    const entries = complete.get(sinceGeneration) ?? 0
    const isKnown = sinceGeneration <= generation && entries === generation - sinceGeneration
    if (!isKnown) return { generation, publishedAt, changes: undefined }
    const pages = changed.all({ since: sinceGeneration }).filter(({ id }) => !hidden.has(id))
    return { generation, publishedAt, changes: pages }
  })
}

const statements = ({ $client }: Mirror) => ({
  complete: $client
    .prepare<[number], number>(
      'select count(*) from publication where generation > ? and is_everything = 0'
    )
    .pluck(),
  // Keys of other records are dropped by the joins: neither a page of the site nor one that was.
  changed: $client.prepare<{ since: number }, ChangedPage>(
    `with touched as (
       select substr(key, 6) as id, generation, 0 as is_added
         from change where generation > :since and (key like 'page:%' or key like 'name:%')
       union all
       select substr(key, 7), generation, 1
         from change where generation > :since and key like 'added:%'),
     named as (
       select substr(key, 6) as id, max(generation) as generation
         from change where generation > :since and key like 'name:%' group by 1),
     listed as (
       select view_id, named.generation
         from named join collection_view_row on block_id = named.id
       union all
       select substr(key, 11), generation
         from change where generation > :since and key like 'view-rows:%'),
     showing as (
       select page_id as id, generation from named join link on target_page_id = named.id
       union all
       select page_id, generation from named join property_value on target_id = named.id
       union all
       select page.id, generation from named join page on parent_page_id = named.id
       union all
       select page_id, listed.generation
         from (select view_id, max(generation) as generation from listed group by 1) as listed
         join collection_view as view on view.id = view_id
         join block on block.id = view.parent_id),
     found as (
       select id, max(generation) as generation, max(is_added) as is_added
         from (select * from touched
               union all
               select showing.id, generation, 0 from showing join page on page.id = showing.id)
        group by id)
     select found.id, iif(page.id is null, 'removed', iif(is_added, 'added', 'changed')) as change,
            found.generation, coalesce(page.path, gone_page.path) as path
       from found
       left join page on page.id = found.id
       left join gone_page on gone_page.id = found.id and page.id is null
      where page.id is not null or gone_page.id is not null
      order by found.generation, found.id`
  )
})
