import type { Mirror } from '../mirror/open-mirror.ts'
import { readDescendants } from './read-descendants.ts'

/** What names a page, and by which columns. */
const tables: [table: string, ...columns: string[]][] = [
  ['page', 'id'],
  ['block', 'id', 'page_id'],
  ['property_value', 'page_id', 'target_id'],
  ['collection_view_row', 'block_id'],
  ['link', 'page_id', 'target_page_id']
]

/**
 * Keeps pages, and all below them, back from everything that this connection reads, and returns
 * their ids. The mirror stays as it is: views of the connection's own stand before its tables.
 */
export function excludePages(mirror: Mirror, pageIds: string[]): Set<string> {
  const { $client } = mirror
  if (pageIds.length === 0) return new Set()
  const hidden = readDescendants(mirror, pageIds)
  if (hidden.size === 0 && !isHiding(mirror)) return hidden
  $client.exec('create temp table if not exists hidden_page (id text primary key) without rowid')
  $client.exec('delete from temp.hidden_page')
  const insert = $client.prepare('insert into temp.hidden_page select value from json_each(?)')
  insert.run(JSON.stringify([...hidden]))
  for (const [table, ...columns] of tables) {
    const isShown = columns.map(
      (name) => `(${name} is null or ${name} not in (select id from temp.hidden_page))`
    )
    $client.exec(
      `create temp view if not exists ${table} as
         select * from main.${table} where ${isShown.join(' and ')}`
    )
  }
  return hidden
}

function isHiding({ $client }: Mirror): boolean {
  const schema = $client.prepare(`select 1 from sqlite_temp_schema where name = 'hidden_page'`)
  return schema.get() !== undefined
}
