import Database from 'better-sqlite3'

import { makePrivate } from '../../../db/mirror/files/private-file.ts'
import type { FinishedResponse } from '../finished-response.ts'
import { type KeyHashes, hashKeys, haveCommon, packHashes, unpackHashes } from './key-hash.ts'
import type { KeptResponse } from './kept-response.ts'
import type { ResponseRequest } from '../response-request.ts'
import { responseOf, rowOf } from './response-row.ts'
import { type Addressed, prepareAll } from './response-statements.ts'
import { quoteName } from '../../../site/sql/quote-name.ts'

/** To be incremented when the tables change; a file of another version is emptied. */
const VERSION = 3

/**
 * Keys of one response that are stored as rows, which an index finds. A row takes two microseconds to
 * write and as long to remove: longer lists are stored as one value each, which every publication reads.
 */
const MAX_ROWS = 1000

/**
 * Pages of the log at which a commit copies it into the file; SQLite's default is 1,000, which ten heavy
 * responses have. The copy waits for the disk, 20 to 100 ms, in the server's process.
 */
const MAX_LOG_PAGES = 10_000

const tables = `
  create table if not exists state (id integer primary key check (id = 1), settings text, publication text);
  create table if not exists response (
    id integer primary key, address text not null unique, request text not null,
    tag text not null, headers text not null, size integer not null,
    stale_since integer, made_at integer not null, expires_at integer, used_at integer not null, visits integer not null);
  create index if not exists response_used on response (used_at);
  create index if not exists response_stale on response (visits) where stale_since is not null;
  create table if not exists body (
    response_id integer primary key references response (id) on delete cascade,
    identity blob not null, gzip blob, br blob);
  create table if not exists made_of (
    key integer not null, response_id integer not null references response (id) on delete cascade,
    primary key (key, response_id)) without rowid;
  create index if not exists made_of_response on made_of (response_id);
  create table if not exists made_of_many (
    response_id integer primary key references response (id) on delete cascade, keys blob not null);`

/**
 * The finished responses in an SQLite file, which survives a restart. It is never needed: whoever
 * deletes it only causes the responses to be made again. Throws `SqliteError`.
 */
export class ResponseFile {
  readonly #database: Database.Database
  readonly #maxBytes: number
  readonly #statements: ReturnType<typeof prepareAll>
  /** The addresses of all responses in the file: a request for any other address costs no query. */
  readonly #addresses = new Set<string>()
  #bytes = 0

  /** Creates the file if necessary. No other process can open it meanwhile. */
  constructor(file: string, maxBytes: number) {
    makePrivate(file)
    this.#maxBytes = maxBytes
    this.#database = new Database(file, { timeout: 0 })
    try {
      this.#prepareFile()
      this.#statements = prepareAll(this.#database)
      this.#count()
    } catch (error) {
      this.#database.close()
      throw error
    }
  }

  get bytes(): number {
    return this.#bytes
  }

  get entries(): number {
    return this.#addresses.size
  }

  /** The publication that the responses were compared with last; undefined in a new file. */
  publication(): string | undefined {
    return this.#statements.publication.get() ?? undefined
  }

  /** What the responses were made with besides a publication; empty in a new file. */
  get settings(): string {
    return this.#statements.settings.get() ?? ''
  }

  set settings(settings: string) {
    this.#statements.enter.run(settings)
  }

  /** All requests, most visited first. */
  requests(): ResponseRequest[] {
    return this.#statements.all.all().map(requestOf)
  }

  read(address: string): KeptResponse | undefined {
    if (!this.#addresses.has(address)) return undefined
    const row = this.#statements.read.get(address)
    return row && responseOf(row)
  }

  /** Adds or replaces a response; removes those that were not used for longest beyond the limit. */
  write(address: string, kept: KeptResponse, keys: KeyHashes): void {
    const row = rowOf(address, kept)
    const size = row.size + keys.byteLength
    this.#database.transaction(() => {
      const visits = this.#remove(address)
      const { lastInsertRowid: id } = this.#statements.insert.run({
        ...row,
        size,
        visits,
        used_at: Date.now()
      })
      this.#statements.insertBody.run({ id, ...bodiesOf(kept) })
      this.#writeKeys(id, keys)
      this.#bytes += size
      this.#addresses.add(address)
      this.#evict()
    })()
  }

  remove(address: string): void {
    this.#remove(address)
  }

  /** Marks what was made of these keys as stale. */
  markStale(keys: Iterable<string>, now: number): void {
    this.#statements.markStale.run(now, this.#madeOf(keys))
  }

  markAllStale(now: number): void {
    this.#statements.markAllStale.run(now)
  }

  /**
   * Removes what was made of these keys, so that no byte of it remains in the file. Returns the
   * requests, most visited first.
   */
  drop(keys: Iterable<string>): ResponseRequest[] {
    const dropped = this.#statements.addressed.all(this.#madeOf(keys))
    this.#database.transaction(() => dropped.forEach(({ address }) => this.#remove(address)))()
    this.#database.pragma('wal_checkpoint(TRUNCATE)')
    return dropped.map(requestOf)
  }

  follow(publication: string): void {
    this.#statements.follow.run(publication)
  }

  /**
   * The stale responses, most visited first. Those of options of a page that were asked for only once
   * are removed.
   */
  outdated(): ResponseRequest[] {
    for (const address of this.#statements.forgetVariants.all()) this.#remove(address)
    return this.#statements.outdated.all().map(requestOf)
  }

  /** Since when the oldest stale response is stale, in UTC milliseconds. */
  oldestStale(): number | undefined {
    return this.#statements.oldestStale.get() ?? undefined
  }

  /** Counts visits by address. */
  addVisits(visits: Iterable<[address: string, count: number]>): void {
    const now = Date.now()
    this.#database.transaction(() => {
      for (const [address, count] of visits) this.#statements.visit.run(count, now, address)
    })()
  }

  /** Copies the log into the file. Called now and then, so that no commit has to: see `MAX_LOG_PAGES`. */
  copyLog(): void {
    this.#database.pragma('wal_checkpoint(PASSIVE)')
  }

  close(): void {
    this.#database.close()
  }

  #prepareFile(): void {
    const database = this.#database
    database.pragma('locking_mode = EXCLUSIVE')
    database.pragma('journal_mode = WAL')
    // A crash of the machine may lose the last responses; they are made again.
    database.pragma('synchronous = NORMAL')
    database.pragma(`wal_autocheckpoint = ${MAX_LOG_PAGES}`)
    database.pragma('secure_delete = ON')
    // The tables of a newer version are dropped too: this one does not know them.
    if (database.pragma('user_version', { simple: true }) !== VERSION) dropTables(database)
    database.pragma('foreign_keys = ON')
    database.exec(tables)
    database.pragma(`user_version = ${VERSION}`)
    database.exec("insert or ignore into state values (1, '', null)")
  }

  #writeKeys(id: number | bigint, keys: KeyHashes): void {
    const { insertKey, insertKeys } = this.#statements
    if (keys.length > MAX_ROWS) insertKeys.run(id, packHashes(keys))
    else for (const key of keys) insertKey.run(key, id)
  }

  /** The ids of the responses that were made of these keys, as JSON. */
  #madeOf(keys: Iterable<string>): string {
    const { byKeys, lists } = this.#statements
    const touched = hashKeys(keys)
    const ids = byKeys.all(JSON.stringify([...touched]))
    for (const { id, keys: list } of lists.iterate()) {
      if (haveCommon(touched, unpackHashes(list))) ids.push(id)
    }
    return JSON.stringify(ids)
  }

  /** Returns the visits of the removed response. */
  #remove(address: string): number {
    const removed = this.#statements.remove.get(address)
    if (!removed) return 0
    this.#bytes -= removed.size
    this.#addresses.delete(address)
    return removed.visits
  }

  #evict(): void {
    while (this.#bytes > this.#maxBytes) {
      const address = this.#statements.leastUsed.get()
      if (address === undefined) return
      this.#remove(address)
    }
  }

  #count(): void {
    const all = this.#database.prepare<[], { address: string; size: number }>(
      'select address, size from response'
    )
    for (const { address, size } of all.iterate()) {
      this.#addresses.add(address)
      this.#bytes += size
    }
  }
}

function requestOf({ request }: Addressed): ResponseRequest {
  return JSON.parse(request) as ResponseRequest
}

function bodiesOf({ bodies: { identity, gzip, br } }: FinishedResponse) {
  return { identity, gzip: gzip ?? null, br: br ?? null }
}

function dropTables(database: Database.Database): void {
  // On by default in the driver: a table could not be dropped before those that refer to it.
  database.pragma('foreign_keys = OFF')
  const names = database
    .prepare<[], string>(
      `select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'`
    )
    .pluck()
    .all()
  for (const name of names) database.exec(`drop table ${quoteName(name)}`)
}
