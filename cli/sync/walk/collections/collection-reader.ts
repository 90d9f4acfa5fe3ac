import type { Block, CollectionView } from 'notion-types'

import type { ViewGroup } from '../../../../db/records/walk-result.ts'
import type { PublishedRecords } from '../../../../db/publish/published-records.ts'
import { groupRule } from '../../../../site/notion/collections/view-group.ts'
import { CallError } from '../../workspace/call-error.ts'
import { CollectionQuery, MissingRowsError, rowIdsOf } from './collection-query.ts'
import { type CollectionTask, type ShownCollection, tasksOf } from './collection-tasks.ts'
import type { CorrectedRows } from './corrected-rows.ts'
import type { Failures } from '../failures.ts'
import { withKeptRows } from './kept-rows.ts'
import { KnownRows } from './known-rows.ts'
import type { Frontier } from '../frontier.ts'
import type { RecordFetcher } from '../requests/record-fetcher.ts'
import type { RecordIntake } from '../requests/record-intake.ts'
import type { FormResponses } from './form-responses.ts'
import type { Staging } from '../../staging/staging.ts'
import { ViewFingerprintReader } from '../../incremental/view-fingerprint-reader.ts'
import { isFiltered } from '../../workspace/query/view-query.ts'
import type { Workspace } from '../../workspace/workspace.ts'

/** Rows of a collection, with the id of the block that shows it. */
export interface FoundRows {
  rowIds: string[]
  referencedBy: string
}

export interface CollectionReaderOptions {
  workspace: Workspace
  staging: Staging
  frontier: Frontier
  fetcher: RecordFetcher
  intake: RecordIntake
  failures: Failures
  published: PublishedRecords
  responses: FormResponses
  correctedRows: CorrectedRows
  spaceId: string
  /** IANA name. */
  timeZone: string
  scope: Set<string> | undefined
}

/**
 * Reads the rows of collections. One query per collection and run returns all rows with their
 * records, also those that views filter out. A view is queried only when its fingerprint has changed.
 */
export class CollectionReader {
  readonly #options: CollectionReaderOptions
  readonly #query: CollectionQuery
  readonly #rows: KnownRows
  readonly #fingerprints: ViewFingerprintReader
  /** Queries for all rows, by collection; each is sent once per run. */
  readonly #queries = new Map<string, Promise<void>>()
  /** Groups that this run has read, by view. */
  readonly #groups = new Map<string, ViewGroup[]>()
  /** Collections with a view in any block, also on a page that stays as it was published. */
  readonly #viewed = new Set<string>()

  constructor(options: CollectionReaderOptions) {
    this.#options = options
    this.#query = new CollectionQuery(options)
    this.#rows = new KnownRows(options)
    this.#fingerprints = new ViewFingerprintReader(options)
  }

  /**
   * The error of a query whose rows a later run may get. Undefined if no rows are missing, or if the
   * workspace refuses them in every run.
   */
  get outage(): CallError | undefined {
    return this.#query.outage
  }

  /** Keeps the published rows that still exist and that the query of their collection left out. */
  noteLostRows(): void {
    this.#rows.noteLost(this.#viewed)
  }

  /** Reads the views of these blocks, and all rows of their collections. Failed queries become failures. */
  async read(shown: ShownCollection[]): Promise<FoundRows[]> {
    const tasks = shown.flatMap((each) => tasksOf(each, this.#options))
    for (const { collection, queryView } of tasks) if (queryView) this.#viewed.add(collection.id)
    const queried = tasks.filter((task) => task.queryView && !this.#isFrozen(task))
    await this.#each(queried, (task) => this.#findRows(task))
    const read = queried.filter((task) => !this.#isFrozen(task))
    const unviewed = tasks.filter((task) => this.#isUnviewed(task))
    for (const { collection, pageId } of unviewed) this.#rows.addUnqueried(collection.id, pageId)
    await this.#rows.read([
      ...new Set([...read, ...unviewed].map(({ collection }) => collection.id))
    ])
    await this.#fingerprints.prepare(read.map((task) => this.#rowsOf(task)))
    const found = await this.#each(tasks, (task) => this.#readTask(task))
    for (const task of read) this.#fingerprints.save(this.#rowsOf(task))
    return found
  }

  /** Works on a few tasks at a time: each has the rows of its collection in memory. */
  async #each<T>(
    tasks: CollectionTask[],
    work: (task: CollectionTask) => Promise<T>
  ): Promise<T[]> {
    const { concurrency } = this.#options.workspace.budget
    const results: T[] = []
    for (let start = 0; start < tasks.length; start += concurrency) {
      results.push(...(await Promise.all(tasks.slice(start, start + concurrency).map(work))))
    }
    return results
  }

  #isFrozen({ isOutside, collection }: CollectionTask): boolean {
    return isOutside || this.#options.failures.has('collection', collection.id)
  }

  /** Whether the block has no view with which to query the rows. */
  #isUnviewed(task: CollectionTask): boolean {
    const { responses } = this.#options
    const { collection, views, queryView } = task
    if (views.length > 0 || queryView || responses.hasForm(collection.id)) return false
    return !this.#isFrozen(task)
  }

  /** The input of the fingerprints of a task's views. */
  #rowsOf({ collection, views, pageId }: CollectionTask) {
    const { staging } = this.#options
    const rows = (): Block[] =>
      this.#rows.all(collection.id).flatMap((id) => staging.read('block', id) ?? [])
    return { collection, views, pageId, rows }
  }

  /** Queries all rows of a collection, once per run. */
  async #findRows(task: CollectionTask): Promise<void> {
    const { failures } = this.#options
    const { pageId } = task
    const { id } = task.collection
    const query = this.#queries.get(id) ?? this.#queryRows(task)
    this.#queries.set(id, query)
    await query.catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
      const { message: reason, isFinal } = error
      failures.add({ table: 'collection', id, pageId, reason, isFinal })
    })
  }

  /**
   * Queries all rows: through a view without filter and groups if there is one, else without the rules
   * of a view.
   */
  async #queryRows({ collection, views, queryView: view, pageId }: CollectionTask): Promise<void> {
    const { id } = collection
    const whole = views.find((each) => !isFiltered(each) && !groupRule(each))
    const shown = whole && (await this.#queryView(whole, id))
    if (whole && shown) this.#groups.set(whole.id, shown)
    const groups =
      shown ?? (view && (await this.#query.run({ view, collectionId: id, isWhole: true })))
    this.#rows.add(id, rowIdsOf(groups ?? []), pageId)
  }

  /** The groups of a view; undefined if the query failed, perhaps because of the record of the view. */
  async #queryView(view: CollectionView, collectionId: string): Promise<ViewGroup[] | undefined> {
    try {
      return await this.#query.run({ view, collectionId })
    } catch (error) {
      if (error instanceof CallError && !(error instanceof MissingRowsError)) return undefined
      throw error
    }
  }

  async #readTask(task: CollectionTask): Promise<FoundRows> {
    const { responses, published, correctedRows } = this.#options
    const { collection, views, referencedBy } = task
    const isFrozen = this.#isFrozen(task)
    const shown = await Promise.all(
      views.map((view) =>
        isFrozen ? this.#showPublished(view, collection.id) : this.#readView(task, view)
      )
    )
    const groups = shown.flat()
    if (responses.hasForm(collection.id)) {
      const visible = rowIdsOf(groups.filter(({ isHidden }) => !isHidden))
      responses.show(collection.id, visible)
      return { rowIds: [...new Set(visible)], referencedBy }
    }
    const known = isFrozen
      ? correctedRows.stillIn(published.rowIds(collection.id))
      : this.#rows.found(collection.id)
    const kept = correctedRows.kept(collection.id)
    return { rowIds: [...new Set([...known, ...kept, ...rowIdsOf(groups)])], referencedBy }
  }

  /** The groups of a view: those stored with the same fingerprint, else those of a new query. */
  async #readView(task: CollectionTask, view: CollectionView): Promise<ViewGroup[]> {
    const { frontier, failures, published, correctedRows } = this.#options
    const { collection, pageId } = task
    if (failures.has('collection_view', view.id)) return this.#showPublished(view, collection.id)
    try {
      const groups =
        this.#groups.get(view.id) ??
        this.#fingerprints.findGroups(view.id) ??
        (await this.#query.run({ view, collectionId: collection.id }))
      this.#groups.set(view.id, groups)
      this.#fingerprints.setGroups(view.id, groups)
      this.#rows.addFound(collection.id, rowIdsOf(groups))
      const kept = correctedRows.kept(collection.id)
      const shown = withKeptRows(groups, published.view(view.id)?.groups ?? [], kept)
      frontier.show(view.id, collection.id, shown)
      return shown
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { message: reason, isFinal } = error
      failures.add({ table: 'collection_view', id: view.id, pageId, reason, isFinal })
      return []
    }
  }

  /**
   * Shows a view as it was published, otherwise the rows that its failed query returned. A new view
   * without such rows is not shown.
   */
  #showPublished(view: CollectionView, collectionId: string): ViewGroup[] {
    const { published, frontier, correctedRows } = this.#options
    const shown = published.view(view.id)?.groups ?? this.#query.partOf(view.id)
    const groups = shown?.map((group) => ({
      ...group,
      rowIds: correctedRows.stillIn(group.rowIds)
    }))
    if (groups) frontier.show(view.id, collectionId, groups)
    return groups ?? []
  }
}
