import type { Backlinks, PageLinkView } from '../../site/pages/page-model.ts'
import { shortTitled } from '../../site/notion/text/short-label.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import { notePages } from '../changes/note-pages.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { perMirror } from '../mirror/per-mirror.ts'

const MOST_SHOWN = 50
/** Every page may link to one page: sorting thousands of links would slow down each request for it. */
const MOST_COUNTED = 500

/**
 * Reads the pages whose text links to a page, in site order. Its parent, synced copies of its blocks
 * and relations do not count: pages show the parent and relations elsewhere.
 */
export function readBacklinks(mirror: Mirror, pageId: string): Backlinks {
  noteRead(keys.backlinks(pageId))
  const { sources, shown } = statements(mirror)
  const found = new Set<string>()
  for (const id of sources.iterate(pageId)) {
    found.add(id)
    if (found.size === MOST_COUNTED) break
  }
  const ids = [...found]
  const rows = ids.length > 0 ? shown.all(JSON.stringify(ids), MOST_SHOWN) : []
  const total = rows.length > 0 ? ids.length : 0
  notePages(rows, { isPart: total > rows.length })
  return { total, isOpenEnded: total === MOST_COUNTED, pages: rows.map(shortTitled) }
}

/**
 * Two statements, since most pages have no such links. The first returns repeated pages: SQLite makes a
 * temporary table for `distinct`, which takes ten times as long as to find nothing.
 */
const statements = perMirror(({ $client }) => ({
  sources: $client
    .prepare<[string], string>(
      `select page_id from link
        where target_page_id = ? and page_id <> target_page_id
          and kind in ('mention', 'text_link', 'alias', 'bookmark', 'embed')`
    )
    .pluck(),
  shown: $client.prepare<[string, number], PageLinkView>(
    `select page.id, page.path, page.title, page.icon
       from json_each(?) as source cross join page on page.id = source.value
      order by page.position limit ?`
  )
}))
