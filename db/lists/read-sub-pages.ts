import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** The target and label of a link. */
export interface SubPage {
  path: string
  title: string
}

/** Reads the first sub-pages of the root page in order, without rows of its collections. */
export function readSubPages({ $client }: Mirror, limit: number): SubPage[] {
  noteRead(keys.path('/'))
  const rootId = $client.prepare<[], string>(`select id from page where path = '/'`).pluck().get()
  if (rootId === undefined) return []
  noteRead(keys.subPages(rootId))
  const pages = $client
    .prepare<[string, number], SubPage & { id: string }>(
      `select id, path, title from page
        where parent_page_id = ? and collection_id is null
        order by position limit ?`
    )
    .all(rootId, limit)
  return pages.map(({ id, path, title }) => {
    noteRead(keys.name(id))
    return { path, title }
  })
}
