import type { Block, Collection, CollectionView } from 'notion-types'

import type { ViewGroup } from '../../../db/records/walk-result.ts'
import type { Frontier } from '../walk/frontier.ts'
import type { RecordFetcher } from '../walk/requests/record-fetcher.ts'
import {
  type FoundRecord,
  type RecordId,
  type RecordTable,
  type RecordTypes,
  recordKey
} from '../workspace/records/record-tables.ts'
import { RowFacts } from './row-facts.ts'
import type { Staging } from '../staging/staging.ts'
import { ViewFingerprints } from './view-fingerprint.ts'

/** A collection with views and all of its known rows, which are read on demand. */
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

/** Decides which views must be queried: those whose fingerprint differs from the one stored with their rows. */
export class ViewFingerprintReader {
  readonly #options: ViewFingerprintReaderOptions
  /** By view; undefined for a view that is queried in every run. */
  readonly #fingerprints = new Map<string, string | undefined>()
  readonly #groups = new Map<string, ViewGroup[]>()
  /** Keys of the records on which views depend, once requested. A prefetch may get no answer: it is not repeated. */
  readonly #tried = new Set<string>()

  constructor(options: ViewFingerprintReaderOptions) {
    this.#options = options
  }

  /** Computes the fingerprints of these views; reads the records to which their rows and rules refer. */
  async prepare(viewed: ViewedRows[]): Promise<void> {
    for (let left = viewed; left.length > 0;) {
      left = left.filter((each) => !this.#isComplete(each))
      await this.#options.fetcher.drain()
    }
  }

  /** The rows of a view that an earlier run stored with the same fingerprint. */
  findGroups(viewId: string): ViewGroup[] | undefined {
    const fingerprint = this.#fingerprints.get(viewId)
    if (fingerprint === undefined) return undefined
    return this.#options.staging.findViewRows(viewId, fingerprint)
  }

  /** Remembers the rows of a view in this run. */
  setGroups(viewId: string, groups: ViewGroup[]): void {
    this.#groups.set(viewId, groups)
  }

  /** Stores the rows of views for later runs, with new fingerprints: queries may have found more rows. */
  save({ collection, views, rows }: ViewedRows): void {
    const { staging } = this.#options
    const isNew = ({ id }: CollectionView) => this.#groups.has(id) && !this.findGroups(id)
    const queried = views.filter(isNew)
    if (queried.length === 0) return
    const { fingerprints } = this.#compute(collection, rows())
    for (const view of queried) {
      const fingerprint = fingerprints.of(view)
      const groups = this.#groups.get(view.id)
      if (fingerprint !== undefined && groups) staging.saveViewRows(view.id, fingerprint, groups)
    }
  }

  /** Computes fingerprints from the records read so far; false if records are missing, which it requests. */
  #isComplete({ collection, views, rows, pageId }: ViewedRows): boolean {
    const { fingerprints, missing } = this.#compute(collection, rows())
    for (const view of views) this.#fingerprints.set(view.id, fingerprints.of(view))
    for (const { table, id } of missing.values()) this.#request({ table, id, pageId })
    return missing.size === 0
  }

  #compute(collection: Collection, rows: Block[]) {
    const { timeZone } = this.#options
    const missing = new Map<string, RecordId>()
    const facts = new RowFacts((table, id) => this.#read(table, id, missing))
    return { fingerprints: new ViewFingerprints({ collection, rows, timeZone, facts }), missing }
  }

  #read<T extends RecordTable>(
    table: T,
    id: string,
    missing: Map<string, RecordId>
  ): RecordTypes[T] | undefined {
    const { staging } = this.#options
    const key = recordKey(table, id)
    if (staging.isCurrent(table, id)) return staging.read(table, id)
    if (!this.#tried.has(key)) missing.set(key, { table, id })
    return undefined
  }

  /** A related page is requested like the target of a link, because it may be gone. */
  #request({ table, id, pageId }: FoundRecord): void {
    const { frontier } = this.#options
    this.#tried.add(recordKey(table, id))
    if (table === 'block') frontier.request({ table, id, pageId: id }, 'link')
    else frontier.request({ table, id, pageId }, 'prefetch')
  }
}
