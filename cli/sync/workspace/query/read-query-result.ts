import type { CollectionView } from 'notion-types'
import { z } from 'zod'

import type { ViewGroup } from '../../../../db/records/walk-result.ts'
import {
  type FormatGroup,
  groupResultName,
  groupRule
} from '../../../../site/notion/collections/view-group.ts'
import { type Records, readRecords } from '../records/read-records.ts'
import { recordKey } from '../records/record-tables.ts'
import { ResponseError } from '../response-error.ts'
import { type Cell, cellName, cellsOf, groupRules, listedGroups } from './view-cells.ts'
import type { ViewQuery } from './view-query.ts'

/** The response to a query: the view's groups with their rows, and the records sent with them. */
export interface QueryResult {
  groups: ViewGroup[]
  /** Groups whose rows were not requested, because the format of the view does not list the groups. */
  unlisted: Cell[]
  /** Whether a group has more rows than the limit. */
  hasMore: boolean
  records: Records
}

/** Each row once: a repeated row would hide that another one is missing. */
const rowIds = z.array(z.string()).transform((sent) => [...new Set(sent)])
const results = z.looseObject({
  blockIds: rowIds.default([]),
  hasMore: z.boolean().default(false),
  total: z.number().optional()
})
const noRows: z.infer<typeof results> = { blockIds: [], hasMore: false }
const groupList = z.looseObject({
  type: z.literal('groups'),
  hasMore: z.boolean().default(false),
  results: z.array(
    z.looseObject({
      value: z.looseObject({ type: z.string(), value: z.unknown().optional() }),
      total: z.number().default(0),
      visible: z.boolean().default(true)
    })
  )
})
const responseShape = z.looseObject({
  result: z.looseObject({
    reducerResults: z.record(z.string(), z.unknown()).optional(),
    blockIds: rowIds.optional(),
    total: z.number().optional()
  })
})

/**
 * Parses the response to a view query. Throws `ResponseError` when it has no result, or when it is
 * that of another view or collection.
 */
export function readQueryResult(response: unknown, query: ViewQuery): QueryResult {
  const { view } = query
  const parsed = responseShape.safeParse(response)
  if (!parsed.success) {
    throw new ResponseError(
      `the query of view ${view.id} has no result: ${z.prettifyError(parsed.error)}`
    )
  }
  const { result } = parsed.data
  const records = readRecords(response)
  // Older responses have the rows directly in the result.
  const reducers = result.reducerResults ?? { collection_group_results: result }
  const isGrouped = !query.isWhole && groupRule(view) !== undefined
  const found = isGrouped ? groupedRows(reducers, view) : undefined
  const read = { ...(found ?? plainRows(reducers['collection_group_results'], view)), records }
  refuseOtherView(records, view.id)
  refuseForeignRows(read, query.collectionId)
  return read
}

/** A response has the record of its view. A proxy may mix up two queries of the same collection. */
function refuseOtherView(records: Records, id: string): void {
  const isOwn =
    records.collection_view.has(id) || records.damaged.has(recordKey('collection_view', id))
  const [other] = records.collection_view.keys()
  if (isOwn || other === undefined) return
  throw new ResponseError(`the query of view ${id} returned the rows of view ${other}`)
}

/** A response that contains the collection is that of its query, whatever parents its rows name. */
function refuseForeignRows({ groups, records }: QueryResult, id: string): void {
  if (records.collection.has(id) || records.damaged.has(recordKey('collection', id))) return
  const rows = groups.flatMap((group) =>
    group.rowIds.flatMap((row) => records.block.get(row) ?? [])
  )
  const [first] = rows
  if (!first || rows.some((row) => row.parent_id === id)) return
  throw new ResponseError(
    `the query of collection ${id} returned rows of another one, such as ${first.id} of ${first.parent_id}`
  )
}

function plainRows(value: unknown, view: CollectionView) {
  const rows = results.safeParse(value)
  if (!rows.success) throw new ResponseError(`the query of view ${view.id} has no rows`)
  const { blockIds, hasMore, total = blockIds.length } = rows.data
  return {
    groups: [{ value: null, isHidden: false, total, rowIds: blockIds }],
    unlisted: [],
    hasMore: hasMore || total > blockIds.length
  }
}

/** Undefined when the response lists no groups, as for a view whose groups are switched off. */
function groupedRows(reducers: Record<string, unknown>, view: CollectionView) {
  let hasMore = false
  const levels = groupRules(view).map(({ name, rule }) => {
    const list = groupList.safeParse(reducers[name])
    const property = String(rule['property'] ?? '')
    hasMore ||= list.data?.hasMore ?? false
    return list.data?.results.map((group) => ({ property, ...group }))
  })
  const [groups, ...inner] = levels
  if (!groups) return undefined

  const hidden = hiddenGroups(view)
  const unlisted: Cell[] = []
  const read = cellsOf([groups, ...inner.map((level) => level ?? [])]).map((cell): ViewGroup => {
    const [group, subgroup] = cell as (FormatGroup & { total: number; visible: boolean })[]
    const rows = results.safeParse(reducers[cellName(cell)])
    if (!rows.success) unlisted.push(cell.map(({ property, value }) => ({ property, value })))
    const { blockIds, hasMore: isCut, total = blockIds.length } = rows.data ?? noRows
    // It is not known whether the total of a group counts only rows that can be read.
    hasMore ||= isCut || (total > 0 && blockIds.length === 0)
    return {
      value: group?.value ?? null,
      ...(subgroup && { subgroup: subgroup.value }),
      isHidden: cell.some(isHiddenIn(hidden)),
      total: subgroup ? total : (group?.total ?? 0),
      rowIds: blockIds
    }
  })
  return { groups: read, unlisted, hasMore }
}

function hiddenGroups(view: CollectionView): Set<string> {
  const listed = listedGroups(view).flat()
  return new Set(listed.flatMap((group) => (group.hidden ? [groupResultName(group.value)] : [])))
}

function isHiddenIn(hidden: Set<string>) {
  return (group: FormatGroup & { visible?: boolean }) =>
    group.visible === false || hidden.has(groupResultName(group.value))
}
