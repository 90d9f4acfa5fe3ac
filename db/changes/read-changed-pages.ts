import type { Mirror } from '../mirror/open-mirror.ts'
import { readIdentity } from '../mirror/read-identity.ts'
import { readTransaction } from '../mirror/read-transaction.ts'
import { isLogged } from './is-logged.ts'

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
  sinceGeneration: number
): ChangedPages | undefined {
  return readTransaction(mirror, () => {
    const identity = readIdentity(mirror)
    if (!identity) return undefined
    const { generation, publishedAt } = identity
    if (!isLogged(mirror, { since: sinceGeneration, until: generation })) {
      return { generation, publishedAt, changes: undefined }
    }
    const changes = changedPages(mirror).all({ since: sinceGeneration })
    return { generation, publishedAt, changes }
  })
}

/** The ids in the touched keys of a kind, each with the generation that touched it. */
const touched = (kind: 'page' | 'name' | 'added' | 'view-rows') =>
  `select substr(key, ${kind.length + 2}) as id, generation
     from change where generation > :since and key like '${kind}:%'`

/** One row per id, with its last generation. */
const latest = (rows: string) =>
  `select id, max(generation) as generation from (${rows}) group by id`

/** Pages whose name has changed: what a link to them shows. */
const named = latest(touched('name'))

/** Views that list a page of `named` or whose rows have changed. */
const listing = latest(
  `select view_id as id, generation from named join collection_view_row on block_id = named.id
   union all
   ${touched('view-rows')}`
)

/** Pages that show a page of `named`: with a link, a relation, as their parent, or in a view of `listing`. */
const showing = `
  select page_id as id, generation from named join link on target_page_id = named.id
  union all
  select page_id, generation from named join property_value on target_id = named.id
  union all
  select page.id, generation from named join page on parent_page_id = named.id
  union all
  select page_id, generation
    from listing
    join collection_view as view on view.id = listing.id
    join block on block.id = view.parent_id`

/** All changed pages. A page that shows another counts only while it is on the site itself. */
const found = `
  select id, max(generation) as generation, max(is_added) as is_added
    from (select id, generation, 0 as is_added from (${touched('page')})
          union all
          select id, generation, 0 from named
          union all
          select id, generation, 1 from (${touched('added')})
          union all
          select showing.id, generation, 0 from showing join page on page.id = showing.id)
   group by id`

// Ids that are neither of a page of the site nor of one that was are of other records.
const changedPages = ({ $client }: Mirror) =>
  $client.prepare<{ since: number }, ChangedPage>(
    `with named as (${named}), listing as (${listing}), showing as (${showing}), found as (${found})
     select found.id, iif(page.id is null, 'removed', iif(is_added, 'added', 'changed')) as change,
            found.generation, coalesce(page.path, gone_page.path) as path
       from found
       left join page on page.id = found.id
       left join gone_page on gone_page.id = found.id and page.id is null
      where page.id is not null or gone_page.id is not null
      order by found.generation, found.id`
  )
