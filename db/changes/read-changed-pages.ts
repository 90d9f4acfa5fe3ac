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
 * content, their values, or what a link to them shows. Hidden pages and those that are not public any
 * more are omitted. Undefined before the first publication.
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
    const pages = changed.all(sinceGeneration).filter(({ id }) => !hidden.has(id))
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
  changed: $client.prepare<[number], ChangedPage>(
    `with touched as (
       select substr(key, instr(key, ':') + 1) as id, max(generation) as generation,
              max(key like 'added:%') as is_added
         from change
        where generation > ? and (key like 'page:%' or key like 'name:%' or key like 'added:%')
        group by 1)
     select touched.id, iif(page.id is null, 'removed', iif(is_added, 'added', 'changed')) as change,
            touched.generation, coalesce(page.path, gone_page.path) as path
       from touched
       left join page on page.id = touched.id
       left join gone_page on gone_page.id = touched.id and page.id is null
      where page.id is not null or gone_page.id is not null
      order by touched.generation, touched.id`
  )
})
