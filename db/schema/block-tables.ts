import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

import { isJson, isObject, isOneOf } from './checks.ts'

/** Every block that the walk reached, including pages and collection rows. */
export const block = sqliteTable(
  'block',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    title: text().notNull(),
    content: text(),
    parent_id: text().notNull(),
    parent_table: text().notNull(),
    space_id: text(),
    page_id: text(),
    page_icon: text(),
    collection_id: text(),
    view_ids: text(),
    version: integer().notNull(),
    created_time: integer().notNull(),
    last_edited_time: integer().notNull(),
    raw: text().notNull()
  },
  (table) => [
    index('block_page').on(table.page_id),
    index('block_parent').on(table.parent_id),
    index('block_type').on(table.type),
    // Few blocks show an Unsplash picture: `showsPublicPicture` finds them for the Content-Security-Policy.
    index('block_unsplash')
      .on(table.id)
      .where(sql`instr(raw, 'images.unsplash.com') > 0`),
    isJson(table.content),
    isJson(table.view_ids),
    isObject(table.raw)
  ]
)

/** Dates of properties and of mentions in text, as Notion stores them. */
export const dateValue = sqliteTable(
  'date_value',
  {
    block_id: text()
      .notNull()
      .references(() => block.id),
    property_id: text().notNull(),
    position: integer().notNull(),
    type: text({ enum: ['date', 'datetime', 'datetimerange', 'daterange'] }).notNull(),
    start_date: text().notNull(),
    start_time: text(),
    end_date: text(),
    end_time: text(),
    time_zone: text(),
    start_at: integer(),
    end_at: integer()
  },
  (table) => [
    primaryKey({ columns: [table.block_id, table.property_id, table.position] }),
    index('date_value_day').on(table.start_date),
    isOneOf(table.type, ['date', 'datetime', 'datetimerange', 'daterange'])
  ]
)
