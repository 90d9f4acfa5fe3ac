import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text
} from 'drizzle-orm/sqlite-core'

/**
 * The mirror's tables. Names and spelling are Notion's; ids are dashed UUIDs; instants are UTC
 * milliseconds; booleans are 0 or 1; columns named after a JSON value hold valid JSON.
 */

/** Which workspace the file mirrors and what was published last; one row. */
export const mirror = sqliteTable(
  'mirror',
  {
    id: integer().primaryKey(),
    root_page_id: text().notNull(),
    space_id: text().notNull(),
    /** Grows by one with every publication. */
    generation: integer().notNull(),
    published_at: integer().notNull(),
    /** sha256 of everything the publication was made from; the same again is not published again. */
    digest: text().notNull(),
    /** sha256 of the configuration keys that paths depend on. */
    path_rules: text().notNull(),
    /** How many of each the publication holds; `rows` are the pages that stand in a collection. */
    pages: integer().notNull().default(0),
    blocks: integer().notNull().default(0),
    rows: integer().notNull().default(0),
    collections: integer().notNull().default(0),
    assets: integer().notNull().default(0)
  },
  (table) => [check('mirror_one_row', sql`${table.id} = 1`)]
)

/** Every block the walk reached, pages and collection rows among them. */
export const block = sqliteTable(
  'block',
  {
    id: text().primaryKey(),
    type: text().notNull(),
    /** The text of the block's title, without marks. */
    title: text().notNull(),
    /** JSON list of child block ids, in order. */
    content: text(),
    parent_id: text().notNull(),
    /** `block`, `collection`, `space` or `team`. */
    parent_table: text().notNull(),
    space_id: text(),
    /** The page that holds the block; for a page its own id. Null when no page of the mirror does. */
    page_id: text(),
    page_icon: text(),
    collection_id: text(),
    /** JSON list of collection view ids. */
    view_ids: text(),
    version: integer().notNull(),
    created_time: integer().notNull(),
    last_edited_time: integer().notNull(),
    /** The record as the workspace sent it, less private fields; JSON. */
    raw: text().notNull()
  },
  (table) => [
    index('block_page').on(table.page_id),
    index('block_parent').on(table.parent_id),
    index('block_type').on(table.type)
  ]
)

/** A page of the site: a block with an address. */
export const page = sqliteTable(
  'page',
  {
    id: text()
      .primaryKey()
      .references(() => block.id),
    /** Canonical path with its leading slash; `/` is the root page. */
    path: text().notNull().unique(),
    slug: text().notNull(),
    title: text().notNull(),
    /** The nearest page above it that the mirror holds; null for the root and for pages reached by link alone. */
    parent_page_id: text(),
    /** Collection whose row the page is, or null. */
    collection_id: text(),
    /** Steps below the root page. */
    depth: integer().notNull(),
    /** Place in the walk's order: parents before children, siblings in their order. */
    position: integer().notNull(),
    icon: text(),
    cover: text(),
    /** The page's text, block by block, one line each. */
    text: text().notNull(),
    created_time: integer().notNull(),
    last_edited_time: integer().notNull(),
    /** sha256 of what the page is drawn from; equal in two publications when the page is. */
    digest: text().notNull().default('')
  },
  (table) => [
    foreignKey({ columns: [table.parent_page_id], foreignColumns: [table.id] }),
    index('page_slug').on(table.slug),
    index('page_parent').on(table.parent_page_id, table.position)
  ]
)

/** Every path that a page has ever had, kept over publications; the page itself may be gone. */
export const pagePath = sqliteTable(
  'page_path',
  {
    page_id: text().notNull(),
    path: text().notNull(),
    /** When a publication gave the page this path. */
    first_seen_at: integer().notNull(),
    /** When a publication took it away; null while it is the page's path. */
    last_seen_at: integer()
  },
  (table) => [
    primaryKey({ columns: [table.page_id, table.path, table.first_seen_at] }),
    index('page_path_path').on(table.path)
  ]
)

/** A page that an earlier publication held and this one does not; it leaves when the page comes back. */
export const gonePage = sqliteTable(
  'gone_page',
  {
    id: text().primaryKey(),
    /** Its last path and title. */
    path: text().notNull(),
    title: text().notNull(),
    gone_at: integer().notNull(),
    /** Why, in one word or two, such as `deleted`, `private` or `unreachable`. */
    reason: text().notNull()
  },
  (table) => [index('gone_page_path').on(table.path)]
)

/** A database of the workspace. */
export const collection = sqliteTable('collection', {
  id: text().primaryKey(),
  name: text().notNull(),
  icon: text(),
  parent_id: text().notNull(),
  version: integer().notNull(),
  raw: text().notNull()
})

/** The schema of a collection: one row for each property. */
export const collectionProperty = sqliteTable(
  'collection_property',
  {
    collection_id: text()
      .notNull()
      .references(() => collection.id),
    property_id: text().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    /** JSON list of the options of a select, multi_select or status, or null. */
    options: text(),
    position: integer().notNull()
  },
  (table) => [primaryKey({ columns: [table.collection_id, table.property_id] })]
)

/** A view of a collection. */
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
  (table) => [index('collection_view_collection').on(table.collection_id)]
)

/**
 * The groups of a view as the workspace gives them; a view without groups has one, with value null.
 * Where groups have sub-groups there is a row for each pair of the two.
 */
export const collectionViewGroup = sqliteTable(
  'collection_view_group',
  {
    view_id: text()
      .notNull()
      .references(() => collectionView.id),
    position: integer().notNull(),
    /** JSON `{type, value?}` of the group, or null for the rows of a view without groups. */
    value: text(),
    /** JSON `{type, value?}` of the sub-group, or null where groups have none. */
    subgroup: text(),
    is_hidden: integer({ mode: 'boolean' }).notNull(),
    total: integer().notNull()
  },
  (table) => [primaryKey({ columns: [table.view_id, table.position] })]
)

/** The rows of a view, in its order, by group. */
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
    // Without it every block that is deleted costs a scan of this table, for the foreign key.
    index('collection_view_row_block').on(table.block_id)
  ]
)

/** People whom records name: what the site shows of them and nothing else. */
export const user = sqliteTable('user', {
  id: text().primaryKey(),
  name: text().notNull(),
  /** Source address of the avatar, or null. */
  avatar: text()
})

/** Each date of a property or of a mention in text, as the workspace wrote it. */
export const dateValue = sqliteTable(
  'date_value',
  {
    block_id: text()
      .notNull()
      .references(() => block.id),
    /** Property id; `title` for the text of a block. */
    property_id: text().notNull(),
    position: integer().notNull(),
    type: text({ enum: ['date', 'datetime', 'datetimerange', 'daterange'] }).notNull(),
    /** `YYYY-MM-DD`, as written. */
    start_date: text().notNull(),
    /** `HH:MM`, as written. */
    start_time: text(),
    end_date: text(),
    end_time: text(),
    time_zone: text()
  },
  (table) => [
    primaryKey({ columns: [table.block_id, table.property_id, table.position] }),
    index('date_value_start').on(table.start_date)
  ]
)

/** A file that records name and whose bytes stand in `assets/`, by source address. */
export const asset = sqliteTable('asset', {
  source: text().primaryKey(),
  /** sha256 of the bytes, 64 hex digits; the file's name in `assets/`. */
  hash: text().notNull(),
  media_type: text().notNull(),
  size: integer().notNull(),
  width: real(),
  height: real(),
  /** A small preview as a `data:` URI, or null. */
  preview: text()
})

/** One run of `fansite sync` that came to its end. */
export const syncRun = sqliteTable('sync_run', {
  id: integer().primaryKey(),
  /** The generation that the mirror held after the run. */
  generation: integer().notNull(),
  /** Whether the run published; 0 when the workspace had not changed. */
  is_published: integer({ mode: 'boolean' }).notNull(),
  started_at: integer().notNull(),
  finished_at: integer().notNull(),
  requests: integer().notNull(),
  /** JSON account of what was stored and what was left out, with reasons. */
  account: text().notNull(),
  /** What the command ended with. */
  exit_code: integer().notNull().default(0)
})
