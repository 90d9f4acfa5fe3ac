import type { CollectionView } from 'notion-types'

import {
  type FormatGroup,
  type GroupValue,
  bareValue,
  groupRule
} from '../../../../site/notion/collections/view-group.ts'
import { isFields } from '../../../../site/notion/is-fields.ts'
import { type Cell, cellName, cellsOf, groupRules, listedGroups } from './view-cells.ts'

/** A query for the rows of a view, or of its whole collection. */
export interface ViewQuery {
  view: CollectionView
  collectionId: string
  spaceId: string
  /** Maximum number of rows. The API has no cursor; a larger limit is the only way to more rows. */
  limit: number
  /** IANA name; relative dates in filters and groups by day depend on it. */
  timeZone: string
  /** Query every row of the collection, without the filter, sort and groups of the view. */
  isWhole?: boolean
}

/**
 * The `loader` of a queryCollection request; `unlisted` adds groups that the view's format does not
 * list. The filter tree of a view is sent unchanged: flattening it under an "and", as notion-client
 * does, returns the wrong rows for every OR filter.
 */
export function viewLoader(query: ViewQuery, unlisted: Cell[] = []): object {
  const { view, limit, isWhole = false } = query
  const query2: Record<string, unknown> = { ...view.query2 }
  const filters = isWhole ? [] : viewFilters(view)
  const isGrouped = !isWhole && groupRule(view) !== undefined

  return {
    type: 'reducer',
    reducers: isGrouped
      ? groupReducers(view, limit, unlisted)
      : { collection_group_results: { type: 'results', limit, loadContentCover: true } },
    sort: isWhole ? [] : (query2['sort'] ?? []),
    filter: { operator: 'and', filters },
    searchQuery: '',
    userTimeZone: query.timeZone
  }
}

/** The filters of a view: its quick filters, then its filter tree. */
export function viewFilters(view: CollectionView): unknown[] {
  const quick = quickFilters(view).flatMap((each) => each?.filter ?? [])
  const own: unknown = view.query2?.filter
  return own ? [...quick, own] : quick
}

/** Whether a view may hide rows of its collection. */
export function isFiltered(view: CollectionView): boolean {
  const own = view.query2?.filter as { filters?: unknown[] } | undefined
  // A tree without rules hides nothing. A single rule may come without a tree.
  const hasRules = own !== undefined && own !== null && own.filters?.length !== 0
  return quickFilters(view).length > 0 || hasRules
}

/** The value comes from the API unchecked. */
function quickFilters(view: CollectionView): ({ filter?: unknown } | null)[] {
  const { property_filters: filters }: { property_filters?: unknown } = view.format ?? {}
  return Array.isArray(filters) ? filters : []
}

/** One reducer lists the groups, a second one the subgroups, and one reducer for each cell its rows. */
function groupReducers(view: CollectionView, limit: number, unlisted: Cell[]): object {
  const groups = listedGroups(view)
  const listReducers = groupRules(view).map(({ name, rule }, level) => {
    const groupSortPreference = (groups[level] ?? []).map(({ property, value }) => ({
      property,
      value
    }))
    return [name, { type: 'groups', version: 'v2', groupBy: rule, groupSortPreference, limit }]
  })
  const rows = [...cellsOf(groups), ...unlisted].map((cell) => [
    cellName(cell),
    { type: 'results', limit, filter: { operator: 'and', filters: cell.map(cellFilter) } }
  ])
  return Object.fromEntries([...listReducers, ...rows])
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
  const wrapping = isFields(value) ? value['type'] : undefined
  const isPrefix = wrapping === 'alphabet_prefix'
  const operator = isPrefix ? 'string_starts_with' : (groupOperators[type] ?? 'string_is')
  if (type !== 'status') return { operator, value: { type: 'exact', value: exactValue(value) } }
  const kind = wrapping === 'by_group' ? 'is_group' : 'is_option'
  return { operator, value: { type: kind, value: bareValue(value) } }
}

/** Filters name people and pages by objects with an id, and all other values without their wrapping. */
function exactValue(value: unknown): unknown {
  return isFields(value) && 'id' in value ? value : (bareValue(value) ?? value)
}
