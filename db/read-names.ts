import { type NameOfRecord, nameWeight } from '../site/block-weight.ts'
import type { Mirror } from './open-mirror.ts'
import { preparedOnce } from './prepared.ts'
import { readBreadcrumbs } from './read-breadcrumbs.ts'

/** Names pages, people and views by their ids, as pages do that mention them. */
export function nameReader(mirror: Mirror): NameOfRecord {
  const { name } = statements(mirror)
  return (id) => name.get({ id })
}

/** What the way to a page weighs, where a block of it shows it. */
export function wayWeight(mirror: Mirror, pageId: string): number {
  const own = statements(mirror).name.get({ id: pageId }) ?? ''
  const titles = readBreadcrumbs(mirror, pageId).map(({ title }) => title)
  return [...titles, own].reduce((sum, title) => sum + nameWeight(title), 0)
}

const statements = preparedOnce(({ $client }) => ({
  name: $client
    .prepare<{ id: string }, string>(
      `select title from page where id = :id
        union all select name from collection_view where id = :id
        union all select name from user where id = :id`
    )
    .pluck()
}))
