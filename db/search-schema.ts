import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { isJson, page } from './schema.ts'

/*
 * What the search asks, beside `search_text`, SQLite's full-text index over the sections. Their
 * words are made by `site/search/tokens.ts`.
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
    tags: text().notNull(),
    changed_in: integer().notNull()
  },
  (table) => [
    index('search_page_changed').on(table.changed_in),
    isJson(table.aliases),
    isJson(table.headings),
    isJson(table.tags)
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
