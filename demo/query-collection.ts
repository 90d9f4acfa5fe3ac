import type { Block, Collection, CollectionView } from 'notion-types'

import { type FilterTree, passesFilter } from './filter-rows.ts'
import { type Comparable, comparableValue } from './property-value.ts'
import type { WorkspaceFile } from './workspace-file.ts'

interface Sort {
  property: string
  direction: 'ascending' | 'descending'
}

interface Reducer {
  type: string
  limit?: number
  filter?: FilterTree
  groupBy?: { property?: string; type?: string }
  groupSortPreference?: { value?: { type?: string; value?: unknown } }[]
}

/** What a queryCollection request asks of a collection. */
export interface Query {
  collection: { id: string }
  collectionView: { id: string }
  loader: {
    reducers: Record<string, Reducer>
    sort?: Sort[]
    filter?: FilterTree
    searchQuery?: string
  }
}

/** The `result` of a query and the rows it names. */
export interface QueryAnswer {
  result: { type: 'reducer'; reducerResults: Record<string, unknown>; sizeHint: number }
  rows: Block[]
}

/** Answers a query over the rows of a collection: filtered, sorted, grouped and counted as asked. */
export function queryCollection(workspace: WorkspaceFile, query: Query): QueryAnswer {
  const collection = workspace.collection[query.collection.id]
  if (!collection) throw new Error(`there is no collection ${query.collection.id}`)
  const { filter, sort = [], reducers } = query.loader
  const all = orderedRows(workspace, query)
  const filtered = all.filter((row) => passesFilter(row, filter, collection))
  const rows = sorted(filtered, sort, collection)

  const named = new Map<string, Block>()
  const reducerResults = Object.fromEntries(
    Object.entries(reducers).map(([name, reducer]) => {
      const reduced = reduce({ rows, reducer, collection })
      for (const row of reduced.rows) named.set(row.id, row)
      return [name, reduced.result]
    })
  )
  return {
    result: { type: 'reducer', reducerResults, sizeHint: rows.length },
    rows: [...named.values()]
  }
}

/** The rows in the order they have without a sort: as recorded, as the view sorts them by hand, or by age. */
function orderedRows(workspace: WorkspaceFile, query: Query): Block[] {
  const { collection, collectionView } = query
  const rows = Object.values(workspace.block).filter(
    (block) =>
      block.parent_id === collection.id && block.alive !== false && !isTemplate(workspace, block)
  )
  const view = workspace.collection_view[collectionView.id]
  const recorded = workspace.query?.[collection.id]?.[collectionView.id]
  const order = new Map((recorded ?? pageSort(view)).map((id, index) => [id, index]))
  const place = (row: Block) => order.get(row.id) ?? order.size
  return rows.toSorted((a, b) => place(a) - place(b) || a.created_time - b.created_time)
}

function isTemplate(workspace: WorkspaceFile, block: Block): boolean {
  const home = workspace.collection[block.parent_id]
  return home?.template_pages?.includes(block.id) ?? false
}

function pageSort(view: CollectionView | undefined): string[] {
  return view && 'page_sort' in view ? (view.page_sort ?? []) : []
}

function sorted(rows: Block[], sort: Sort[], collection: Collection): Block[] {
  const valueOf = (row: Block, { property }: Sort) => comparableValue(row, property, collection)
  return rows.toSorted((a, b) => {
    for (const rule of sort) {
      const order = compare(valueOf(a, rule), valueOf(b, rule))
      if (order !== 0) return rule.direction === 'descending' ? -order : order
    }
    return 0
  })
}

/** Orders two values; rows without one come last when ascending. */
function compare(a: Comparable, b: Comparable): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b, 'en')
  if (Array.isArray(a) || Array.isArray(b)) return String(a).localeCompare(String(b), 'en')
  return Number(a) - Number(b)
}

interface Reduction {
  rows: Block[]
  reducer: Reducer
  collection: Collection
}

function reduce({ rows, reducer, collection }: Reduction): { result: object; rows: Block[] } {
  const matching = rows.filter((row) => passesFilter(row, reducer.filter, collection))
  if (reducer.type === 'groups') {
    return { result: groups({ rows: matching, reducer, collection }), rows: [] }
  }
  if (reducer.type === 'aggregation') {
    const aggregationResult = { type: 'number', value: matching.length }
    return { result: { type: 'aggregation', aggregationResult }, rows: [] }
  }
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

/** The groups that the rows fall into: first those asked for, in that order, then any other. */
function groups({ rows, reducer, collection }: Reduction): object {
  const property = reducer.groupBy?.property ?? 'title'
  const type = reducer.groupBy?.type ?? collection.schema[property]?.type ?? 'text'
  const totals = new Map<string | undefined, number>()
  for (const { value } of reducer.groupSortPreference ?? []) totals.set(groupName(value?.value), 0)
  for (const row of rows) {
    for (const name of groupsOf(comparableValue(row, property, collection))) {
      totals.set(name, (totals.get(name) ?? 0) + 1)
    }
  }
  const results = [...totals].map(([value, total]) => ({
    value: value === undefined ? { type } : { type, value },
    total,
    visible: true
  }))
  return { type: 'groups', version: 'v2', results, hasMore: false }
}

function groupName(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : String(value)
}

function groupsOf(value: Comparable): (string | undefined)[] {
  if (Array.isArray(value)) return value.length > 0 ? value : [undefined]
  return [value === undefined || value === '' ? undefined : String(value)]
}
