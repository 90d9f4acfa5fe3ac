import type { Mirror } from '../mirror/open-mirror.ts'
import type { PageGroups } from './page-groups.ts'
import type { SearchRequest } from './search-request.ts'
import type { PageFilter } from './match/section-text.ts'

const prepared = ({ $client }: Mirror) => ({
  numberOf: $client
    .prepare<[string], number>('select number from search_page where page_id = ?')
    .pluck(),
  below: $client
    .prepare<[string], number>(
      `with recursive below (id) as (
         select id from page where id = ?
         union
         select page.id from below join page on page.parent_page_id = below.id
       )
       select number from below join search_page on page_id = below.id`
    )
    .pluck()
})

/** Returns a filter of page numbers for a request; undefined when all pages are allowed. */
export function pageFilter(
  mirror: Mirror,
  groups: PageGroups,
  request: Pick<SearchRequest, 'ancestorId' | 'collection' | 'tag' | 'hidden'>
): PageFilter | undefined {
  const { ancestorId, collection, tag, hidden } = request
  const conditions = [ancestorId, collection, tag].filter((each) => each !== undefined)
  if (conditions.length === 0 && hidden.size === 0) return undefined
  const { numberOf, below } = prepared(mirror)
  const excluded = new Set([...hidden].flatMap((id) => numberOf.get(id) ?? []))
  const within = ancestorId === undefined ? undefined : new Set(below.all(ancestorId))
  return (number) => {
    const group = groups.get(number)
    return (
      !excluded.has(number) &&
      (within === undefined || within.has(number)) &&
      (collection === undefined || group?.collectionId === collection) &&
      (tag === undefined || (group?.tags.includes(tag) ?? false))
    )
  }
}
