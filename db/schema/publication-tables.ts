import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { isBoolean, isJson } from './checks.ts'

/** The mirrored workspace and its last publication; one row. */
export const mirror = sqliteTable(
  'mirror',
  {
    id: integer().primaryKey(),
    root_page_id: text().notNull(),
    space_id: text().notNull(),
    generation: integer().notNull(),
    published_at: integer().notNull(),
    digest: text().notNull(),
    path_rules: text().notNull(),
    pages: integer().notNull().default(0),
    blocks: integer().notNull().default(0),
    rows: integer().notNull().default(0),
    collections: integer().notNull().default(0),
    assets: integer().notNull().default(0)
  },
  (table) => [check('mirror_one_row', sql`${table.id} = 1`)]
)

/** Row counts and digests of the published tables, to detect later changes. */
export const tableDigest = sqliteTable('table_digest', {
  table_name: text().primaryKey(),
  rows: integer().notNull(),
  digest: text().notNull()
})

/** The last publications, and whether `change` has all that they changed. */
export const publication = sqliteTable(
  'publication',
  {
    generation: integer().primaryKey(),
    is_everything: integer({ mode: 'boolean' }).notNull(),
    is_withdrawal: integer({ mode: 'boolean' }).notNull()
  },
  (table) => [isBoolean(table.is_everything), isBoolean(table.is_withdrawal)]
)

/** The keys of change that publications have touched; see `db/changes/change-keys.ts`. */
export const change = sqliteTable(
  'change',
  {
    generation: integer()
      .notNull()
      .references(() => publication.generation),
    key: text().notNull()
  },
  (table) => [primaryKey({ columns: [table.generation, table.key] })]
)

/** Finished runs of `fansite sync`. */
export const syncRun = sqliteTable(
  'sync_run',
  {
    id: integer().primaryKey(),
    generation: integer().notNull(),
    is_published: integer({ mode: 'boolean' }).notNull(),
    started_at: integer().notNull(),
    finished_at: integer().notNull(),
    requests: integer().notNull(),
    account: text().notNull(),
    exit_code: integer().notNull().default(0)
  },
  (table) => [isJson(table.account), isBoolean(table.is_published)]
)
