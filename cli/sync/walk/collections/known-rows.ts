import type { PublishedRecords } from '../../../../db/publish/published-records.ts'
import { isTemplate } from '../../../../site/notion/blocks/block-references.ts'
import type { Failures } from '../failures.ts'
import type { CorrectedRows } from './corrected-rows.ts'
import type { Frontier } from '../frontier.ts'
import type { RecordFetcher } from '../requests/record-fetcher.ts'
import type { Staging } from '../../staging/staging.ts'

interface KnownRowsOptions {
  staging: Staging
  frontier: Frontier
  fetcher: RecordFetcher
  failures: Failures
  published: PublishedRecords
  correctedRows: CorrectedRows
}

interface CollectionRows {
  found: Set<string>
  /** Published rows that the query for all rows left out, and that still exist. */
  leftOut: string[]
  pageId: string
  /** Whether there is no view with which to query. */
  isUnqueried?: boolean
}

/** The rows of collections in this run: found by a query, or published and still there. */
export class KnownRows {
  readonly #options: KnownRowsOptions
  readonly #collections = new Map<string, CollectionRows>()

  constructor(options: KnownRowsOptions) {
    this.#options = options
  }

  /** Stores the answer to the query for all rows of a collection, which page `pageId` shows. */
  add(collectionId: string, rowIds: string[], pageId: string): void {
    this.#collections.set(collectionId, { found: new Set(rowIds), leftOut: [], pageId })
  }

  /** Notes that page `pageId` shows a collection without views, unless it is queried for another block. */
  addUnqueried(collectionId: string, pageId: string): void {
    if (this.#collections.has(collectionId)) return
    const unqueried = { found: new Set<string>(), leftOut: [], pageId, isUnqueried: true }
    this.#collections.set(collectionId, unqueried)
  }

  /** Adds rows that a view of the collection lists; the query for all rows may lack them. */
  addFound(collectionId: string, rowIds: string[]): void {
    for (const id of rowIds) this.#collections.get(collectionId)?.found.add(id)
  }

  /** Ids of the rows that a query found. */
  found(collectionId: string): string[] {
    return [...(this.#collections.get(collectionId)?.found ?? [])]
  }

  /** Ids of the rows that queries found, and of the rows that they left out. */
  all(collectionId: string): string[] {
    const rows = this.#collections.get(collectionId)
    return rows ? [...new Set([...rows.found, ...rows.leftOut])] : []
  }

  /**
   * Reads the rows whose records did not come with a query, and the published rows that no query
   * found, which may be gone: the fingerprints of views need current rows.
   */
  async read(collectionIds: string[]): Promise<void> {
    const { frontier, fetcher, published } = this.#options
    const unlistedRows = new Map<string, string[]>()
    for (const collectionId of collectionIds) {
      const found = new Set(this.#collections.get(collectionId)?.found)
      for (const id of found) {
        frontier.request({ table: 'block', id, pageId: id }, 'content')
      }
      const unlisted = published.rowIds(collectionId).filter((id) => !found.has(id))
      for (const id of unlisted) frontier.request({ table: 'block', id, pageId: id }, 'recheck')
      unlistedRows.set(collectionId, unlisted)
    }
    await fetcher.drain()
    for (const [collectionId, ids] of unlistedRows) {
      const rows = this.#collections.get(collectionId)
      if (rows) rows.leftOut = ids.filter((id) => this.#isThere(id, collectionId))
    }
  }

  /**
   * Keeps the existing rows that no query found, and reports their collections: an incomplete answer
   * must not be taken for deletions. `viewed`: collections of which a block has a view, also one that is
   * not read in this run.
   */
  noteLost(viewed: ReadonlySet<string>): void {
    const { failures, correctedRows } = this.#options
    for (const [id, { found, leftOut, pageId, isUnqueried }] of this.#collections) {
      const lost = leftOut.filter((row) => !found.has(row))
      if (lost.length === 0 || failures.has('collection', id)) continue
      if (isUnqueried && viewed.has(id)) continue
      const reason = isUnqueried
        ? 'it has no view to query its rows with'
        : `the query omits ${lost.length} existing rows, such as ${lost[0]}`
      failures.add({ table: 'collection', id, pageId, reason, isFinal: true, isPartial: true })
      for (const row of lost) correctedRows.keep(id, row)
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
