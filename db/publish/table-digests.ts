import { createHash } from 'node:crypto'

import { getTableConfig } from 'drizzle-orm/sqlite-core'

import type { Mirror } from '../mirror/open-mirror.ts'
import * as schema from '../mirror/schema.ts'
import { searchIndex, searchPage, searchSection } from '../search/search-schema.ts'
import { tableWriter } from '../mirror/table-writer.ts'

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
  const { name, columns } = getTableConfig(table)
  return { name, columns: columns.map((column) => column.name) }
})

/** The columns of pages that their own digests leave out, since they move when others come or go. */
const pagePlaces = { name: 'page', columns: ['id', 'depth', 'position', 'characters'] }
const allDigested = [...digestedTables, pagePlaces]

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
  return allDigested.map(({ name, columns }) => {
    const digest = new RowsDigest()
    const all = $client.prepare<[], unknown[]>(`select ${columns.join()} from ${name}`)
    for (const row of all.raw().iterate()) digest.add(row)
    return { table_name: name, rows: digest.rows, digest: digest.hex }
  })
}

const DIGEST_BYTES = 32

/**
 * A digest over rows in any order: the exclusive or of their sha256. A row can be taken out again, so
 * that a change costs what it changes. It tells damage, and is no protection against forgery.
 */
class RowsDigest {
  rows: number
  readonly #sum: Buffer

  constructor(held: Pick<StoredDigest, 'rows' | 'digest'> = { rows: 0, digest: '' }) {
    this.rows = held.rows
    this.#sum = Buffer.alloc(DIGEST_BYTES)
    this.#sum.write(held.digest, 'hex')
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
    const own = createHash('sha256').update(JSON.stringify(row)).digest()
    for (let at = 0; at < DIGEST_BYTES; at++) this.#sum[at] = (this.#sum[at] ?? 0) ^ (own[at] ?? 0)
  }
}

/**
 * Follows what is written from now on, and returns a function that brings the stored digests up to
 * it. Runs inside the caller's transaction; only where the stored digests are those of the tables.
 */
export function followDigests(mirror: Mirror): { finish: () => void; stop: () => void } {
  const { $client } = mirror
  const stored = $client.prepare<[], StoredDigest>('select * from table_digest').all()
  const digests = new Map(stored.map((each) => [each.table_name, new RowsDigest(each)]))
  const write = (table: unknown, isAdded: unknown, ...row: unknown[]) => {
    const digest = digests.get(String(table))
    if (isAdded === 1) digest?.add(row)
    else digest?.remove(row)
    return null
  }
  $client.function('digest_row', { varargs: true }, write)
  // Else a row that "insert or replace" takes out is not reported.
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

function triggersOf({ name, columns }: { name: string; columns: string[] }): string {
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
