import { hash } from 'node:crypto'

import { type SQLiteTable, getTableConfig } from 'drizzle-orm/sqlite-core'

import type { Mirror } from '../mirror/open-mirror.ts'
import { asset, user } from '../schema/asset-tables.ts'
import { dateValue } from '../schema/block-tables.ts'
import {
  collection,
  collectionProperty,
  collectionView,
  propertyValue
} from '../schema/collection-tables.ts'
import { gonePage, link, pagePath, titleMention } from '../schema/page-tables.ts'
import {
  change,
  mirror as mirrorTable,
  publication,
  tableDigest
} from '../schema/publication-tables.ts'
import {
  formerTitle,
  searchCalled,
  searchIndex,
  searchPage,
  searchSection
} from '../schema/search-tables.ts'
import { tableWriter } from '../mirror/table-writer.ts'

/** Mirrors of an older fansite lack the digests of these until their next publication. */
const laterDigested = [titleMention, formerTitle, searchCalled].map(columnsOf)

/**
 * The tables with a stored digest. Blocks are compared with their records instead, pages have their
 * own digests, which cover the groups and rows of views, and `sync_run` also grows with runs that
 * publish nothing.
 */
const digestedTables = [
  ...[
    mirrorTable,
    publication,
    change,
    pagePath,
    gonePage,
    collection,
    collectionProperty,
    collectionView,
    user,
    dateValue,
    propertyValue,
    link,
    asset,
    searchIndex,
    searchPage,
    searchSection
  ].map(columnsOf),
  ...laterDigested
]

interface TableColumns {
  name: string
  columns: string[]
}

function columnsOf(table: SQLiteTable): TableColumns {
  const { name, columns } = getTableConfig(table)
  return { name, columns: columns.map((column) => column.name) }
}

/** The page columns that page digests exclude, because they change when other pages are added or removed. */
const pagePlaces = { name: 'page', columns: ['id', 'depth', 'position', 'characters'] }
const allDigested = [...digestedTables, pagePlaces]

interface StoredDigest {
  table_name: string
  rows: number
  digest: string
}

/** Stores the digest of each table. Runs at the end of the caller's transaction. */
export function writeTableDigests(mirror: Mirror): void {
  const digests = tableWriter(mirror, tableDigest)
  for (const digest of currentDigests(mirror)) digests.write(digest)
  digests.finish()
}

/** Returns the names of tables whose rows have changed since they were published. */
export function changedTables(mirror: Mirror): string[] {
  const stored = mirror.$client.prepare<[], StoredDigest>('select * from table_digest').all()
  // A mirror of an older fansite without digests: the next publication stores them.
  if (stored.length === 0) return []
  const published = new Map(stored.map((each) => [each.table_name, each]))
  return currentDigests(mirror).flatMap(({ table_name, rows, digest }) => {
    const before = published.get(table_name)
    if (!before && laterDigested.some(({ name }) => name === table_name)) return []
    return before?.digest === digest && before.rows === rows ? [] : [table_name]
  })
}

function currentDigests({ $client }: Mirror): StoredDigest[] {
  return allDigested.map(({ name, columns }) => {
    const digest = new RowsDigest()
    const all = $client.prepare<[], unknown[]>(`select ${columns.join()} from ${name}`)
    for (const row of all.raw().iterate()) digest.add(row)
    return { table_name: name, rows: digest.rows, digest: digest.hex }
  })
}

const DIGEST_BYTES = 32

/**
 * An order-independent digest of rows: the XOR of their sha256. Rows can be removed again, so that an
 * update costs only its own rows. It detects damage and does not protect against forgery.
 */
class RowsDigest {
  rows: number
  readonly #sum: Buffer

  constructor(stored: Pick<StoredDigest, 'rows' | 'digest'> = { rows: 0, digest: '' }) {
    this.rows = stored.rows
    this.#sum = Buffer.alloc(DIGEST_BYTES)
    this.#sum.write(stored.digest, 'hex')
  }

  add(row: unknown[]): void {
    this.rows++
    this.#toggle(row)
  }

  remove(row: unknown[]): void {
    this.rows--
    this.#toggle(row)
  }

  get hex(): string {
    return this.#sum.toString('hex')
  }

  #toggle(row: unknown[]): void {
    const own = hash('sha256', JSON.stringify(row), 'buffer')
    for (let at = 0; at < DIGEST_BYTES; at++) this.#sum[at] = (this.#sum[at] ?? 0) ^ (own[at] ?? 0)
  }
}

/**
 * Tracks all following writes with triggers. `finish` updates the stored digests, `stop` discards the tracking.
 * Runs inside the caller's transaction; requires that the stored digests are current.
 */
export function followDigests(mirror: Mirror): { finish: () => void; stop: () => void } {
  const { $client } = mirror
  const stored = $client.prepare<[], StoredDigest>('select * from table_digest').all()
  const digests = new Map(stored.map((each) => [each.table_name, new RowsDigest(each)]))
  const followRow = (table: unknown, isAdded: unknown, ...row: unknown[]) => {
    const digest = digests.get(String(table))
    if (isAdded === 1) digest?.add(row)
    else digest?.remove(row)
    return null
  }
  $client.function('digest_row', { varargs: true }, followRow)
  // Without this, rows that "insert or replace" deletes fire no trigger.
  $client.pragma('recursive_triggers = ON')
  $client.exec(allDigested.map(triggersOf).join('\n'))
  const stop = () => {
    for (const { name } of allDigested) {
      for (const event of events)
        $client.exec(`drop trigger if exists temp.digest_${name}_${event}`)
    }
  }
  return {
    stop,
    finish: () => {
      const update = $client.prepare(
        'update table_digest set rows = ?, digest = ? where table_name = ?'
      )
      for (const [name, { rows, hex }] of digests) update.run(rows, hex, name)
      stop()
    }
  }
}

const events = ['insert', 'update', 'delete'] as const

function triggersOf({ name, columns }: TableColumns): string {
  const call = (isAdded: 0 | 1) => {
    const values = columns.map((column) => `${isAdded ? 'new' : 'old'}.${column}`)
    return `select digest_row('${name}', ${isAdded}, ${values.join()});`
  }
  const bodies = { insert: call(1), update: call(0) + call(1), delete: call(0) }
  return events
    .map(
      (event) =>
        `create temp trigger digest_${name}_${event} after ${event} on main.${name} begin ${bodies[event]} end;`
    )
    .join('\n')
}
