import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** Returns the ids of these pages and of their descendants. */
export function readDescendants(mirror: Mirror, ids: string[]): Set<string> {
  noteRead(keys.list)
  const found = mirror.$client
    .prepare<[string], string>(
      `with recursive below (id) as (
         select id from main.page where id in (select value from json_each(?))
         union
         select page.id from below join main.page on page.parent_page_id = below.id
       )
       select id from below`
    )
    .pluck()
    .all(JSON.stringify(ids))
  return new Set(found)
}
