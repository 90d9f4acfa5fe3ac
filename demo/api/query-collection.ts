import type { Block, CollectionView } from 'notion-types'

import { isTemplate } from '../../site/notion/blocks/block-references.ts'
import { dayOf } from './date-range.ts'
import { type FilterTree, passesFilter } from './filter-rows.ts'
import { type Grouping, groupRows } from './group-rows.ts'
import type { RowContext } from './property-value.ts'
import { type Sort, type SortContext, sortRows } from './sort-rows.ts'
import { RefusedError } from './refused-error.ts'
import { blocksOfCollection } from './row-index.ts'
import type { WorkspaceFile } from '../builder/workspace-file.ts'

interface Reducer extends Grouping {
  type: string
  filter?: FilterTree
  /** notion-client counts the rows of groups; the sync sends none. */
  aggregation?: { aggregator?: string }
  loadContentCover?: boolean
}

/** A queryCollection request. */
export interface Query {
  collection: { id: string }
  collectionView: { id: string }
  loader: {
    reducers: Record<string, Reducer>
    sort?: Sort[]
    filter?: FilterTree
    userTimeZone?: string
  }
}

/** The `result` of a query, its rows, and the rows whose first image was requested. */
export interface QueryResult {
  result: { type: 'reducer'; reducerResults: Record<string, unknown>; sizeHint: number }
  rows: Block[]
  coverRows: Block[]
}

/**
 * Executes a query on a collection: filters, sorts, groups and counts its rows. Titles of
 * private pages are not used for sorting. Throws RefusedError for an unknown collection.
 */
export function queryCollection(
  workspace: WorkspaceFile,
  query: Query,
  privateIds: ReadonlySet<string> = new Set()
): QueryResult {
  const collection = workspace.collection[query.collection.id]
  if (!collection) throw new RefusedError(`there is no collection ${query.collection.id}`)
  const { reducers, userTimeZone: timeZone = 'UTC' } = query.loader
  const today = dayOf(Date.now(), timeZone)
  const context = { collection, timeZone, today, workspace, privateIds }
  const rows = matchingRows(workspace, query, context)

  const named = new Set<Block>()
  const coverRows = new Set<Block>()
  const reducerResults = Object.fromEntries(
    Object.entries(reducers).map(([name, reducer]) => {
      const reduced = reduce(rows, reducer, context)
      for (const row of reduced.rows) named.add(row)
      for (const row of reducer.loadContentCover ? reduced.rows : []) coverRows.add(row)
      return [name, reduced.result]
    })
  )
  return {
    result: { type: 'reducer', reducerResults, sizeHint: rows.length },
    rows: [...named],
    coverRows: [...coverRows]
  }
}

/**
 * The matching rows, in order. Recorded rows of a view are used if the request has exactly the
 * view's filter: the view may filter and sort by values that the API never sends.
 */
function matchingRows(workspace: WorkspaceFile, query: Query, context: SortContext): Block[] {
  const { filter, sort = [] } = query.loader
  const view = workspace.collection_view[query.collectionView.id]
  const recorded = workspace.query?.[query.collection.id]?.[query.collectionView.id]
  const recordedIds = new Set(view && isViewFilter(view, filter) ? recorded : [])
  const leftOut = new Set(rulesOf(filter).length === 0 ? workspace.viewOnlyIds : [])
  const rows = orderedRows(workspace, query).filter(
    (row) => (recordedIds.has(row.id) || passesFilter(row, filter, context)) && !leftOut.has(row.id)
  )
  // notion-types omits `sort` in `query2`.
  const ownSort = (view?.query2 as { sort?: Sort[] } | undefined)?.sort ?? []
  const isRecordedOrder = recorded && JSON.stringify(sort) === JSON.stringify(ownSort)
  return isRecordedOrder ? rows : sortRows(rows, sort, context)
}

/**
 * The rows in their order without a sort: as recorded, as sorted by hand in the view, or by age.
 */
function orderedRows(workspace: WorkspaceFile, query: Query): Block[] {
  const { collection, collectionView } = query
  const rows = blocksOfCollection(workspace, collection.id).filter(
    (block) => block.alive !== false && !isTemplate(block, workspace.collection[collection.id])
  )
  const view = workspace.collection_view[collectionView.id]
  const recorded = workspace.query?.[collection.id]?.[collectionView.id]
  const order = new Map((recorded ?? pageSort(view)).map((id, index) => [id, index]))
  const position = (row: Block) => order.get(row.id) ?? order.size
  return rows.toSorted((a, b) => position(a) - position(b) || a.created_time - b.created_time)
}

function pageSort(view: CollectionView | undefined): string[] {
  return view && 'page_sort' in view ? (view.page_sort ?? []) : []
}

/** Whether a filter has the same rules as the view, in any nesting. */
function isViewFilter(view: CollectionView, filter: FilterTree | undefined): boolean {
  const { property_filters: recordedFilters }: { property_filters?: unknown } = view.format ?? {}
  const filters: ({ filter?: FilterTree } | null)[] = Array.isArray(recordedFilters)
    ? recordedFilters
    : []
  const quick = filters.flatMap((each) => rulesOf(each?.filter))
  const own = [...quick, ...rulesOf(view.query2?.filter as FilterTree | undefined)]
  return own.toSorted().join('\n') === rulesOf(filter).toSorted().join('\n')
}

function rulesOf(tree: FilterTree | undefined): string[] {
  if (tree?.filters) return tree.filters.flatMap(rulesOf)
  return tree?.property ? [JSON.stringify([tree.property, tree.filter])] : []
}

function reduce(
  rows: Block[],
  reducer: Reducer,
  context: RowContext
): { result: object; rows: Block[] } {
  const matching = rows.filter((row) => passesFilter(row, reducer.filter, context))
  if (reducer.type === 'groups') return { result: groupRows(matching, reducer, context), rows: [] }
  if (reducer.type === 'aggregation') return { result: countOf(matching, reducer), rows: [] }
  const limit = reducer.limit ?? 50
  const shown = matching.slice(0, limit)
  const result = {
    type: 'results',
    blockIds: shown.map((row) => row.id),
    total: matching.length,
    hasMore: matching.length > limit
  }
  return { result, rows: shown }
}

function countOf(rows: Block[], { aggregation }: Reducer): object {
  const { aggregator = 'count' } = aggregation ?? {}
  if (aggregator !== 'count') throw new RefusedError(`the aggregator ${aggregator} is not known`)
  return { type: 'aggregation', aggregationResult: { type: 'number', value: rows.length } }
}
