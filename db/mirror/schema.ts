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

/** SQLite before 3.42 says that NULL is no JSON. */
export const isJson = (column: AnySQLiteColumn) => {
  const name = sql.identifier(column.name)
  return check(`${column.name}_json`, sql`${name} is null or json_valid(${name})`)
}
const isObject = (column: AnySQLiteColumn) => {
  const name = sql.identifier(column.name)
  return check(`${column.name}_object`, sql`json_valid(${name}) and json_type(${name}) = 'object'`)
}
export const isBoolean = (column: AnySQLiteColumn) =>
  check(`${column.name}_boolean`, sql`${sql.identifier(column.name)} in (0, 1)`)
const isOneOf = (column: AnySQLiteColumn, values: readonly string[]) => {
  const list = values.map((value) => `'${value}'`).join(', ')
  return check(`${column.name}_known`, sql.raw(`"${column.name}" in (${list})`))
}

/*
 * The mirror's tables. Names and spelling are Notion's; ids are dashed UUIDs; instants are UTC
 * milliseconds; booleans are 0 or 1; columns named after a JSON value hold valid JSON. What each
 * column holds stands in `descriptions.ts`, which `fansite tables` and `docs/mirror.md` are made from.
 */

/** Which workspace the file mirrors and what was published last; one row. */
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

/** Every block the walk reached, pages and collection rows among them. */
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
    // Few blocks show a picture of Unsplash: each publication asks which, for the Content-Security-Policy.
    index('block_unsplash')
      .on(table.id)
      .where(sql`instr(raw, 'images.unsplash.com') > 0`),
    isJson(table.content),
    isJson(table.view_ids),
    isObject(table.raw)
  ]
)

/** A page of the site: a block with an address. */
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
    digest: text().notNull().default('')
  },
  (table) => [
    foreignKey({ columns: [table.parent_page_id], foreignColumns: [table.id] }),
    check('page_below_another', sql`parent_page_id <> id`),
    index('page_slug').on(table.slug),
    // Rows apart from sub-pages, so that the next of one is not looked for among all of the other.
    index('page_parent').on(table.parent_page_id, table.collection_id, table.position),
    index('page_collection').on(table.collection_id),
    index('page_edited').on(table.last_edited_time),
    index('page_title').on(table.title),
    index('page_characters').on(table.characters)
  ]
)

/** Every path that a page has ever had, kept over publications; the page itself may be gone. */
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

/** A page that an earlier publication held and this one does not; it leaves when the page comes back. */
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

/** A database of the workspace. */
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
    options: text(),
    position: integer().notNull(),
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
  (table) => [index('collection_view_collection').on(table.collection_id), isObject(table.raw)]
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
  avatar: text()
})

/** Each date of a property or of a mention in text, as the workspace wrote it. */
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

/**
 * Every value of every property of every row: one row for each option, page, person or file that
 * it lists. Values that the workspace computes and does not send are computed here.
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

/** Each link that a block makes to a page, a block or an address outside the site. */
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
    // Holds all that counting the pages behind the links asks for: one page may have thousands.
    index('link_target_page').on(table.target_page_id, table.kind, table.page_id),
    index('link_fragment')
      .on(table.target_page_id, table.url)
      .where(sql`instr(url, '#') > 0`),
    isOneOf(table.kind, linkKinds)
  ]
)

/** A file that records name and whose bytes stand in `assets/`, by source address. */
export const asset = sqliteTable(
  'asset',
  {
    source: text().primaryKey(),
    hash: text().notNull(),
    media_type: text().notNull(),
    size: integer().notNull(),
    width: real(),
    height: real(),
    preview: text()
  },
  (table) => [
    index('asset_hash').on(table.hash),
    check('size_positive', sql`size >= 0`),
    // A name in `assets/`: anything else would be a way to other files.
    check('hash_sha256', sql`length(hash) = 64 and hash not glob '*[^0-9a-f]*'`)
  ]
)

/** What a table held when it was published, so that a change since can be found. */
export const tableDigest = sqliteTable('table_digest', {
  table_name: text().primaryKey(),
  rows: integer().notNull(),
  digest: text().notNull()
})

/** One run of `fansite sync` that came to its end. */
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
