import { createHash } from 'node:crypto'

import { getTableConfig } from 'drizzle-orm/sqlite-core'

import type { Mirror } from './open-mirror.ts'
import * as schema from './schema.ts'
import { searchIndex, searchPage, searchSection } from './search-schema.ts'
import { tableWriter } from './table-writer.ts'

/**
 * Tables that a publication writes whole. Blocks are compared with their records, and pages have
 * digests of their own; `sync_run` grows with runs that publish nothing.
 */
const digestedTables = [
  schema.mirror,
  schema.pagePath,
  schema.gonePage,
  schema.collection,
  schema.collectionProperty,
  schema.collectionView,
  schema.user,
  schema.dateValue,
  schema.propertyValue,
  schema.link,
  schema.asset,
  searchIndex,
  searchPage,
  searchSection
].map((table) => {
  const { name, columns, primaryKeys } = getTableConfig(table)
  const keys = primaryKeys[0]?.columns ?? columns.filter((column) => column.primary)
  return { name, order: keys.map((key) => key.name).join(), columns: '*' }
})

/** The columns of pages that their own digests leave out, since they move when others come or go. */
const pagePlaces = { name: 'page', order: 'id', columns: 'id, depth, position, characters' }

interface StoredDigest {
  table_name: string
  rows: number
  digest: string
}

/** Notes what each table holds now. Runs at the end of the caller's transaction. */
export function writeTableDigests(mirror: Mirror): void {
  const digests = tableWriter(mirror, schema.tableDigest)
  for (const digest of currentDigests(mirror)) digests.write(digest)
  digests.finish()
}

/** Names of the tables that do not hold what they were published with. */
export function changedTables(mirror: Mirror): string[] {
  const stored = mirror.$client.prepare<[], StoredDigest>('select * from table_digest').all()
  // Published before there were digests: the next publication writes them.
  if (stored.length === 0) return []
  const published = new Map(stored.map((each) => [each.table_name, each]))
  return currentDigests(mirror).flatMap(({ table_name, rows, digest }) => {
    const then = published.get(table_name)
    return then?.digest === digest && then.rows === rows ? [] : [table_name]
  })
}

function currentDigests({ $client }: Mirror): StoredDigest[] {
  return [...digestedTables, pagePlaces].map(({ name, order, columns }) => {
    const hash = createHash('sha256')
    let rows = 0
    const all = $client.prepare<[], unknown[]>(`select ${columns} from ${name} order by ${order}`)
    for (const row of all.raw().iterate()) {
      hash.update(JSON.stringify(row)).update('\n')
      rows++
    }
    return { table_name: name, rows, digest: hash.digest('hex') }
  })
}
