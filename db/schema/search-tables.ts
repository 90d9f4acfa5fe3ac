import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { isBoolean, isJson } from './checks.ts'
import { page } from './page-tables.ts'

/*
 * The tables of the search, besides SQLite's full-text indexes `search_name` of page names and
 * `search_text` of sections. Their tokens come from `site/search/tokens.ts`.
 */

/** The generation and the tokenizer version of the search index; one row. */
export const searchIndex = sqliteTable(
  'search_index',
  {
    id: integer().primaryKey(),
    tokenizer: integer().notNull(),
    generation: integer().notNull()
  },
  (table) => [check('search_index_one_row', sql`${table.id} = 1`)]
)

/** The names of pages. */
export const searchPage = sqliteTable(
  'search_page',
  {
    number: integer().primaryKey(),
    page_id: text()
      .notNull()
      .unique()
      .references(() => page.id),
    title: text().notNull(),
    aliases: text().notNull(),
    headings: text().notNull(),
    tags: text().notNull()
  },
  (table) => [isJson(table.aliases), isJson(table.headings), isJson(table.tags)]
)

/** Former titles of pages, which also match. */
export const formerTitle = sqliteTable(
  'former_title',
  { page_id: text().notNull(), title: text().notNull(), last_seen_at: integer().notNull() },
  (table) => [primaryKey({ columns: [table.page_id, table.title] })]
)

/** Normalized names, to match whole names and beginnings of titles. */
export const searchCalled = sqliteTable(
  'search_called',
  {
    name: text().notNull(),
    page_number: integer()
      .notNull()
      .references(() => searchPage.number),
    is_title: integer({ mode: 'boolean' }).notNull()
  },
  (table) => [
    primaryKey({ columns: [table.name, table.page_number] }),
    index('search_called_page').on(table.page_number),
    isBoolean(table.is_title)
  ]
)

/** The text of a page from one heading to the next. */
export const searchSection = sqliteTable(
  'search_section',
  {
    id: integer().primaryKey(),
    page_number: integer()
      .notNull()
      .references(() => searchPage.number),
    heading: text().notNull(),
    anchor: text(),
    text: text().notNull()
  },
  (table) => [index('search_section_page').on(table.page_number)]
)
