import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  numeric,
  primaryKey,
  real,
  type AnySQLiteColumn,
  sqliteTable,
  text
} from 'drizzle-orm/sqlite-core'

/** Kinds of links, by what makes them. */
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

const isJson = (column: AnySQLiteColumn) =>
  check(`${column.name}_json`, sql`json_valid(${sql.identifier(column.name)})`)
const isBoolean = (column: AnySQLiteColumn) =>
  check(`${column.name}_boolean`, sql`${sql.identifier(column.name)} in (0, 1)`)
const isOneOf = (column: AnySQLiteColumn, values: readonly string[]) => {
  const list = values.map((value) => `'${value}'`).join(', ')
  return check(`${column.name}_known`, sql.raw(`"${column.name}" in (${list})`))
}

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
    index('block_type').on(table.type),
    isJson(table.content),
    isJson(table.view_ids),
    isJson(table.raw)
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
    collection_id: text().references(() => collection.id),
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
    index('page_parent').on(table.parent_page_id, table.position),
    index('page_collection').on(table.collection_id),
    index('page_edited').on(table.last_edited_time),
    index('page_title').on(table.title)
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
    /** Its last path, and its title; empty for a page that may not be seen any more. */
    path: text().notNull(),
    title: text().notNull(),
    gone_at: integer().notNull(),
    /** Why, in one word or two, such as `deleted`, `private` or `unreachable`. */
    reason: text().notNull()
  },
  (table) => [index('gone_page_path').on(table.path)]
)

/** A database of the workspace. */
export const collection = sqliteTable(
  'collection',
  {
    id: text().primaryKey(),
    name: text().notNull(),
    icon: text(),
    parent_id: text().notNull(),
    version: integer().notNull(),
    /** The name of the view that shows its rows with one column for each property. */
    view_name: text().notNull().default(''),
    raw: text().notNull()
  },
  (table) => [isJson(table.raw)]
)

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
    position: integer().notNull(),
    /** The column of the collection's view that holds it; of a date the start of two columns. */
    column_name: text().notNull().default('')
  },
  (table) => [
    primaryKey({ columns: [table.collection_id, table.property_id] }),
    isJson(table.options)
  ]
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
  (table) => [index('collection_view_collection').on(table.collection_id), isJson(table.raw)]
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
  (table) => [
    primaryKey({ columns: [table.view_id, table.position] }),
    isJson(table.value),
    isJson(table.subgroup),
    isBoolean(table.is_hidden)
  ]
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
    time_zone: text(),
    /** The instant it begins, UTC milliseconds; a day begins at midnight in the time zone of the site. */
    start_at: integer(),
    /** The instant it ends: that of its end, the midnight after its last day, or `start_at` for a time alone. */
    end_at: integer()
  },
  (table) => [
    primaryKey({ columns: [table.block_id, table.property_id, table.position] }),
    index('date_value_start').on(table.start_at, table.end_at),
    isOneOf(table.type, ['date', 'datetime', 'datetimerange', 'daterange'])
  ]
)

/**
 * Every value of every property of every row: one row for each option, page, person or file that
 * it lists. Values that the workspace computes and does not send are computed here.
 */
export const propertyValue = sqliteTable(
  'property_value',
  {
    /** The row: a page of the collection. */
    page_id: text()
      .notNull()
      .references(() => block.id),
    collection_id: text().notNull(),
    property_id: text().notNull(),
    /** Place in the list; 0 for what has one value. */
    position: integer().notNull(),
    /** The property's type. */
    type: text().notNull(),
    /** The value as words. */
    text: text(),
    /** Numbers; 0 or 1 for a checkbox; instants in UTC milliseconds. */
    number: numeric({ mode: 'number' }),
    /** Id of the page of a relation, mirrored or not, or of a person. */
    target_id: text(),
    /** Address of a file, a url, or a link in the text. */
    url: text(),
    /** Whether it was computed here: rollups and formulas. */
    is_computed: integer({ mode: 'boolean' }).notNull(),
    /** Why a rollup or formula has no value here; null where it has, or is empty. */
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

/** Each link that a block makes to a page, a block or an address outside the site. */
export const link = sqliteTable(
  'link',
  {
    block_id: text()
      .notNull()
      .references(() => block.id),
    position: integer().notNull(),
    kind: text({ enum: linkKinds }).notNull(),
    /** The page on which the block stands. */
    page_id: text(),
    /** Id of the page or block that it names, mirrored or not; null for an address. */
    target_id: text(),
    /** The page of the site that it leads to; null when the mirror has none. */
    target_page_id: text(),
    /** The address, where it is written as one. */
    url: text(),
    /** The words that are the link, where it has some of its own. */
    text: text()
  },
  (table) => [
    primaryKey({ columns: [table.block_id, table.position] }),
    index('link_page').on(table.page_id),
    index('link_target').on(table.target_id),
    index('link_target_page').on(table.target_page_id),
    isOneOf(table.kind, linkKinds)
  ]
)

/** A file that records name and whose bytes stand in `assets/`, by source address. */
export const asset = sqliteTable(
  'asset',
  {
    source: text().primaryKey(),
    /** sha256 of the bytes, 64 hex digits; the file's name in `assets/`. */
    hash: text().notNull(),
    media_type: text().notNull(),
    size: integer().notNull(),
    width: real(),
    height: real(),
    /** A small preview as a `data:` URI, or null. */
    preview: text()
  },
  (table) => [index('asset_hash').on(table.hash), check('size_positive', sql`size >= 0`)]
)

/** One run of `fansite sync` that came to its end. */
export const syncRun = sqliteTable(
  'sync_run',
  {
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
  },
  (table) => [isJson(table.account), isBoolean(table.is_published)]
)
