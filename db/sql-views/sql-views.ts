import { getTableName } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/sqlite-core'

import { MIGRATIONS_TABLE, type Mirror } from '../mirror/open-mirror.ts'
import { tables } from '../schema/tables.ts'

/** A view of the mirror. Its `select` uses only functions of SQLite itself. */
export interface SqlView {
  name: string
  sql: string
}

const utcText = (instant: string) => `datetime(${instant} / 1000, 'unixepoch')`

/** Links from another page, without the implicit link of a parent to its sub-page. */
const explicitLinks = `kind <> 'sub_page' and page_id is not target_page_id`

/** The views of every mirror. Their text is part of the schema: `verify` compares it. */
const mirrorViews: SqlView[] = [
  {
    name: 'pages',
    sql: `
select page.id, page.path, page.slug, page.title, page.parent_page_id as parent_id,
       parent.path as parent_path, page.collection_id, collection.name as collection,
       page.depth, page.position, page.icon, page.cover,
       ${utcText('page.created_time')} as created, ${utcText('page.last_edited_time')} as last_edited,
       coalesce(page.parent_page_id,
                (select link.page_id from link
                  where link.target_page_id = page.id and link.page_id <> page.id
                  order by link.page_id limit 1)) as reached_from,
       page.created_time, page.last_edited_time
  from page
  left join page as parent on parent.id = page.parent_page_id
  left join collection on collection.id = page.collection_id`
  },
  {
    name: 'page_text',
    sql: `
select id as page_id, path, title, text, characters
  from page`
  },
  {
    name: 'backlinks',
    sql: `
select link.target_page_id as page_id, target.path, target.title, link.kind,
       link.page_id as from_page_id, source.path as from_path, source.title as from_title,
       link.block_id
  from link
  join page as target on target.id = link.target_page_id
  join page as source on source.id = link.page_id
 where link.page_id <> link.target_page_id`
  },
  {
    name: 'broken_links',
    sql: `
select link.page_id, page.path, page.title, link.kind, link.block_id, link.target_id, link.url,
       link.text, coalesce(gone_page.reason, 'not in the mirror') as reason,
       gone_page.title as gone_title
  from link
  left join page on page.id = link.page_id
  left join gone_page on gone_page.id = link.target_id
 where link.target_id is not null and link.target_page_id is null`
  },
  {
    name: 'orphan_pages',
    sql: `
select page.id as page_id, page.path, page.title, page.parent_page_id as parent_id
  from page
 where page.path <> '/'
   and not exists (select 1 from link where link.target_page_id = page.id and ${explicitLinks})`
  },
  {
    name: 'recent_changes',
    sql: `
select 'edited' as change, id as page_id, path, title, last_edited_time as at,
       ${utcText('last_edited_time')} as at_utc
  from page
 union all
select 'created', id, path, title, created_time, ${utcText('created_time')} from page
 union all
select 'moved', page.id, page.path, page.title, page_path.first_seen_at,
       ${utcText('page_path.first_seen_at')}
  from page_path join page on page.id = page_path.page_id
 where page_path.last_seen_at is null
   and exists (select 1 from page_path as before
                where before.page_id = page.id and before.path <> page_path.path)
 union all
select 'gone', id, path, title, gone_at, ${utcText('gone_at')} from gone_page`
  },
  {
    name: 'date_values',
    sql: `
select block.page_id, page.path, page.title, date_value.block_id,
       collection_property.name as property, date_value.type, start_date, start_time, end_date,
       end_time, time_zone, ${utcText('start_at')} as start_utc, ${utcText('end_at')} as end_utc,
       start_at, end_at
  from date_value
  join block on block.id = date_value.block_id
  left join page on page.id = block.page_id
  left join collection_property
    on collection_property.collection_id = page.collection_id
   and collection_property.property_id = date_value.property_id
   and date_value.block_id = page.id`
  },
  {
    name: 'property_values',
    sql: `
select page.id as page_id, page.path, page.title, collection.name as collection,
       collection_property.name as property, value.type, value.position, value.text, value.number,
       value.target_id, value.url, value.is_computed, value.problem
  from property_value as value
  join page on page.id = value.page_id
  join collection on collection.id = value.collection_id
  join collection_property on collection_property.collection_id = value.collection_id
                          and collection_property.property_id = value.property_id`
  }
]

/** SQLite's full-text indexes and their shadow tables. */
const fullTextTables = ['search_name', 'search_text'].flatMap((name) =>
  ['', '_data', '_idx', '_content', '_docsize', '_config'].map((end) => `${name}${end}`)
)

/**
 * Names that a collection's view cannot have: tables, views and indexes share one namespace in SQLite, and
 * `/_data/query` is the page for SQL.
 */
export const reservedNames: readonly string[] = [
  ...tables.map(getTableName),
  ...tables.flatMap((table) => getTableConfig(table).indexes.map(({ config }) => config.name)),
  ...mirrorViews.map(({ name }) => name),
  ...fullTextTables,
  MIGRATIONS_TABLE,
  'query'
]

/**
 * Creates, replaces and drops views until the mirror has the common views and `views`. Runs inside
 * the caller's transaction.
 */
export function writeSqlViews({ $client }: Mirror, views: SqlView[]): void {
  const wanted = viewStatements(views)
  const stored = storedViews($client)
  for (const [name, sql] of stored)
    if (wanted.get(name) !== sql) $client.exec(`drop view "${name}"`)
  for (const [name, sql] of wanted) if (stored.get(name) !== sql) $client.exec(sql)
}

/** Reads the `CREATE VIEW` statements that a file has, by name. */
export function storedViews(client: Mirror['$client']): Map<string, string> {
  const views = client.prepare<[], [string, string]>(
    `select name, sql from sqlite_schema where type = 'view'`
  )
  return new Map(views.raw().all())
}

/** Returns the `CREATE VIEW` statements of the common views and of `views`, by name. */
export function viewStatements(views: SqlView[]): Map<string, string> {
  return new Map([...mirrorViews, ...views].map((view) => [view.name, statement(view)]))
}

function statement({ name, sql }: SqlView): string {
  return `CREATE VIEW "${name}" as ${sql.trim()}`
}
