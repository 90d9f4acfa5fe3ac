import {
  foreignKey,
  index,
  integer,
  numeric,
  primaryKey,
  sqliteTable,
  text
} from 'drizzle-orm/sqlite-core'

import { isBoolean, isJson, isObject } from './checks.ts'
import { block } from './block-tables.ts'

/** Collections (databases) of the workspace. */
export const collection = sqliteTable(
  'collection',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    icon: text(),
    parent_id: text().notNull(),
    version: integer().notNull(),
    view_name: text().notNull().default(''),
    raw: text().notNull()
  },
  (table) => [isObject(table.raw)]
)

/** The schemas of collections: one row per property. */
export const collectionProperty = sqliteTable(
  'collection_property',
  {
    collection_id: text()
      .notNull()
      .references(() => collection.id),
    property_id: text().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    options: text(),
    position: integer().notNull(),
    column_name: text().notNull().default('')
  },
  (table) => [
    primaryKey({ columns: [table.collection_id, table.property_id] }),
    isJson(table.options)
  ]
)

/** Views of collections. */
export const collectionView = sqliteTable(
  'collection_view',
  {
    id: text().primaryKey(),
    collection_id: text()
      .notNull()
      .references(() => collection.id),
    type: text().notNull(),
    name: text().notNull(),
    parent_id: text().notNull(),
    version: integer().notNull(),
    raw: text().notNull()
  },
  (table) => [index('collection_view_collection').on(table.collection_id), isObject(table.raw)]
)

/**
 * The groups of views as Notion returns them. A view that is not grouped has one group with value null; a
 * view with sub-groups has a row for each pair of group and sub-group; a form and a dashboard with
 * widgets have none.
 */
export const collectionViewGroup = sqliteTable(
  'collection_view_group',
  {
    view_id: text()
      .notNull()
      .references(() => collectionView.id),
    position: integer().notNull(),
    value: text(),
    subgroup: text(),
    is_hidden: integer({ mode: 'boolean' }).notNull(),
    total: integer().notNull()
  },
  (table) => [
    primaryKey({ columns: [table.view_id, table.position] }),
    isJson(table.value),
    isJson(table.subgroup),
    isBoolean(table.is_hidden)
  ]
)

/** The rows of views, in order, by group. */
export const collectionViewRow = sqliteTable(
  'collection_view_row',
  {
    view_id: text().notNull(),
    group_position: integer().notNull(),
    position: integer().notNull(),
    block_id: text()
      .notNull()
      .references(() => block.id)
  },
  (table) => [
    primaryKey({ columns: [table.view_id, table.group_position, table.position] }),
    foreignKey({
      columns: [table.view_id, table.group_position],
      foreignColumns: [collectionViewGroup.view_id, collectionViewGroup.position]
    }),
    // For the foreign key: without it each deleted block costs a scan of this table.
    index('collection_view_row_block').on(table.block_id)
  ]
)

/**
 * The values of rows: one row for each option, page, person or file of a property. Rollups and
 * formulas, which Notion does not send, are computed here.
 */
export const propertyValue = sqliteTable(
  'property_value',
  {
    page_id: text()
      .notNull()
      .references(() => block.id),
    collection_id: text().notNull(),
    property_id: text().notNull(),
    position: integer().notNull(),
    type: text().notNull(),
    text: text(),
    number: numeric({ mode: 'number' }),
    target_id: text(),
    url: text(),
    is_computed: integer({ mode: 'boolean' }).notNull(),
    problem: text()
  },
  (table) => [
    primaryKey({ columns: [table.page_id, table.property_id, table.position] }),
    foreignKey({
      columns: [table.collection_id, table.property_id],
      foreignColumns: [collectionProperty.collection_id, collectionProperty.property_id]
    }),
    index('property_value_property').on(table.collection_id, table.property_id, table.text),
    index('property_value_target').on(table.target_id),
    isBoolean(table.is_computed)
  ]
)
