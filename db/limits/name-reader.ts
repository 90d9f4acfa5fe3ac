import { type NameOfRecord, linkCost } from '../../site/limits/html-cost.ts'
import { keys } from '../changes/change-keys.ts'
import { noteReads } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { readBreadcrumbs } from '../page/read-breadcrumbs.ts'

/** Returns a function that reads the name of a page, person or view by id, as in mentions. */
export function nameReader(mirror: Mirror): NameOfRecord {
  const { name } = statements(mirror)
  return (id) => {
    noteReads([keys.name(id), keys.view(id), keys.user(id)])
    return name.get({ id })
  }
}

/** The size of one breadcrumb block on a page, in bytes of HTML. */
export function breadcrumbCost(mirror: Mirror, pageId: string): number {
  const own = statements(mirror).name.get({ id: pageId }) ?? ''
  const titles = readBreadcrumbs(mirror, pageId).map(({ title }) => title)
  return [...titles, own].reduce((sum, title) => sum + linkCost(title), 0)
}

const statements = ({ $client }: Mirror) => ({
  name: $client
    .prepare<{ id: string }, string>(
      `select title from page where id = :id
        union all select name from collection_view where id = :id
        union all select name from user where id = :id`
    )
    .pluck()
})
