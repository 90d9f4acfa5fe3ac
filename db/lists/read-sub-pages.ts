import type { Mirror } from '../mirror/open-mirror.ts'

/** A page as a link names it. */
export interface SubPage {
  path: string
  title: string
}

/** The first pages that stand on the start page itself, in order: not the rows of its collections. */
export function readSubPages(
  { $client }: Mirror,
  hidden: ReadonlySet<string>,
  limit: number
): SubPage[] {
  return $client
    .prepare<[string, number], SubPage>(
      `select path, title from page
        where parent_page_id = (select id from page where path = '/') and collection_id is null
          and id not in (select value from json_each(?))
        order by position limit ?`
    )
    .all(JSON.stringify([...hidden]), limit)
}
