import type Database from 'better-sqlite3'

import type { Made } from '../../server/render/worker/make-response.ts'
import {
  type KeyHashes,
  haveCommon,
  packHashes,
  unpackHashes
} from '../../server/responses/store/key-hash.ts'

interface Row {
  html: Buffer
  keys: Buffer
  expiresAt: number | null
}

/**
 * The pages in the feed, as HTML. Any edit changes the feed, but most of its pages stay as they are. Other
 * parts of the feed are not kept.
 */
export class FeedEntries {
  readonly #statements: ReturnType<typeof prepareAll>

  /** The table `feed_entry` must exist. */
  constructor(database: Database.Database) {
    this.#statements = prepareAll(database)
  }

  /** An entry that needs no change; of the response only the text is known. */
  find(pageId: string): Made | undefined {
    const row = this.#statements.find.get(pageId)
    if (!row) return undefined
    return {
      result: { headers: [], tag: '', bodies: { identity: row.html } },
      publications: [],
      keys: unpackHashes(row.keys),
      slotFaults: [],
      expiresAt: row.expiresAt ?? undefined
    }
  }

  /** Stores an entry for later feeds; a redirect is not stored. */
  keep(pageId: string, { result, keys, expiresAt }: Made): void {
    if (!result || 'redirect' in result) return
    const { identity } = result.bodies
    this.#statements.keep.run(pageId, identity, packHashes(keys), expiresAt ?? null)
  }

  /** Removes the entries that were made of these keys. */
  removeMadeOf(touched: KeyHashes): void {
    const outdated = this.#statements.keys
      .all()
      .filter(({ keys }) => haveCommon(touched, unpackHashes(keys)))
    for (const { pageId } of outdated) this.#statements.remove.run(pageId)
  }

  /** Removes what the feed does not have any more. */
  removeExcept(pageIds: string[]): void {
    this.#statements.removeExcept.run(JSON.stringify(pageIds))
  }

  removeExpired(now: number): void {
    this.#statements.removeExpired.run(now)
  }

  clear(): void {
    this.#statements.clear.run()
  }
}

function prepareAll(database: Database.Database) {
  return {
    find: database.prepare<[string], Row>(
      'select html, keys, expires_at as expiresAt from feed_entry where page_id = ?'
    ),
    keep: database.prepare<[string, Buffer, Buffer, number | null]>(
      'insert or replace into feed_entry (page_id, html, keys, expires_at) values (?, ?, ?, ?)'
    ),
    keys: database.prepare<[], { pageId: string; keys: Buffer }>(
      'select page_id as pageId, keys from feed_entry'
    ),
    remove: database.prepare<[string]>('delete from feed_entry where page_id = ?'),
    removeExcept: database.prepare<[string]>(
      'delete from feed_entry where page_id not in (select value from json_each(?))'
    ),
    removeExpired: database.prepare<[number]>('delete from feed_entry where expires_at <= ?'),
    clear: database.prepare('delete from feed_entry')
  }
}
