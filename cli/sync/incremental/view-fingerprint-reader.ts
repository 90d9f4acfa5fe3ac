import type { Block, Collection, CollectionView } from 'notion-types'

import type { ViewGroup } from '../../../db/records/walk-result.ts'
import type { Frontier } from '../walk/frontier.ts'
import type { RecordFetcher } from '../walk/requests/record-fetcher.ts'
import type { RecordTable, RecordTypes } from '../workspace/record-types.ts'
import { RowFacts } from './row-facts.ts'
import type { Staging } from '../staging/staging.ts'
import { ViewFingerprints } from './view-fingerprint.ts'

/** A collection with views and all of its known rows, which are read when they are needed. */
export interface ViewedRows {
  collection: Collection
  views: CollectionView[]
  rows: () => Block[]
  /** The page that shows the views. */
  pageId: string
}

interface ViewFingerprintReaderOptions {
  staging: Staging
  frontier: Frontier
  fetcher: RecordFetcher
  /** IANA name. */
  timeZone: string
}

interface Missing {
  table: RecordTable
  id: string
}

/** Finds out which views must be queried: those whose basis is not the one their rows were found on. */
export class ViewFingerprintReader {
  readonly #options: ViewFingerprintReaderOptions
  /** By view; undefined for a view that must be queried in every run. */
  readonly #bases = new Map<string, string | undefined>()
  readonly #groups = new Map<string, ViewGroup[]>()
  /** Records that were asked for because views depend on them; each is asked for once. */
  readonly #asked = new Set<string>()

  constructor(options: ViewFingerprintReaderOptions) {
    this.#options = options
  }

  /** Computes the bases of these views, for which it reads the records that rows and rules name. */
  async prepare(viewed: ViewedRows[]): Promise<void> {
    for (let left = viewed; left.length > 0;) {
      left = left.filter((each) => !this.#isComplete(each))
      await this.#options.fetcher.drain()
    }
  }

  /** The rows of a view, when an earlier run found them on the same basis. */
  findGroups(viewId: string): ViewGroup[] | undefined {
    const basis = this.#bases.get(viewId)
    return basis === undefined ? undefined : this.#options.staging.findViewRows(viewId, basis)
  }

  /** Notes the rows that a view has in this run. */
  setGroups(viewId: string, groups: ViewGroup[]): void {
    this.#groups.set(viewId, groups)
  }

  /** Keeps the rows of views for later runs. Views may have found rows since their bases were computed. */
  save({ collection, views, rows }: ViewedRows): void {
    const { staging } = this.#options
    const isNew = ({ id }: CollectionView) => this.#groups.has(id) && !this.findGroups(id)
    const queried = views.filter(isNew)
    if (queried.length === 0) return
    const { bases } = this.#basesOf(collection, rows())
    for (const view of queried) {
      const basis = bases.of(view)
      const groups = this.#groups.get(view.id)
      if (basis !== undefined && groups) staging.saveViewRows(view.id, basis, groups)
    }
  }

  /** Computes bases from what is read; false when records are missing, which it asks for. */
  #isComplete({ collection, views, rows, pageId }: ViewedRows): boolean {
    const { bases, missing } = this.#basesOf(collection, rows())
    for (const view of views) this.#bases.set(view.id, bases.of(view))
    for (const { table, id } of missing.values()) this.#ask({ table, id, pageId })
    return missing.size === 0
  }

  #basesOf(collection: Collection, rows: Block[]) {
    const { timeZone } = this.#options
    const missing = new Map<string, Missing>()
    const facts = new RowFacts((table, id) => this.#read(table, id, missing))
    return { bases: new ViewFingerprints({ collection, rows, timeZone, facts }), missing }
  }

  #read<T extends RecordTable>(
    table: T,
    id: string,
    missing: Map<string, Missing>
  ): RecordTypes[T] | undefined {
    const { staging } = this.#options
    const key = `${table} ${id}`
    if (staging.isCurrent(table, id)) return staging.read(table, id)
    if (!this.#asked.has(key)) missing.set(key, { table, id })
    return undefined
  }

  /** A related page is asked for as a link is: it may be gone, and nothing fails if it is. */
  #ask({ table, id, pageId }: Missing & { pageId: string }): void {
    const { frontier } = this.#options
    this.#asked.add(`${table} ${id}`)
    if (table === 'block') frontier.request({ table, id, pageId: id }, 'link')
    else frontier.request({ table, id, pageId }, 'prefetch')
  }
}
