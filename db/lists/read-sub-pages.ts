import type { Mirror } from '../mirror/open-mirror.ts'

/** The target and label of a link. */
export interface SubPage {
  path: string
  title: string
}

/** Reads the first sub-pages of the root page in order, without rows of its collections. */
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
