import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { isBoolean, isJson, page } from '../mirror/schema.ts'

/*
 * What the search asks, beside SQLite's full-text indexes `search_name`, over the names of pages, and
 * `search_text`, over the sections. Their words are made by `site/search/tokens.ts`.
 */

/** The index of the search: which publication it is of, and what made its words; one row. */
export const searchIndex = sqliteTable(
  'search_index',
  {
    id: integer().primaryKey(),
    tokenizer: integer().notNull(),
    generation: integer().notNull()
  },
  (table) => [check('search_index_one_row', sql`${table.id} = 1`)]
)

/** What a page is found by beside its text. */
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

/** What pages were called before: they are found by it too. */
export const formerTitle = sqliteTable(
  'former_title',
  { page_id: text().notNull(), title: text().notNull(), last_seen_at: integer().notNull() },
  (table) => [primaryKey({ columns: [table.page_id, table.title] })]
)

/** What a page is called, to be found by its whole name or the beginning of its title. */
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
