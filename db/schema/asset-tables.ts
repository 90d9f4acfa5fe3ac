import { sql } from 'drizzle-orm'
import { check, index, integer, real, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Files in `assets/`, by the source address in the records. */
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
    // A file name in `assets/`: any other value could be a path to other files.
    check('hash_sha256', sql`length(hash) = 64 and hash not glob '*[^0-9a-f]*'`)
  ]
)

/** People in records, with the visible fields only. */
export const user = sqliteTable('user', {
  id: text().primaryKey(),
  name: text().notNull(),
  avatar: text()
})
