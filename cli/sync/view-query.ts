import type { CollectionView } from 'notion-types'
import { z } from 'zod'

import type { ViewGroup } from '../../db/harvest.ts'
import {
  type FormatGroup,
  type GroupValue,
  formatGroups,
  groupResultName,
  groupRule
} from '../../site/view-group.ts'
import { AnswerError, type Records, readRecords } from './records.ts'
import type { ViewQuery } from './workspace.ts'

/** The answer to a query: the view's groups with their rows, and the records that came along. */
export interface QueryResult {
  groups: ViewGroup[]
  /** Groups whose rows were not asked for, as the view's format does not list them. */
  unasked: FormatGroup[]
  /** Whether some group has more rows than the limit let through. */
  hasMore: boolean
  records: Records
}

/**
 * The `loader` of a queryCollection request. A view's filter keeps its own tree: flattening it
 * under an "and", as notion-client does, shows the wrong rows for every OR filter.
 */
export function viewLoader(query: ViewQuery, unasked: FormatGroup[] = []): object {
  const { view, limit, isWhole = false } = query
  const query2: Record<string, unknown> = { ...view.query2 }
  const filters = isWhole ? [] : viewFilters(view)
  const rule = isWhole ? undefined : groupRule(view)

  return {
    type: 'reducer',
    reducers: rule
      ? groupReducers({ view, rule, limit, groups: [...formatGroups(view), ...unasked] })
      : { collection_group_results: { type: 'results', limit, loadContentCover: true } },
    sort: isWhole ? [] : (query2['sort'] ?? []),
    filter: { operator: 'and', filters },
    searchQuery: '',
    userTimeZone: 'UTC'
  }
}

function viewFilters(view: CollectionView): unknown[] {
  const format = view.format as { property_filters?: { filter?: unknown }[] } | undefined
  const quick = format?.property_filters?.flatMap(({ filter }) => (filter ? [filter] : [])) ?? []
  const own: unknown = view.query2?.filter
  return own ? [...quick, own] : quick
}

function groupReducers(options: {
  view: CollectionView
  rule: Record<string, unknown>
  limit: number
  groups: FormatGroup[]
}): object {
  const { view, rule, limit, groups } = options
  const name = view.type === 'board' ? 'board_columns' : `${String(rule['type'])}_groups`
  const rows = groups.map(({ property, value }) => [
    groupResultName(value),
    {
      type: 'results',
      limit,
      filter: { operator: 'and', filters: [{ property, filter: groupFilter(value) }] }
    }
  ])

  return {
    [name]: {
      type: 'groups',
      version: 'v2',
      groupBy: rule,
      groupSortPreference: groups.map(({ property, value }) => ({ property, value })),
      limit: 100
    },
    ...Object.fromEntries(rows)
  }
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

/** Reads the answer to a view's query. Throws `AnswerError` when it holds no result. */
export function readQueryResult(answer: unknown, view: CollectionView): QueryResult {
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
  const list = Object.values(reducers)
    .map((value) => groupList.safeParse(value))
    .find((found) => found.success)
  return list?.data
    ? { ...groupedRows(list.data, { reducers, view }), records }
    : { ...plainRows(reducers['collection_group_results'], view), records }
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

function groupedRows(
  list: z.infer<typeof groupList>,
  context: { reducers: Record<string, unknown>; view: CollectionView }
) {
  const { reducers, view } = context
  const property = String(groupRule(view)?.['property'] ?? '')
  const hidden = new Set(
    formatGroups(view).flatMap((group) => (group.hidden ? [groupResultName(group.value)] : []))
  )
  const unasked: FormatGroup[] = []
  let hasMore = false
  const groups = list.results.map(({ value, total, visible }): ViewGroup => {
    const name = groupResultName(value)
    const rows = results.safeParse(reducers[name])
    if (!rows.success) unasked.push({ property, value })
    hasMore ||= rows.data?.hasMore ?? false
    return {
      value,
      isHidden: !visible || hidden.has(name),
      total,
      rowIds: rows.data?.blockIds ?? []
    }
  })
  return { groups, unasked, hasMore }
}
