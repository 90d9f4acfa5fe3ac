import type { PublishedRecords } from '../../../db/publish/published-records.ts'
import { isTemplate } from '../../../site/notion/blocks/block-references.ts'
import type { Failures } from './failures.ts'
import type { Frontier } from './frontier.ts'
import type { RecordFetcher } from './requests/record-fetcher.ts'
import type { Staging } from '../staging/staging.ts'

interface KnownRowsOptions {
  staging: Staging
  frontier: Frontier
  fetcher: RecordFetcher
  failures: Failures
  published: PublishedRecords
}

interface CollectionRows {
  found: Set<string>
  /** Published rows that the query for all rows left out, and that say themselves that they are there. */
  leftOut: string[]
  pageId: string
}

/** The rows of collections that this run knows of: found by a query, or published and still there. */
export class KnownRows {
  readonly #options: KnownRowsOptions
  readonly #collections = new Map<string, CollectionRows>()

  constructor(options: KnownRowsOptions) {
    this.#options = options
  }

  /** Notes the answer to the query for all rows of a collection. */
  add(collectionId: string, rowIds: string[], pageId: string): void {
    this.#collections.set(collectionId, { found: new Set(rowIds), leftOut: [], pageId })
  }

  /** Notes rows that a view of the collection lists, whatever the query for all rows says. */
  addFound(collectionId: string, rowIds: string[]): void {
    for (const id of rowIds) this.#collections.get(collectionId)?.found.add(id)
  }

  /** Rows of a collection that some query found. */
  found(collectionId: string): string[] {
    return [...(this.#collections.get(collectionId)?.found ?? [])]
  }

  /** Rows of a collection, also those that no query found. */
  all(collectionId: string): string[] {
    const rows = this.#collections.get(collectionId)
    return rows ? [...new Set([...rows.found, ...rows.leftOut])] : []
  }

  /**
   * Reads rows whose records did not come with a query, and asks published rows that no query found
   * whether they are gone: what views depend on must be as it is now.
   */
  async read(collectionIds: string[]): Promise<void> {
    const { frontier, fetcher, published } = this.#options
    const absent = new Map<string, string[]>()
    for (const collectionId of collectionIds) {
      const found = new Set(this.#collections.get(collectionId)?.found)
      for (const id of found) {
        frontier.request({ table: 'block', id, pageId: id }, 'content')
      }
      const unlisted = published.rowIds(collectionId).filter((id) => !found.has(id))
      for (const id of unlisted) frontier.request({ table: 'block', id, pageId: id }, 'recheck')
      absent.set(collectionId, unlisted)
    }
    await fetcher.drain()
    for (const [collectionId, ids] of absent) {
      const rows = this.#collections.get(collectionId)
      if (rows) rows.leftOut = ids.filter((id) => this.#isThere(id, collectionId))
    }
  }

  /**
   * A published row that is there, and that no query found, makes its collection fail: a query that
   * leaves rows out must not pass for so many deletions.
   */
  noteLost(): void {
    const { failures } = this.#options
    for (const [id, { found, leftOut, pageId }] of this.#collections) {
      const lost = leftOut.filter((row) => !found.has(row))
      if (lost.length === 0 || failures.has('collection', id)) continue
      const reason = `the query leaves out ${lost.length} rows that are there, such as ${lost[0]}`
      failures.add({ table: 'collection', id, pageId, reason, isFinal: true })
    }
  }

  #isThere(id: string, collectionId: string): boolean {
    const { staging } = this.#options
    if (!staging.isCurrent('block', id)) return false
    const row = staging.read('block', id)
    if (!row || row.alive === false || row.parent_id !== collectionId) return false
    return !isTemplate(row, staging.read('collection', collectionId))
  }
}
