import type { Mirror } from '../open-mirror.ts'
import { preparedOnce } from '../prepared.ts'
import type { PageGroups } from './page-groups.ts'
import type { SearchRequest } from './search-pages.ts'
import type { PageFilter } from './section-text.ts'

const prepared = preparedOnce(({ $client }) => ({
  number: $client
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
}))

/** Which pages a search may find, by their numbers; `isNarrowed` is whether others are in the index. */
export function pageFilter(
  mirror: Mirror,
  groups: PageGroups,
  request: Pick<SearchRequest, 'ancestorId' | 'collection' | 'tag' | 'hidden'>
): { accepts: PageFilter; isNarrowed: boolean } {
  const { ancestorId, collection, tag } = request
  const hidden = numbersOf(mirror, request.hidden)
  const below =
    ancestorId === undefined ? undefined : new Set(prepared(mirror).below.all(ancestorId))
  const isOfGroup = (number: number) => {
    const group = groups.get(number)
    return (
      (collection === undefined || group?.collectionId === collection) &&
      (tag === undefined || (group?.tags.includes(tag) ?? false))
    )
  }
  return {
    accepts: (number) =>
      !hidden.has(number) && (below === undefined || below.has(number)) && isOfGroup(number),
    isNarrowed: hidden.size > 0 || [ancestorId, collection, tag].some((each) => each !== undefined)
  }
}

/** The numbers of pages, by their ids. */
export function numbersOf(mirror: Mirror, ids: ReadonlySet<string>): Set<number> {
  const { number } = prepared(mirror)
  return new Set([...ids].flatMap((id) => number.get(id) ?? []))
}
