import type { Block, Collection, CollectionView } from 'notion-types'

import type { ViewGroup } from '../../../db/records/walk-result.ts'
import type { PublishedRecords } from '../../../db/publish/published-records.ts'
import { viewCollectionId } from '../../../site/notion/blocks/block-references.ts'
import { isFormView } from '../../../site/notion/collections/form-view.ts'
import { groupRule } from '../../../site/notion/collections/view-group.ts'
import { CallError } from '../workspace/call-error.ts'
import { CollectionQuery, MissingRowsError, rowIdsOf } from '../workspace/collection-query.ts'
import type { Failures } from './failures.ts'
import { KnownRows } from './known-rows.ts'
import type { Frontier } from './frontier.ts'
import type { RecordFetcher } from './requests/record-fetcher.ts'
import type { RecordIntake } from './requests/record-intake.ts'
import type { FormResponses } from './form-responses.ts'
import type { Staging } from '../staging/staging.ts'
import { ViewFingerprintReader } from '../incremental/view-fingerprint-reader.ts'
import { isFiltered } from '../workspace/view-query.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Collections as a block shows them. */
export interface ShownCollection {
  /** The collection the block names; its views may name others. */
  collectionId: string | undefined
  viewIds: string[]
  /** The page that holds the block. */
  pageId: string
  /** The block itself. */
  referencedBy: string
}

/** The rows that were found where a block shows a collection. */
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
  spaceId: string
  /** IANA name. */
  timeZone: string
  scope: Set<string> | undefined
}

/** One collection with the views of it that a block shows. */
interface Task {
  collection: Collection
  /** Forms are not among them: they show no rows. */
  views: CollectionView[]
  /** As it was published, without asking. */
  isOutside: boolean
  pageId: string
  referencedBy: string
}

/**
 * Reads the rows of collections: one query a run finds all rows with their records, whatever the
 * views hide; a view is queried only when what its order and groups depend on has changed.
 */
export class CollectionReader {
  readonly #options: CollectionReaderOptions
  readonly #query: CollectionQuery
  readonly #rows: KnownRows
  readonly #bases: ViewFingerprintReader
  /** Queries for all rows, by collection: each is made once a run. */
  readonly #queries = new Map<string, Promise<void>>()
  /** Groups by view, as this run has found them. */
  readonly #groups = new Map<string, ViewGroup[]>()

  constructor(options: CollectionReaderOptions) {
    this.#options = options
    this.#query = new CollectionQuery(options)
    this.#rows = new KnownRows(options)
    this.#bases = new ViewFingerprintReader(options)
  }

  /** Why rows are not there that a later run may get; undefined when all are, or were refused for good. */
  get outage(): CallError | undefined {
    return this.#query.outage
  }

  /** Makes collections fail of which published rows were neither found nor have gone. */
  noteLostRows(): void {
    this.#rows.noteLost()
  }

  /** Reads the views that these blocks show, and all rows of their collections. */
  async read(shown: ShownCollection[]): Promise<FoundRows[]> {
    const tasks = shown.flatMap((each) => this.#tasksFor(each))
    const asking = tasks.filter((task) => task.views.length > 0 && !this.#isHeld(task))
    await this.#each(asking, (task) => this.#findRows(task))
    const read = asking.filter((task) => !this.#isHeld(task))
    await this.#rows.read([...new Set(read.map(({ collection }) => collection.id))])
    await this.#bases.prepare(read.map((task) => this.#rowsOf(task)))
    const found = await this.#each(tasks, (task) => this.#readTask(task))
    for (const task of read) this.#bases.save(this.#rowsOf(task))
    return found
  }

  /** Works on tasks in batches: each holds the rows of its collection in memory. */
  async #each<T>(tasks: Task[], work: (task: Task) => Promise<T>): Promise<T[]> {
    const { concurrency } = this.#options.workspace.budget
    const results: T[] = []
    for (let start = 0; start < tasks.length; start += concurrency) {
      results.push(...(await Promise.all(tasks.slice(start, start + concurrency).map(work))))
    }
    return results
  }

  #tasksFor({ collectionId, viewIds, pageId, referencedBy }: ShownCollection): Task[] {
    const { frontier, scope, published, responses, staging } = this.#options
    const byCollection = new Map<string, CollectionView[]>()
    for (const view of viewIds.flatMap(
      (id) => frontier.records.read('collection_view', id) ?? []
    )) {
      const id = viewCollectionId(view) ?? collectionId
      if (id) byCollection.set(id, [...(byCollection.get(id) ?? []), view])
    }
    // A view that cannot be read may be a form, unless it was published as something else.
    const isDoubtful = viewIds.some((id) => {
      if (frontier.isAccepted('collection_view', id)) return false
      const known = staging.read('collection_view', id) ?? published.view(id)?.view
      return known === undefined || isFormView(known)
    })
    const shownIds = new Set([...byCollection.keys(), ...(collectionId ? [collectionId] : [])])
    if (isDoubtful) for (const id of shownIds) responses.addForm(id)
    return [...byCollection].flatMap(([id, all]) => {
      const collection = frontier.records.read('collection', id)
      if (!collection) return []
      for (const form of all.filter(isFormView)) {
        responses.addForm(id)
        frontier.show(form.id, id, [])
      }
      const views = all.filter((view) => !isFormView(view))
      const isOutside = scope !== undefined && !scope.has(pageId) && published.has('collection', id)
      return [{ collection, views, isOutside, pageId, referencedBy }]
    })
  }

  #isHeld({ isOutside, collection }: Task): boolean {
    return isOutside || this.#options.failures.has('collection', collection.id)
  }

  /** What the bases of a task's views are made of. */
  #rowsOf({ collection, views, pageId }: Task) {
    const { staging } = this.#options
    const rows = (): Block[] =>
      this.#rows.all(collection.id).flatMap((id) => staging.read('block', id) ?? [])
    return { collection, views, pageId, rows }
  }

  /** Finds all rows of a collection, once a run; notes a failure. */
  async #findRows({ collection, views, pageId }: Task): Promise<void> {
    const { failures } = this.#options
    const { id } = collection
    const query = this.#queries.get(id) ?? this.#queryRows({ id, views, pageId })
    this.#queries.set(id, query)
    await query.catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
      const { message: reason, isFinal } = error
      failures.add({ table: 'collection', id, pageId, reason, isFinal })
    })
  }

  /** Asks for every row: with a view that shows them all as they come, else without any view's rules. */
  async #queryRows(task: { id: string; views: CollectionView[]; pageId: string }): Promise<void> {
    const { id, views, pageId } = task
    const whole = views.find((view) => !isFiltered(view) && !groupRule(view))
    const shown = whole && (await this.#queryView(whole, id))
    if (whole && shown) this.#groups.set(whole.id, shown)
    const [view] = views
    const groups =
      shown ?? (view && (await this.#query.run({ view, collectionId: id, isWhole: true })))
    this.#rows.add(id, rowIdsOf(groups ?? []), pageId)
  }

  /** The groups of a view; undefined when it cannot be read, which may be the fault of its record. */
  async #queryView(view: CollectionView, collectionId: string): Promise<ViewGroup[] | undefined> {
    try {
      return await this.#query.run({ view, collectionId })
    } catch (error) {
      if (error instanceof CallError && !(error instanceof MissingRowsError)) return undefined
      throw error
    }
  }

  async #readTask(task: Task): Promise<FoundRows> {
    const { responses, published } = this.#options
    const { collection, views, referencedBy } = task
    const isHeld = this.#isHeld(task)
    const shown = await Promise.all(
      views.map((view) =>
        isHeld ? this.#showHeld(view, collection.id) : this.#readView(task, view)
      )
    )
    const groups = shown.flat()
    if (responses.hasForm(collection.id)) {
      const visible = rowIdsOf(groups.filter(({ isHidden }) => !isHidden))
      responses.show(collection.id, visible)
      return { rowIds: [...new Set(visible)], referencedBy }
    }
    const known = isHeld ? published.rowIds(collection.id) : this.#rows.found(collection.id)
    return { rowIds: [...new Set([...known, ...rowIdsOf(groups)])], referencedBy }
  }

  /** The groups and rows of a view: as known on the same basis, else as the workspace says now. */
  async #readView(task: Task, view: CollectionView): Promise<ViewGroup[]> {
    const { frontier, failures } = this.#options
    const { collection, pageId } = task
    if (failures.has('collection_view', view.id)) return this.#showHeld(view, collection.id)
    try {
      const groups =
        this.#groups.get(view.id) ??
        this.#bases.findGroups(view.id) ??
        (await this.#query.run({ view, collectionId: collection.id }))
      this.#groups.set(view.id, groups)
      this.#bases.setGroups(view.id, groups)
      this.#rows.addFound(collection.id, rowIdsOf(groups))
      frontier.show(view.id, collection.id, groups)
      return groups
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { message: reason, isFinal } = error
      failures.add({ table: 'collection_view', id: view.id, pageId, reason, isFinal })
      return []
    }
  }

  /** Shows a view as it was published; a new one of which nothing is known stays out. */
  #showHeld(view: CollectionView, collectionId: string): ViewGroup[] {
    const { published, frontier } = this.#options
    const groups = published.view(view.id)?.groups ?? this.#query.partOf(view.id)
    if (groups) frontier.show(view.id, collectionId, groups)
    return groups ?? []
  }
}
