import type { PageLinkView } from '../../site/pages/page-model.ts'
import { shortTitled } from '../../site/notion/text/short-label.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead, noteReads } from '../changes/record-reads.ts'
import { hasHiddenPages } from '../lists/exclusion/exclude-pages.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { perMirror } from '../mirror/per-mirror.ts'

interface Neighbours {
  previous: PageLinkView | undefined
  next: PageLinkView | undefined
}

/**
 * Reads the pages before and after a page, in their order on the parent page. A sub-page has
 * sub-pages as neighbours, a row has rows of its collection, in the order of its first view.
 */
export function readNeighbours(mirror: Mirror, pageId: string): Neighbours {
  const { before, after } = statements(mirror)
  const [previous, next] = [before.get(pageId), after.get(pageId)]
  noteRead(keys.neighbours(pageId))
  for (const page of [previous, next]) if (page) noteRead(keys.name(page.id))
  // A hidden page between two pages is a neighbour of neither.
  if (hasHiddenPages(mirror)) noteReads([keys.list, keys.order])
  return { previous: previous && shortTitled(previous), next: next && shortTitled(next) }
}

const statements = perMirror((mirror) => {
  const neighbour = (side: '<' | '>', order: 'asc' | 'desc') =>
    mirror.$client.prepare<[string], PageLinkView>(
      `select page.id, page.path, page.title, page.icon
         from page as here
         join page on page.parent_page_id = here.parent_page_id and page.position ${side} here.position
        where here.id = ? and page.collection_id is here.collection_id
        order by page.position ${order} limit 1`
    )
  return { before: neighbour('<', 'desc'), after: neighbour('>', 'asc') }
})
