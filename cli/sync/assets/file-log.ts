import type Database from 'better-sqlite3'

import type { Asset } from '../../../db/records/walk-result.ts'
import { FailureLog } from './failure-log.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How long the answer of another host is good for. */
const FRESH_MS = 7 * DAY_MS
/** How long a file stays after nothing names it any more: a page may come back. */
const GRACE_MS = 7 * DAY_MS
/** What nobody has asked for in this time belongs to no page any more. */
const FORGOTTEN_MS = 90 * DAY_MS

/** What a host said of a file's version. */
export interface Validators {
  etag: string | null
  lastModified: string | null
}

/**
 * Remembers which files were fetched and are not published yet, what was asked of other hosts and
 * when, and since when a stored file has been unreferenced. Part of staging: without it files are
 * only requested again, and the grace of an unreferenced file is longer.
 */
export class FileLog {
  /** Files that could not be fetched. */
  readonly failures: FailureLog
  readonly #client: Database.Database
  readonly #copy
  readonly #asked

  /** Makes its tables in an open database, where they are missing. */
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
    this.#asked = client.prepare<[string], { askedAt: number } & Validators>(
      `select asked_at as askedAt, etag, last_modified as lastModified
         from file_asked where source = ?`
    )
  }

  /** The copy of a file that a run has fetched and that is not published yet. */
  copy(source: string): Asset | undefined {
    const asset = this.#copy.get(source)
    return asset === undefined ? undefined : (JSON.parse(asset) as Asset)
  }

  /** Keeps what a fetched file is, so that a later run need not fetch it again. */
  noteCopy(asset: Asset): void {
    this.#client
      .prepare('insert or replace into file_copy values (?, ?)')
      .run(asset.source, JSON.stringify(asset))
  }

  /** Forgets all copies: the mirror names them now. */
  forgetCopies(): void {
    this.#client.exec('delete from file_copy')
  }

  /** Whether a file was asked for so lately that it need not be asked for again. */
  isFresh(source: string): boolean {
    const askedAt = this.#asked.get(source)?.askedAt
    // A time in the future comes from a clock that was set back.
    return askedAt !== undefined && Math.abs(Date.now() - askedAt) < FRESH_MS
  }

  /** What the host last said of a file's version. */
  validators(source: string): Validators | undefined {
    return this.#asked.get(source)
  }

  /** Notes that a host answered now; without validators those of its earlier answer stay. */
  noteAnswer(source: string, validators?: Validators): void {
    const { etag = null, lastModified = null } = validators ?? this.validators(source) ?? {}
    this.#client
      .prepare('insert or replace into file_asked values (?, ?, ?, ?)')
      .run(source, Date.now(), etag, lastModified)
  }

  /** Notes that nothing names the bytes of a hash, and answers whether that has been so for long enough. */
  isGarbage(hash: string): boolean {
    this.#client
      .prepare('insert or ignore into file_unreferenced values (?, ?)')
      .run(hash, Date.now())
    const sql = 'select since from file_unreferenced where hash = ?'
    const since = this.#client.prepare<[string], number>(sql).pluck().get(hash)
    return since !== undefined && Date.now() - since >= GRACE_MS
  }

  /** Forgets the grace of hashes that something names again, or whose bytes are gone. */
  endGrace(hashes: Iterable<string>): void {
    const statement = this.#client.prepare('delete from file_unreferenced where hash = ?')
    for (const hash of hashes) statement.run(hash)
  }

  /** Drops what is known of files that nobody has asked for in a long time. */
  forgetOld(): void {
    this.#client.prepare('delete from file_asked where asked_at < ?').run(Date.now() - FORGOTTEN_MS)
    this.failures.forgetOld()
  }

  /** Runs many of the above as one write. */
  inOneWrite<T>(work: () => T): T {
    return this.#client.transaction(work)()
  }
}
