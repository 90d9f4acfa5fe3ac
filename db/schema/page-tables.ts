import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text
} from 'drizzle-orm/sqlite-core'

import { isOneOf } from './checks.ts'
import { block } from './block-tables.ts'
import { collection } from './collection-tables.ts'

/** Kinds of links, by their origin. */
export const linkKinds = [
  'sub_page',
  'mention',
  'text_link',
  'relation',
  'synced',
  'alias',
  'bookmark',
  'embed'
] as const

/** Pages of the site: blocks with a path. */
export const page = sqliteTable(
  'page',
  {
    id: text()
      .primaryKey()
      .references(() => block.id),
    path: text().notNull().unique(),
    slug: text().notNull(),
    title: text().notNull(),
    parent_page_id: text(),
    collection_id: text().references(() => collection.id),
    depth: integer().notNull(),
    position: integer().notNull(),
    icon: text(),
    cover: text(),
    text: text().notNull(),
    characters: integer().notNull().default(0),
    created_time: integer().notNull(),
    last_edited_time: integer().notNull(),
    digest: text().notNull().default(''),
    spoiler: text()
  },
  (table) => [
    foreignKey({ columns: [table.parent_page_id], foreignColumns: [table.id] }),
    check('page_below_another', sql`parent_page_id <> id`),
    index('page_slug').on(table.slug),
    // Separates rows from sub-pages: the search for a neighbour does not scan the other kind.
    index('page_parent').on(table.parent_page_id, table.collection_id, table.position),
    index('page_collection').on(table.collection_id),
    index('page_edited').on(table.last_edited_time),
    index('page_title').on(table.title),
    index('page_characters').on(table.characters)
  ]
)

/** Every present and former path of pages, retained across publications, also for removed pages. */
export const pagePath = sqliteTable(
  'page_path',
  {
    page_id: text().notNull(),
    path: text().notNull(),
    first_seen_at: integer().notNull(),
    last_seen_at: integer()
  },
  (table) => [
    primaryKey({ columns: [table.page_id, table.path, table.first_seen_at] }),
    index('page_path_path').on(table.path)
  ]
)

/** Pages that an earlier publication contained; a row is deleted when its page returns. */
export const gonePage = sqliteTable(
  'gone_page',
  {
    id: text().primaryKey(),
    path: text().notNull(),
    title: text().notNull(),
    gone_at: integer().notNull(),
    reason: text().notNull()
  },
  (table) => [index('gone_page_path').on(table.path)]
)

/** Pages that the title of a page mentions or has mentioned: its former titles and paths contain their names. */
export const titleMention = sqliteTable(
  'title_mention',
  { page_id: text().notNull(), mentioned_id: text().notNull() },
  (table) => [primaryKey({ columns: [table.page_id, table.mentioned_id] })]
)

/** Links of blocks to pages, blocks and external addresses. */
export const link = sqliteTable(
  'link',
  {
    block_id: text()
      .notNull()
      .references(() => block.id),
    position: integer().notNull(),
    kind: text({ enum: linkKinds }).notNull(),
    page_id: text().references(() => page.id),
    target_id: text(),
    target_page_id: text().references(() => page.id),
    url: text(),
    text: text()
  },
  (table) => [
    primaryKey({ columns: [table.block_id, table.position] }),
    index('link_page').on(table.page_id),
    index('link_target').on(table.target_id),
    // Covers the query of `readBacklinks`: one page may have thousands of links.
    index('link_target_page').on(table.target_page_id, table.kind, table.page_id),
    index('link_fragment')
      .on(table.target_page_id, table.url)
      .where(sql`instr(url, '#') > 0`),
    isOneOf(table.kind, linkKinds)
  ]
)
