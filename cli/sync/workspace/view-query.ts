import type { CollectionView } from 'notion-types'
import { z } from 'zod'

import type { ViewGroup } from '../../../db/records/walk-result.ts'
import {
  type FormatGroup,
  type GroupValue,
  formatGroups,
  formatSubgroups,
  groupResultName,
  groupRule,
  subgroupRule
} from '../../../site/notion/collections/view-group.ts'
import { AnswerError, type Records, readRecords } from './read-records.ts'
import type { ViewQuery } from './workspace.ts'

/** The answer to a query: the view's groups with their rows, and the records that came along. */
export interface QueryResult {
  groups: ViewGroup[]
  /** Groups whose rows were not asked for, as the view's format does not list them. */
  unasked: Cell[]
  /** Whether some group has more rows than the limit let through. */
  hasMore: boolean
  records: Records
}

/**
 * The `loader` of a queryCollection request. A view's filter keeps its own tree: flattening it
 * under an "and", as notion-client does, shows the wrong rows for every OR filter.
 */
export function viewLoader(query: ViewQuery, unasked: Cell[] = []): object {
  const { view, limit, isWhole = false } = query
  const query2: Record<string, unknown> = { ...view.query2 }
  const filters = isWhole ? [] : viewFilters(view)
  const isGrouped = !isWhole && groupRule(view) !== undefined

  return {
    type: 'reducer',
    reducers: isGrouped
      ? groupReducers(view, limit, unasked)
      : { collection_group_results: { type: 'results', limit, loadContentCover: true } },
    sort: isWhole ? [] : (query2['sort'] ?? []),
    filter: { operator: 'and', filters },
    searchQuery: '',
    userTimeZone: query.timeZone
  }
}

/** The filters of a view: its quick filters, and its own tree. */
export function viewFilters(view: CollectionView): unknown[] {
  const quick = quickFilters(view).flatMap((each) => each?.filter ?? [])
  const own: unknown = view.query2?.filter
  return own ? [...quick, own] : quick
}

/** Whether a view may hide rows of its collection. */
export function isFiltered(view: CollectionView): boolean {
  const own = view.query2?.filter as { filters?: unknown[] } | undefined
  // A tree without rules hides nothing; one rule may stand without a tree.
  const hasRules = own !== undefined && own !== null && own.filters?.length !== 0
  return quickFilters(view).length > 0 || hasRules
}

/** The wire may hold anything. */
function quickFilters(view: CollectionView): ({ filter?: unknown } | null)[] {
  const { property_filters: filters }: { property_filters?: unknown } = view.format ?? {}
  return Array.isArray(filters) ? filters : []
}

/** One reducer lists the groups (two, where the groups have groups), and one each asks for the rows of a group. */
function groupReducers(view: CollectionView, limit: number, unasked: Cell[]): object {
  const groups = listedGroups(view)
  const listReducers = groupRules(view).map(({ name, rule }, level) => {
    const groupSortPreference = (groups[level] ?? []).map(({ property, value }) => ({
      property,
      value
    }))
    return [name, { type: 'groups', version: 'v2', groupBy: rule, groupSortPreference, limit }]
  })
  const rows = [...cellsOf(groups), ...unasked].map((cell) => [
    cellName(cell),
    { type: 'results', limit, filter: { operator: 'and', filters: cell.map(cellFilter) } }
  ])
  return Object.fromEntries([...listReducers, ...rows])
}

/** The rules by which a view is grouped, with the name under which the API lists the groups of each. */
function groupRules(view: CollectionView): { name: string; rule: Record<string, unknown> }[] {
  return [groupRule(view), subgroupRule(view)].flatMap((rule, level) => {
    if (!rule) return []
    const isBoard = view.type === 'board' && level === 0
    return [{ name: isBoard ? 'board_columns' : `${String(rule['type'])}_groups`, rule }]
  })
}

/** The groups that the view's format lists, for each of its rules. */
function listedGroups(view: CollectionView): FormatGroup[][] {
  const rules = groupRules(view)
  return [formatGroups(view), formatSubgroups(view)].slice(0, rules.length)
}

/** Where the rows of a query stand: a group, or a group and a group within it. */
export type Cell = FormatGroup[]

function cellsOf([groups = [], ...subgroups]: FormatGroup[][]): Cell[] {
  const [inner] = subgroups
  return groups.flatMap((group) => (inner ? inner.map((sub) => [group, sub]) : [[group]]))
}

/** Groups that a view was published with and that its format does not list. */
export function unlistedCells(view: CollectionView, published: ViewGroup[]): Cell[] {
  const [property = '', subProperty = ''] = groupRules(view).map(({ rule }) =>
    String(rule['property'] ?? '')
  )
  const listed = new Set(cellsOf(listedGroups(view)).map(cellName))
  return published
    .flatMap(({ value, subgroup }): Cell[] => {
      if (!value || !property) return []
      return [
        [{ property, value }, ...(subgroup ? [{ property: subProperty, value: subgroup }] : [])]
      ]
    })
    .filter((cell) => !listed.has(cellName(cell)))
}

function cellName(cell: Cell): string {
  return groupResultName(...(cell.map(({ value }) => value) as [GroupValue, GroupValue?]))
}

function cellFilter({ property, value }: FormatGroup): object {
  return { property, filter: groupFilter(value) }
}

const groupOperators: Record<string, string> = {
  checkbox: 'checkbox_is',
  text: 'string_is',
  title: 'string_is',
  url: 'string_is',
  email: 'string_is',
  phone_number: 'string_is',
  number: 'number_equals',
  select: 'enum_is',
  status: 'status_is',
  multi_select: 'enum_contains',
  person: 'person_contains',
  created_by: 'person_contains',
  last_edited_by: 'person_contains',
  relation: 'relation_contains',
  date: 'date_is_within',
  created_time: 'date_is_within',
  last_edited_time: 'date_is_within'
}

function groupFilter({ type, value }: GroupValue): object {
  if (value === undefined || value === null) return { operator: 'is_empty' }
  return { operator: groupOperators[type] ?? 'string_is', value: { type: 'exact', value } }
}

const results = z.looseObject({
  blockIds: z.array(z.string()).default([]),
  hasMore: z.boolean().default(false),
  total: z.number().optional()
})
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
const answerShape = z.looseObject({
  result: z.looseObject({
    reducerResults: z.record(z.string(), z.unknown()).optional(),
    blockIds: z.array(z.string()).optional(),
    total: z.number().optional()
  })
})

/**
 * Reads the answer to a view's query. Throws `AnswerError` when it holds no result, or rows of
 * another collection than was asked for.
 */
export function readQueryResult(answer: unknown, query: ViewQuery): QueryResult {
  const { view } = query
  const parsed = answerShape.safeParse(answer)
  if (!parsed.success) {
    throw new AnswerError(
      `the query of view ${view.id} has no result: ${z.prettifyError(parsed.error)}`
    )
  }
  const { result } = parsed.data
  const records = readRecords(answer)
  // Older answers put the rows directly into the result.
  const reducers = result.reducerResults ?? { collection_group_results: result }
  const isGrouped = !query.isWhole && groupRule(view) !== undefined
  const found = isGrouped ? groupedRows(reducers, view) : undefined
  const read = { ...(found ?? plainRows(reducers['collection_group_results'], view)), records }
  refuseForeignRows(read, query.collectionId)
  return read
}

function refuseForeignRows({ groups, records }: QueryResult, collectionId: string): void {
  const rows = groups.flatMap((group) => group.rowIds.flatMap((id) => records.block.get(id) ?? []))
  if (rows.length === 0 || rows.some((row) => row.parent_id === collectionId)) return
  throw new AnswerError(`the query of collection ${collectionId} has rows of another one`)
}

function plainRows(value: unknown, view: CollectionView) {
  const rows = results.safeParse(value)
  if (!rows.success) throw new AnswerError(`the query of view ${view.id} has no rows`)
  const { blockIds, hasMore, total = blockIds.length } = rows.data
  return {
    groups: [{ value: null, isHidden: false, total, rowIds: blockIds }],
    unasked: [],
    hasMore
  }
}

/** Undefined when the answer lists no groups, as that of a view whose groups are switched off. */
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
  const unasked: Cell[] = []
  const read = cellsOf([groups, ...inner.map((level) => level ?? [])]).map((cell): ViewGroup => {
    const [group, subgroup] = cell as (FormatGroup & { total: number; visible: boolean })[]
    const rows = results.safeParse(reducers[cellName(cell)])
    if (!rows.success) unasked.push(cell.map(({ property, value }) => ({ property, value })))
    hasMore ||= rows.data?.hasMore ?? false
    const rowIds = rows.data?.blockIds ?? []
    return {
      value: group?.value ?? null,
      ...(subgroup && { subgroup: subgroup.value }),
      isHidden: cell.some(isHiddenIn(hidden)),
      total: subgroup ? (rows.data?.total ?? rowIds.length) : (group?.total ?? 0),
      rowIds
    }
  })
  return { groups: read, unasked, hasMore }
}

function hiddenGroups(view: CollectionView): Set<string> {
  const listed = listedGroups(view).flat()
  return new Set(listed.flatMap((group) => (group.hidden ? [groupResultName(group.value)] : [])))
}

function isHiddenIn(hidden: Set<string>) {
  return (group: FormatGroup & { visible?: boolean }) =>
    group.visible === false || hidden.has(groupResultName(group.value))
}
