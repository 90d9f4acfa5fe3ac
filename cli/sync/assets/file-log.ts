import type Database from 'better-sqlite3'

import type { Asset } from '../../../db/records/walk-result.ts'
import { FailureLog } from './failure-log.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** A file of another host is revalidated after this time. */
const FRESH_MS = 7 * DAY_MS
/** How long an unreferenced file is retained: its page may be restored. */
const GRACE_MS = 7 * DAY_MS
/** A file that was not requested for this long belongs to no page any more. */
const EXPIRY_MS = 90 * DAY_MS

/** HTTP validators of a response. */
export interface Validators {
  etag: string | null
  lastModified: string | null
}

/**
 * Stores which files were fetched and are not published yet, when files of other hosts were last
 * requested, and since when a stored file has been unreferenced. Part of staging: without it files
 * are requested again, and grace periods start over.
 */
export class FileLog {
  /** Files that could not be fetched. */
  readonly failures: FailureLog
  readonly #client: Database.Database
  readonly #copy
  readonly #request

  /** Creates its tables in an open database when they are missing. */
  constructor(client: Database.Database) {
    this.#client = client
    client.exec(`
      create table if not exists file_asked (
        source text primary key, asked_at integer not null, etag text, last_modified text);
      create table if not exists file_copy (source text primary key, asset text not null);
      create table if not exists file_unreferenced (
        hash text primary key, since integer not null)`)
    this.failures = new FailureLog(client)
    this.#copy = client
      .prepare<[string], string>('select asset from file_copy where source = ?')
      .pluck()
    this.#request = client.prepare<[string], { askedAt: number } & Validators>(
      `select asked_at as askedAt, etag, last_modified as lastModified
         from file_asked where source = ?`
    )
  }

  /** The copy of a file that was fetched and is not published yet. */
  copy(source: string): Asset | undefined {
    const asset = this.#copy.get(source)
    return asset === undefined ? undefined : (JSON.parse(asset) as Asset)
  }

  /** Stores a fetched file, so that a later run need not fetch it again. */
  storeCopy(asset: Asset): void {
    this.#client
      .prepare('insert or replace into file_copy values (?, ?)')
      .run(asset.source, JSON.stringify(asset))
  }

  /** Removes all copies, once the mirror references them. */
  removeCopies(): void {
    this.#client.exec('delete from file_copy')
  }

  /** Whether a file was requested in the last seven days. */
  isFresh(source: string): boolean {
    const askedAt = this.#request.get(source)?.askedAt
    // A time in the future means that the clock was set back.
    return askedAt !== undefined && Math.abs(Date.now() - askedAt) < FRESH_MS
  }

  /** The validators of the last response; undefined when the file was never requested. */
  validators(source: string): Validators | undefined {
    return this.#request.get(source)
  }

  /** Stores the current time as that of the last response; without `validators` the old ones stay. */
  storeResponse(source: string, validators?: Validators): void {
    const { etag = null, lastModified = null } = validators ?? this.validators(source) ?? {}
    this.#client
      .prepare('insert or replace into file_asked values (?, ?, ?, ?)')
      .run(source, Date.now(), etag, lastModified)
  }

  /** Marks a hash as unreferenced, and returns whether its grace period is over. */
  isGarbage(hash: string): boolean {
    this.#client
      .prepare('insert or ignore into file_unreferenced values (?, ?)')
      .run(hash, Date.now())
    const sql = 'select since from file_unreferenced where hash = ?'
    const since = this.#client.prepare<[string], number>(sql).pluck().get(hash)
    return since !== undefined && Date.now() - since >= GRACE_MS
  }

  /** Ends the grace periods of hashes that are referenced again or whose files are removed. */
  endGrace(hashes: Iterable<string>): void {
    const statement = this.#client.prepare('delete from file_unreferenced where hash = ?')
    for (const hash of hashes) statement.run(hash)
  }

  /** Removes entries of files that were not requested for 90 days. */
  removeExpired(): void {
    this.#client.prepare('delete from file_asked where asked_at < ?').run(Date.now() - EXPIRY_MS)
    this.failures.removeExpired()
  }

  /** Runs `work` in one transaction. */
  inOneWrite<T>(work: () => T): T {
    return this.#client.transaction(work)()
  }
}
