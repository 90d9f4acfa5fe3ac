import { type NameOfRecord, linkCost } from '../../site/limits/html-cost.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { prepareOnce } from '../mirror/prepare-once.ts'
import { readBreadcrumbs } from '../page/read-breadcrumbs.ts'

/** Names pages, people and views by their ids, as pages do that mention them. */
export function nameReader(mirror: Mirror): NameOfRecord {
  const { name } = statements(mirror)
  return (id) => name.get({ id })
}

/** What the path to a page costs, in bytes of HTML, for each breadcrumb that shows it. */
export function breadcrumbCost(mirror: Mirror, pageId: string): number {
  const own = statements(mirror).name.get({ id: pageId }) ?? ''
  const titles = readBreadcrumbs(mirror, pageId).map(({ title }) => title)
  return [...titles, own].reduce((sum, title) => sum + linkCost(title), 0)
}

const statements = prepareOnce(({ $client }) => ({
  name: $client
    .prepare<{ id: string }, string>(
      `select title from page where id = :id
        union all select name from collection_view where id = :id
        union all select name from user where id = :id`
    )
    .pluck()
}))
