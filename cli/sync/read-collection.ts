import type { Block, Collection, CollectionView } from 'notion-types'

import type { FormatGroup } from '../../site/view-group.ts'
import type { Account } from './account.ts'
import type { Records } from './records.ts'
import type { Staging } from './staging.ts'
import type { QueryResult } from './view-query.ts'
import type { ViewQuery, Workspace } from './workspace.ts'

/** First number of rows asked for; grows when the workspace says that there are more. */
const FIRST_LIMIT = 1000
const LIMIT_GROWTH = 8

/** A collection as a block shows it. */
export interface CollectionToRead {
  collectionId: string
  /** Views to read; those that another block has brought already are left out. */
  viewIds: string[]
  /** The block that shows it. */
  namedBy: string
}

interface CollectionOptions {
  workspace: Workspace
  staging: Staging
  account: Account
  spaceId: string
  collection: CollectionToRead
}

/** What reading a collection brought. */
export interface CollectionRows {
  /** Undefined where it may not be read. */
  record: Collection | undefined
  /** Rows that the queries named: null where one is private, undefined where its record did not come along. */
  rows: Map<string, Block | null | undefined>
  namedBy: string
}

/**
 * Reads a collection's schema, its views and the rows of each view, in the order and groups the
 * workspace gives, into staging; the rows themselves are returned for the walk to take. When every
 * view has a filter, one more query finds the rows that none of them shows.
 */
export async function readCollection(options: CollectionOptions): Promise<CollectionRows> {
  const { workspace, staging, account, collection } = options
  const { collectionId, viewIds, namedBy } = collection
  const [answers, viewAnswers] = await Promise.all([
    workspace.records('collection', [collectionId]),
    workspace.records('collection_view', viewIds)
  ])
  const record = find(answers, (records) => records.collection.get(collectionId))
  if (!record) {
    const reason = record === null ? 'private' : 'missing'
    account.absent.push({ table: 'collection', id: collectionId, reason, namedBy })
    return { record: undefined, rows: new Map(), namedBy }
  }

  staging.save('collection', record)
  const views = viewIds.flatMap((id) => takeView(options, viewAnswers, id))
  const results = await Promise.all(views.map((view) => readView(options, view)))
  const whole = await readWhole(options, views)
  return { record, rows: rowsOf([...results, ...whole]), namedBy }
}

function takeView(options: CollectionOptions, answers: Records[], id: string): CollectionView[] {
  const { staging, account, collection } = options
  const view = find(answers, (records) => records.collection_view.get(id))
  if (!view || view.alive === false) {
    const reason = view ? 'deleted' : view === null ? 'private' : 'missing'
    account.absent.push({ table: 'collection_view', id, reason, namedBy: collection.namedBy })
    return []
  }
  staging.save('collection_view', view)
  return [view]
}

async function readView(options: CollectionOptions, view: CollectionView): Promise<QueryResult> {
  const { staging, collection } = options
  const result = await queryAll(options, view)
  staging.saveViewRows(view.id, collection.collectionId, result.groups)
  return result
}

async function readWhole(
  options: CollectionOptions,
  views: CollectionView[]
): Promise<QueryResult[]> {
  const [view] = views
  if (!view || views.some((each) => !isFiltered(each))) return []
  return [await queryAll(options, view, { isWhole: true })]
}

function isFiltered(view: CollectionView): boolean {
  const format = view.format as { property_filters?: unknown[] } | undefined
  const own = view.query2?.filter as { filters?: unknown[] } | undefined
  return (format?.property_filters?.length ?? 0) > 0 || (own?.filters?.length ?? 0) > 0
}

/** Asks with a growing limit until no group has more rows, and once more for groups that only the answer named. */
async function queryAll(
  options: CollectionOptions,
  view: CollectionView,
  more: Partial<ViewQuery> = {}
): Promise<QueryResult> {
  const { workspace, spaceId, collection } = options
  const { collectionId } = collection
  const ask = (limit: number, unasked: FormatGroup[]) =>
    workspace.queryCollection({ view, collectionId, spaceId, limit, ...more }, unasked)

  let limit = FIRST_LIMIT
  let result = await ask(limit, [])
  const { unasked } = result
  if (unasked.length > 0) result = await ask(limit, unasked)

  for (let last = 0; result.hasMore && rowCount(result) > last;) {
    last = rowCount(result)
    limit *= LIMIT_GROWTH
    result = await ask(limit, unasked)
  }
  return result
}

function rowCount(result: QueryResult): number {
  return result.groups.reduce((sum, group) => sum + group.rowIds.length, 0)
}

function rowsOf(results: QueryResult[]): Map<string, Block | null | undefined> {
  const rows = new Map<string, Block | null | undefined>()
  for (const { groups, records } of results) {
    for (const id of groups.flatMap((group) => group.rowIds)) {
      rows.set(id, records.block.get(id) ?? rows.get(id))
    }
  }
  return rows
}

function find<T>(answers: Records[], pick: (records: Records) => T | undefined): T | undefined {
  return answers.map(pick).find((record) => record !== undefined)
}
