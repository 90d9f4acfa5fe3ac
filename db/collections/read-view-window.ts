import { type PageQuery, isFiltered } from '../../site/addresses/page-query.ts'
import type { GroupWindow, ViewWindow } from '../../site/pages/view-window.ts'
import { aggregationRules, chartRule, dateRule } from '../../site/notion/collections/view-rules.ts'
import type { LimitedView } from '../limits/limit-views.ts'
import { chartBars } from './chart-bars.ts'
import { filterRows } from './filter-rows.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { rowSorter } from './sort-rows.ts'
import { type Group, readViewGroups } from './read-view-groups.ts'
import { rowSummarizer } from './summarize-rows.ts'
import type { ViewOfCollection } from '../limits/view-cost.ts'

/**
 * What is shown of a view at once: its groups, without those that the workspace hides, each with
 * as many of its rows as fit on the page that the visitor asks for, sorted and filtered as they
 * ask; and the results over all rows that are left.
 */
export function readViewWindow(mirror: Mirror, shown: LimitedView, query: PageQuery): ViewWindow {
  const { view, collection, perPage } = shown
  const asked = query.views.find(({ viewId }) => viewId === view.id)
  const stored = readViewGroups(mirror, view.id).filter(({ isHidden }) => !isHidden)
  const kept =
    asked && isFiltered(asked)
      ? filterRows(mirror, { collection, asked, textOf: query.textOf })
      : undefined
  const narrowed = stored.map(({ rowIds, ...group }) => ({
    ...group,
    rowIds: kept ? rowIds.filter((id) => kept.has(id)) : rowIds
  }))
  const groups = sorted(mirror, narrowed, { shown, sort: asked?.sort })

  const isBoard = view.type === 'board'
  const length = isBoard ? Math.max(0, ...groups.map(sizeOf)) : countRows(groups)
  // Beyond the end stands the last page.
  const last = Math.max(0, Math.ceil(length / perPage) - 1) * perPage
  const from = Math.min(asked?.from ?? 0, last)
  const schema = collection.schema ?? {}
  const chart = chartRule(view, schema)
  const { timeZone = 'UTC' } = query
  const summaries = summarized(mirror, groups, shown)
  return {
    groups: groups.map((group, index) => ({
      value: group.value,
      subgroup: group.subgroup,
      total: group.rowIds.length,
      rowIds: slice(group, { from, perPage, before: isBoard ? 0 : countRows(groups, index) }),
      summaries: summaries(group.rowIds)
    })),
    total: countRows(groups),
    whole: countRows(stored),
    from,
    perPage,
    length,
    bars: chart && chartBars(mirror, allRows(groups), { rule: chart, timeZone })
  }
}

const sizeOf = ({ rowIds }: Group) => rowIds.length
const allRows = (groups: Group[]) => [...new Set(groups.flatMap(({ rowIds }) => rowIds))]

/** The rows of the first groups, or of all. */
function countRows(groups: Group[], end = groups.length): number {
  return groups.slice(0, end).reduce((sum, { rowIds }) => sum + rowIds.length, 0)
}

function slice(
  { rowIds }: Group,
  { from, perPage, before }: { from: number; perPage: number; before: number }
): string[] {
  return rowIds.slice(Math.max(0, from - before), Math.max(0, from + perPage - before))
}

function sorted(
  mirror: Mirror,
  groups: Group[],
  { shown, sort }: { shown: ViewOfCollection; sort: SortOf }
): Group[] {
  const { view, collection } = shown
  const rows = allRows(groups)
  const orderBy = (order: NonNullable<SortOf>) =>
    rowSorter(mirror, rows, { collectionId: collection.id, ...order })
  const byDate = dateRule(view, collection.schema ?? {})
  // What is asked may be no property at all.
  const sortRows =
    (sort && orderBy(sort)) ?? (byDate && orderBy({ property: byDate.start, isDescending: false }))
  if (!sortRows) return groups
  return groups.map((group) => ({ ...group, rowIds: sortRows(group.rowIds) }))
}

type SortOf = PageQuery['views'][number]['sort']

/** A function that sums up the rows of a group as the view asks. */
function summarized(mirror: Mirror, groups: Group[], { view, collection }: ViewOfCollection) {
  const rules = aggregationRules(view, collection.schema ?? {})
  const rowIds = rules.length > 0 ? allRows(groups) : []
  const known = rules.flatMap((rule) => {
    const summarize = rowSummarizer(mirror, rowIds, rule)
    return summarize ? [{ ...rule, summarize }] : []
  })
  return (ids: string[]): GroupWindow['summaries'] =>
    known.map(({ property, aggregator, summarize }) => ({
      property,
      aggregator,
      value: summarize(ids)
    }))
}
