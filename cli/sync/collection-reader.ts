import type { Block, Collection, CollectionView } from 'notion-types'

import type { ViewGroup } from '../../db/harvest.ts'
import type { LastGoodCopy } from '../../db/last-good-copy.ts'
import { viewCollectionId } from '../../site/block-references.ts'
import { groupRule } from '../../site/view-group.ts'
import { CallError } from './call-error.ts'
import type { Failures } from './failures.ts'
import type { Reached } from './reached.ts'
import type { RecordReader } from './record-reader.ts'
import type { Staging } from './staging.ts'
import { viewBasis } from './view-basis.ts'
import { type Cell, type QueryResult, isFiltered, unlistedCells } from './view-query.ts'
import type { ViewQuery, Workspace } from './workspace.ts'

/** First number of rows asked for; grows when the workspace says that there are more. */
const FIRST_LIMIT = 1000
const LIMIT_GROWTH = 8

/** Collections as a block shows them. */
export interface ShownCollection {
  /** The collection the block names; its views may name others. */
  collectionId: string | undefined
  viewIds: string[]
  /** The page that holds the block. */
  unit: string
  /** The block itself. */
  namedBy: string
}

/** The rows that were found where a block shows a collection. */
export interface FoundRows {
  rowIds: string[]
  namedBy: string
}

export interface CollectionReaderOptions {
  workspace: Workspace
  staging: Staging
  reached: Reached
  reader: RecordReader
  failures: Failures
  lastGood: LastGoodCopy
  spaceId: string
  /** IANA name. */
  timeZone: string
  scope: Set<string> | undefined
}

/** One collection with the views of it that a block shows. */
interface Task {
  collection: Collection
  views: CollectionView[]
  /** As it was published, without asking. */
  isHeld: boolean
  unit: string
  namedBy: string
}

/**
 * Reads the rows of collections: one query a run finds all rows with their records, whatever the
 * views hide; a view is queried only when what its order and groups depend on has changed.
 */
export class CollectionReader {
  readonly #options: CollectionReaderOptions
  /** Ids of all rows by collection, and groups by view, as this run has found them. */
  readonly #rows = new Map<string, Promise<string[]>>()
  readonly #groups = new Map<string, ViewGroup[]>()
  /** What the workspace gave of rows that it gave only in part, by view. */
  readonly #parts = new Map<string, ViewGroup[]>()

  constructor(options: CollectionReaderOptions) {
    this.#options = options
  }

  /** Reads the views that these blocks show, and all rows of their collections. */
  async read(shown: ShownCollection[]): Promise<FoundRows[]> {
    const tasks = shown.flatMap((each) => this.#tasksFor(each))
    const found: FoundRows[] = []
    const { concurrency } = this.#options.workspace.budget
    for (let start = 0; start < tasks.length; start += concurrency) {
      const batch = tasks.slice(start, start + concurrency)
      found.push(...(await Promise.all(batch.map((task) => this.#readTask(task)))))
    }
    return found
  }

  #tasksFor({ collectionId, viewIds, unit, namedBy }: ShownCollection): Task[] {
    const { reached, scope, failures, lastGood } = this.#options
    const byCollection = new Map<string, CollectionView[]>()
    for (const view of viewIds.flatMap((id) => reached.read('collection_view', id) ?? [])) {
      const id = viewCollectionId(view) ?? collectionId
      if (id) byCollection.set(id, [...(byCollection.get(id) ?? []), view])
    }
    return [...byCollection].flatMap(([id, views]) => {
      const collection = reached.read('collection', id)
      if (!collection) return []
      const isOutside = scope !== undefined && !scope.has(unit) && lastGood.has('collection', id)
      const isHeld = isOutside || failures.has('collection', id)
      return [{ collection, views, isHeld, unit, namedBy }]
    })
  }

  async #readTask(task: Task): Promise<FoundRows> {
    const { collection, views, isHeld, namedBy } = task
    const rowIds = isHeld ? undefined : await this.#rowsOf(task)
    if (!rowIds) {
      const shown = views.flatMap((view) => this.#showHeld(view, collection.id))
      const known = this.#options.lastGood.rowIds(collection.id)
      return { rowIds: [...new Set([...known, ...rowIdsOf(shown)])], namedBy }
    }
    await this.#readMissingRows(rowIds)
    const rows = rowIds.flatMap((id) => this.#options.staging.read('block', id) ?? [])
    const groups = await Promise.all(views.map((view) => this.#readView(task, view, rows)))
    return { rowIds: [...new Set([...rowIds, ...rowIdsOf(groups.flat())])], namedBy }
  }

  /** Reads rows whose records did not come with the query: what views depend on must be as it is now. */
  async #readMissingRows(rowIds: string[]): Promise<void> {
    const { reader } = this.#options
    for (const id of rowIds) {
      if (!reader.isCurrent('block', id)) reader.ask({ table: 'block', id, unit: id }, 'content')
    }
    await reader.drain()
  }

  /** Ids of all rows of a collection; undefined when reading them failed, which is noted. */
  async #rowsOf({ collection, views, unit }: Task): Promise<string[] | undefined> {
    const { failures } = this.#options
    const { id } = collection
    const rows = this.#rows.get(id) ?? this.#findRows(collection, views)
    this.#rows.set(id, rows)
    return rows.catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error
      failures.add({ table: 'collection', id, unit, reason: error.message })
      return undefined
    })
  }

  /** Asks for every row: with a view that shows them all as they come, else without the view's own rules. */
  async #findRows(collection: Collection, views: CollectionView[]): Promise<string[]> {
    const whole = views.find((view) => !isFiltered(view) && !groupRule(view))
    const [view = whole] = whole ? [whole] : views
    if (!view) return []
    const isWhole = whole === undefined
    const result = await this.#query({ view, collectionId: collection.id, isWhole })
    if (whole) this.#groups.set(whole.id, result.groups)
    const rowIds = rowIdsOf(result.groups)
    await this.#refuseLostRows(collection.id, new Set(rowIds))
    return rowIds
  }

  /**
   * A row that was published and is not found any more must say itself that it is gone: a query
   * that leaves rows out must not pass for so many deletions. Throws `CallError`.
   */
  async #refuseLostRows(collectionId: string, found: Set<string>): Promise<void> {
    const { lastGood, reader, staging } = this.#options
    const absent = lastGood.rowIds(collectionId).filter((id) => !found.has(id))
    for (const id of absent) reader.ask({ table: 'block', id, unit: id }, 'proof')
    await reader.drain()
    const lost = absent.filter((id) => {
      if (!reader.isCurrent('block', id)) return false
      const row = staging.read('block', id)
      return row && row.alive !== false && row.parent_id === collectionId && !isTemplate(row)
    })
    if (lost.length === 0) return
    const message = `the query leaves out ${lost.length} rows that are there, such as ${lost[0]}`
    throw new CallError(message, { cause: undefined })
  }

  /** The groups and rows of a view: as known on the same basis, else as the workspace says now. */
  async #readView(task: Task, view: CollectionView, rows: Block[]): Promise<ViewGroup[]> {
    const { reached, failures } = this.#options
    const { collection, unit } = task
    if (failures.has('collection_view', view.id)) return this.#showHeld(view, collection.id)
    try {
      const groups = await this.#findGroups(view, collection, rows)
      this.#groups.set(view.id, groups)
      reached.show(view.id, collection.id, groups)
      return groups
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      failures.add({ table: 'collection_view', id: view.id, unit, reason: error.message })
      return []
    }
  }

  async #findGroups(
    view: CollectionView,
    collection: Collection,
    rows: Block[]
  ): Promise<ViewGroup[]> {
    const { staging, timeZone } = this.#options
    const basis = viewBasis({ view, collection, rows, timeZone })
    const found = this.#groups.get(view.id)
    const known = basis && !found ? staging.findViewRows(view.id, basis) : undefined
    if (known) return known
    const groups = found ?? (await this.#query({ view, collectionId: collection.id })).groups
    if (basis) staging.saveViewRows(view.id, basis, groups)
    return groups
  }

  /** Shows a view as it was published; a new one of which nothing is known stays out. */
  #showHeld(view: CollectionView, collectionId: string): ViewGroup[] {
    const { lastGood, reached } = this.#options
    const groups = lastGood.view(view.id)?.groups ?? this.#parts.get(view.id)
    if (groups) reached.show(view.id, collectionId, groups)
    return groups ?? []
  }

  /**
   * Asks with a growing limit until no group has more rows, for the groups that the view's format
   * lists and those it was published with, and once more when the answer names others. Throws
   * `CallError` when the rows that are said to be there do not all come.
   */
  async #query(query: Pick<ViewQuery, 'view' | 'collectionId' | 'isWhole'>): Promise<QueryResult> {
    const { workspace, spaceId, timeZone, lastGood } = this.#options
    const ask = (limit: number, unasked: Cell[]) =>
      workspace.queryCollection({ ...query, spaceId, timeZone, limit }, unasked)

    const known = lastGood.rowIds(query.collectionId).length
    let limit = FIRST_LIMIT * Math.ceil((known + 1) / FIRST_LIMIT)
    const published = lastGood.view(query.view.id)?.groups ?? []
    let asked = query.isWhole ? [] : unlistedCells(query.view, published)
    let result = await ask(limit, asked)
    if (result.unasked.length > 0) {
      asked = [...asked, ...result.unasked]
      result = await ask(limit, asked)
    }

    for (let last = 0; result.hasMore && sizeOf(result) > last;) {
      last = sizeOf(result)
      limit *= LIMIT_GROWTH
      result = await ask(limit, asked)
    }
    this.#acceptRows(result)
    if (result.hasMore) {
      this.#parts.set(query.view.id, result.groups)
      const count = rowIdsOf(result.groups).length
      const message = `the query gives ${count} rows and no more, and says that there are more`
      throw new CallError(message, { cause: undefined })
    }
    return result
  }

  /** Rows come with the answer to their query; those that did not are asked for by the walk. */
  #acceptRows({ groups, records }: QueryResult): void {
    const { staging, reader } = this.#options
    const ids = new Set(rowIdsOf(groups))
    staging.batch(() => {
      for (const id of ids) {
        const record = records.block.get(id)
        const isKnown = record === undefined || reader.isCurrent('block', id)
        const unread = records.unread.get(id)
        if (!isKnown) reader.accept({ table: 'block', id, unit: id }, record, unread)
      }
    })
  }
}

function rowIdsOf(groups: ViewGroup[]): string[] {
  return groups.flatMap((group) => group.rowIds)
}

function sizeOf(result: QueryResult): number {
  return result.groups.reduce((sum, group) => sum + group.rowIds.length, result.groups.length)
}

function isTemplate(row: Block): boolean {
  return 'is_template' in row && row.is_template === true
}
