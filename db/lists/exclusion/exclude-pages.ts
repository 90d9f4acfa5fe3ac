import type { Mirror } from '../../mirror/open-mirror.ts'
import { readDescendants } from '../read-descendants.ts'
import { redactExcluded, redactedColumns } from './redact-excluded.ts'

/** The tables that refer to pages, with the columns that contain page or block ids. */
const tables: [table: string, ...columns: string[]][] = [
  ['page', 'id'],
  ['block', 'id', 'page_id'],
  ['collection'],
  ['property_value', 'page_id', 'target_id'],
  ['collection_view_row', 'block_id'],
  ['link', 'page_id', 'target_page_id'],
  ['search_page'],
  ['search_section']
]

/** Further conditions of tables: a view on any page may show the collection of an excluded one. */
const conditions: Record<string, string> = {
  collection: `not exists (
    select 1 from main.block as home
     where home.id = collection.parent_id
       and (home.id in (select id from temp.hidden_page)
            or home.page_id in (select id from temp.hidden_page)))`
}

/**
 * Excludes pages and their descendants from everything that this connection reads, with their titles in
 * the texts of other pages, and with what is computed from them; returns their ids. The mirror is
 * unchanged: temporary views of the connection shadow its tables.
 */
export function excludePages(mirror: Mirror, pageIds: string[]): Set<string> {
  const { $client } = mirror
  if (pageIds.length === 0) return new Set()
  const hidden = readDescendants(mirror, pageIds)
  if (hidden.size === 0 && !hasHiddenPages(mirror)) return hidden
  withHidden.add(mirror)
  $client.exec('create temp table if not exists hidden_page (id text primary key) without rowid')
  $client.exec('delete from temp.hidden_page')
  const insert = $client.prepare('insert into temp.hidden_page select value from json_each(?)')
  insert.run(JSON.stringify([...hidden]))
  redactExcluded(mirror)
  for (const [table, ...columns] of tables) createView(mirror, table, columns)
  return hidden
}

function createView({ $client }: Mirror, table: string, idColumns: string[]): void {
  const names = $client
    .prepare<[string], string>(`select name from pragma_table_info(?, 'main')`)
    .pluck()
    .all(table)
  const shown = redactedColumns[table] ?? {}
  const columns = names.map((name) => (shown[name] ? `${shown[name]} as ${name}` : name))
  const isIncluded = idColumns.map(
    (name) => `(${name} is null or ${name} not in (select id from temp.hidden_page))`
  )
  $client.exec(
    `create temp view if not exists ${table} as
       select ${columns.join()} from main.${table} where ${[conditions[table] ?? 'true', ...isIncluded].join(' and ')}`
  )
}

/** Connections whose tables are shadowed. */
const withHidden = new WeakSet<Mirror>()

/** Whether this connection may hide pages. */
export function hasHiddenPages(mirror: Mirror): boolean {
  return withHidden.has(mirror)
}
