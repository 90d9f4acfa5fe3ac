import type { Backlinks, PageLinkView } from '../../site/pages/page-model.ts'
import { shortLabel } from '../../site/notion/text/short-label.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { prepareOnce } from '../mirror/prepare-once.ts'

const MOST_SHOWN = 50
/** Every page of the site may link to one; to sort thousands would cost each reader of that one. */
const MOST_COUNTED = 500

/**
 * The pages whose text leads to a page, in the order of the site. A page that only holds it, shows
 * blocks of it or is related to it does not count: the first is its parent, and relations are facts.
 */
export function readBacklinks(mirror: Mirror, pageId: string): Backlinks {
  const rows = statement(mirror).all(pageId, MOST_COUNTED, MOST_SHOWN)
  const pages = rows.map(({ id, path, title, icon }) => ({
    id,
    path,
    title: shortLabel(title),
    icon
  }))
  const total = rows[0]?.total ?? 0
  return { total, isOpenEnded: total === MOST_COUNTED, pages }
}

const statement = prepareOnce((mirror) =>
  mirror.$client.prepare<[string, number, number], PageLinkView & { total: number }>(
    `with source (id) as materialized (
       select distinct page_id from link
        where target_page_id = ? and page_id <> target_page_id
          and kind in ('mention', 'text_link', 'alias', 'bookmark', 'embed')
        limit ?
     )
     select page.id, page.path, page.title, page.icon, (select count(*) from source) as total
       from source cross join page using (id)
      order by page.position limit ?`
  )
)
