import type { PageLinkView } from '../../site/pages/page-model.ts'
import { shortTitled } from '../../site/notion/text/short-label.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** Reads the ancestors of a page, from the root down. */
export function readBreadcrumbs(mirror: Mirror, pageId: string): PageLinkView[] {
  const above = statement(mirror).all(pageId)
  for (const id of [pageId, ...above.map((page) => page.id)]) noteRead(keys.name(id))
  return above.map(shortTitled)
}

const statement = (mirror: Mirror) =>
  mirror.$client.prepare<[string], PageLinkView>(
    `with recursive above (id, level) as (
       select parent_page_id, 1 from page where id = ?
       union
       select page.parent_page_id, level + 1 from above join page using (id)
     )
     select id, path, title, icon from above join page using (id) order by level desc`
  )
