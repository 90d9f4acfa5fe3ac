import Database from 'better-sqlite3'

import type { ChangeKey } from '../../db/changes/record-reads.ts'
import { makePrivate } from '../../db/mirror/files/private-file.ts'
import type { ResponseRequest } from '../../server/responses/response-request.ts'
import {
  type KeyHashes,
  hashKeys,
  haveCommon,
  packHashes,
  unpackHashes
} from '../../server/responses/store/key-hash.ts'
import type { Reference } from '../addresses/place-address.ts'
import { FeedEntries } from './feed-entries.ts'
import { StoredReferences } from './stored-references.ts'

/** To be incremented when the tables or the names of files change; an earlier file is emptied. */
const VERSION = 6

const tables = `
  create table if not exists state (
    id integer primary key check (id = 1), settings text not null, publication text, synced_at integer,
    checked_at integer, folder text, pending text, spare text, files text, searched text);
  create table if not exists entry (
    file text primary key, kind text not null, size integer, refs text not null,
    expires_at integer, is_pending integer not null, keys blob not null) without rowid;
  create index if not exists entry_pending on entry (file) where is_pending = 1;
  create index if not exists entry_expiry on entry (expires_at) where expires_at is not null;
  create table if not exists reference (
    id integer primary key, file text not null, address text not null, unique (file, address));
  create table if not exists picture (file text primary key, size integer not null) without rowid;
  create table if not exists feed_entry (
    id integer primary key autoincrement, page_id text not null unique, html blob not null,
    keys blob not null, expires_at integer);`

/** A response that was made for the folder. */
export interface Entry {
  /** Relative to the folder. */
  file: string
  kind: ResponseRequest['kind']
  /** Bytes; null if the site has nothing there. */
  size: number | null
  references: Reference[]
  /** UTC milliseconds when it is made again in any case. */
  expiresAt: number | null
  /** Whether the file is in the folder that is being filled, not in the finished one. */
  isPending: boolean
}

interface State {
  /** What the responses were made with besides a publication. */
  settings: string
  /** The publication that they were compared with last; see `markOf`. */
  publication: string | null
  /** When the last sync ended. */
  synced_at: number | null
  /** When a build looked last for what had expired, in UTC milliseconds. */
  checked_at: number | null
  /** The name of the finished folder, and of the one that is being filled. */
  folder: string | null
  pending: string | null
  /** The name of a copy of the finished folder. */
  spare: string | null
  /** The publication that the search of the finished folder shows; see `markOf`. */
  searched: string | null
}

type Row = [
  file: string,
  kind: Entry['kind'],
  size: number | null,
  /** Ids of references, separated by commas. */
  refs: string,
  expiresAt: number | null,
  isPending: number
]

/**
 * What is known of the files of a folder: their responses, the keys of change that they depend on, and
 * what they refer to. Deleting it only causes a complete build. Throws `SqliteError`.
 */
export class BuildFile {
  readonly #database: Database.Database
  /** Whether the file was written by another version of fansite, and therefore emptied. */
  readonly isOfOtherVersion: boolean
  readonly #statements: ReturnType<typeof prepareAll>
  /** Most pages name the same files, such as branches of the tree. */
  readonly #references: StoredReferences
  /** The entries of the last feed: most of them are in the next one, too. */
  readonly feedEntries: FeedEntries

  constructor(file: string) {
    makePrivate(file)
    this.#database = new Database(file)
    this.#database.pragma('journal_mode = WAL')
    // Content of withdrawn pages must not remain in free pages of the file.
    this.#database.pragma('secure_delete = ON')
    // A crash of the machine may lose the last entries; they are made again.
    this.#database.pragma('synchronous = NORMAL')
    const version = this.#database.pragma('user_version', { simple: true })
    this.isOfOtherVersion = version !== VERSION && version !== 0
    if (version !== VERSION) {
      const names = ['state', 'entry', 'reference', 'picture', 'feed_entry']
      this.#database.exec(names.map((name) => `drop table if exists ${name};`).join(' '))
    }
    this.#database.exec(tables)
    this.#database.pragma(`user_version = ${VERSION}`)
    this.#database.exec("insert or ignore into state (id, settings) values (1, '')")
    this.#statements = prepareAll(this.#database)
    this.#references = new StoredReferences(this.#database)
    this.feedEntries = new FeedEntries(this.#database)
  }

  state(): State {
    const state = this.#statements.state.get()
    if (!state) throw new Error('the file of the build has no state')
    return state
  }

  /** Forgets everything that was made with other settings. */
  begin(settings: string): void {
    this.#database.transaction(() => {
      this.#database.exec('delete from entry; delete from picture')
      this.#references.clear()
      this.feedEntries.clear()
      this.#statements.begin.run(settings)
    })()
  }

  /** The folder that is being filled, which may have been the copy. */
  setPending(name: string): void {
    this.#statements.setPending.run(name)
  }

  /** Stores the name of the copy with which the next build begins. */
  setSpare(name: string): void {
    this.#statements.setSpare.run(name)
  }

  /**
   * Removes what was made of these keys, and notes the publication that the rest shows. Returns the number
   * of removed entries.
   */
  follow(keys: Iterable<ChangeKey> | 'all', publication: string): number {
    return this.#database.transaction(() => {
      this.#statements.follow.run(publication)
      if (keys === 'all') {
        this.feedEntries.clear()
        return this.#statements.removeAll.run().changes
      }
      const touched = hashKeys(keys)
      this.feedEntries.removeMadeOf(touched)
      const files = this.#madeOf(touched)
      for (const file of files) this.#statements.remove.run(file)
      return files.length
    })()
  }

  /** Removes what has expired, and the list that names the last sync if that is another one. */
  expire(now: number, syncedAt: number | undefined): void {
    const { checked_at: before, synced_at: known } = this.state()
    // After the clock was set back, what was made by the other time would expire too late.
    const until = before !== null && now < before ? Number.MAX_SAFE_INTEGER : now
    this.#statements.expire.run(until)
    this.feedEntries.removeExpired(until)
    this.#statements.setChecked.run(now)
    if (known === (syncedAt ?? null)) return
    this.#statements.expireChanges.run()
    this.#statements.setSynced.run(syncedAt ?? null)
  }

  entries(): Entry[] {
    const rows = this.#statements.entries.all()
    return rows.map(([file, kind, size, refs, expiresAt, isPending]) => ({
      file,
      kind,
      size,
      references: this.#references.read(refs),
      expiresAt,
      isPending: isPending === 1
    }))
  }

  /** Stores an entry, and the keys that its response was made of. */
  write({ references, isPending, expiresAt, ...entry }: Entry, keys: KeyHashes): void {
    this.#statements.write.run({
      ...entry,
      refs: this.#references.write(references),
      expires_at: expiresAt,
      is_pending: isPending ? 1 : 0,
      keys: packHashes(keys)
    })
  }

  /** The bytes of the pictures whose content never changes, by file. */
  pictures(): Map<string, number> {
    return new Map(this.#statements.pictures.all().map(({ file, size }) => [file, size]))
  }

  addPicture(file: string, size: number): void {
    this.#statements.addPicture.run(file, size)
  }

  /** The files of the finished folder; undefined if they are not known. */
  files(): string[] | undefined {
    const files = this.#statements.files.get()
    return files == null ? undefined : (JSON.parse(files) as string[])
  }

  /** Makes the filled folder the finished one, which has these files and no more. */
  finish(files: string[], { searched, gone }: { searched: string; gone: Iterable<string> }): void {
    this.#database.transaction(() => {
      this.#statements.setFiles.run(JSON.stringify(files), searched)
      for (const file of gone) {
        this.#statements.remove.run(file)
        this.#statements.removePicture.run(file)
      }
      this.#database.exec('update entry set is_pending = 0 where is_pending = 1')
      this.#database.exec('update state set folder = pending, pending = null')
    })()
  }

  /** Forgets a folder that does not exist any more. */
  forgetFolder(): void {
    this.#database.exec('delete from picture; delete from entry where is_pending = 0')
    this.#database.exec(
      'update state set folder = null, spare = null, files = null, searched = null'
    )
  }

  /** Forgets a folder that was not filled completely. */
  forgetPending(): void {
    this.#database.exec('delete from entry where is_pending = 1')
    this.#database.exec('update state set pending = null')
  }

  /** Whether the file can be read to its end. */
  isIntact(): boolean {
    try {
      return this.#database.pragma('quick_check(1)', { simple: true }) === 'ok'
    } catch (error) {
      if (error instanceof Database.SqliteError) return false
      throw error
    }
  }

  close(): void {
    this.#database.close()
  }

  #madeOf(touched: KeyHashes): string[] {
    const found: string[] = []
    for (const [file, keys] of this.#statements.keys.iterate()) {
      if (haveCommon(touched, unpackHashes(keys))) found.push(file)
    }
    return found
  }
}

function prepareAll(database: Database.Database) {
  return {
    state: database.prepare<[], State>(
      'select settings, publication, synced_at, checked_at, folder, pending, spare, searched from state'
    ),
    files: database.prepare<[], string | null>('select files from state').pluck(),
    setFiles: database.prepare<[string, string]>('update state set files = ?, searched = ?'),
    begin: database.prepare<[string]>(
      'update state set settings = ?, publication = null, searched = null'
    ),
    setPending: database.prepare<[string]>('update state set pending = ?, spare = null'),
    setSpare: database.prepare<[string]>('update state set spare = ?'),
    follow: database.prepare<[string]>('update state set publication = ?'),
    setSynced: database.prepare<[number | null]>('update state set synced_at = ?'),
    setChecked: database.prepare<[number]>('update state set checked_at = ?'),
    // Rows as objects would take half as long again.
    entries: database
      .prepare<[], Row>('select file, kind, size, refs, expires_at, is_pending from entry')
      .raw(),
    keys: database.prepare<[], [file: string, keys: Buffer]>('select file, keys from entry').raw(),
    write: database.prepare(
      `insert or replace into entry
       values (:file, :kind, :size, :refs, :expires_at, :is_pending, :keys)`
    ),
    remove: database.prepare<[string]>('delete from entry where file = ?'),
    removeAll: database.prepare('delete from entry'),
    expire: database.prepare<[number]>('delete from entry where expires_at <= ?'),
    expireChanges: database.prepare("delete from entry where file = 'recent-changes/index.html'"),
    pictures: database.prepare<[], { file: string; size: number }>(
      'select file, size from picture'
    ),
    addPicture: database.prepare<[string, number]>('insert or replace into picture values (?, ?)'),
    removePicture: database.prepare<[string]>('delete from picture where file = ?')
  }
}
