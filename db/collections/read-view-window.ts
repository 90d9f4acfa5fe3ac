import { type PageQuery, isFiltered } from '../../site/addresses/page-query.ts'
import type { GroupWindow, ViewWindow } from '../../site/pages/view-window.ts'
import { shownProperties } from '../../site/notion/collections/shown-properties.ts'
import { aggregationRules, chartRule, dateRule } from '../../site/notion/collections/view-rules.ts'
import type { LimitedView } from '../limits/limit-views.ts'
import { chartBars } from './chart-bars.ts'
import { coveredGroups, readCoveredRows } from './covered-rows.ts'
import { filterRows } from './filter-rows.ts'
import { isEditType, keys } from '../changes/change-keys.ts'
import { noteRead, noteReads } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { rowSorter } from './row-sorter.ts'
import { type Group, readViewGroups } from './read-view-groups.ts'
import { rowSummarizer } from './row-summarizer.ts'
import type { ViewOfCollection } from '../limits/view-cost.ts'
import { withinList } from '../../site/pages/list-parts.ts'

/**
 * Reads the visible part of a view: its groups, without hidden ones, each with the sorted and filtered
 * rows of the requested page, and the summaries of all matching rows.
 */
export function readViewWindow(mirror: Mirror, shown: LimitedView, query: PageQuery): ViewWindow {
  const { view, collection, perPage } = shown
  noteReads([keys.view(view.id), keys.collection(collection.id), keys.rows(collection.id)])
  if (usesEdits(shown, query)) noteRead(keys.edited(collection.id))
  const viewQuery = query.views.find(({ viewId }) => viewId === view.id)
  const stored = readViewGroups(mirror, view.id).filter(({ isHidden }) => !isHidden)
  const matching =
    viewQuery && isFiltered(viewQuery)
      ? filterRows(mirror, { collection, viewQuery, textOf: query.textOf })
      : undefined
  const filtered = stored.map(({ rowIds, ...group }) => ({
    ...group,
    rowIds: matching ? rowIds.filter((id) => matching.has(id)) : rowIds
  }))
  const groups = sorted(mirror, filtered, { shown, sort: viewQuery?.sort })

  const isBoard = view.type === 'board'
  const length = isBoard ? Math.max(0, ...groups.map(sizeOf)) : countRows(groups)
  const from = withinList(viewQuery?.from ?? 0, { size: perPage, total: length })
  const schema = collection.schema ?? {}
  const chart = chartRule(view, schema)
  const { timeZone = 'UTC' } = query
  const summaries = summarized(mirror, groups, { ...shown, timeZone })
  const covered = query.covering && readCoveredRows(mirror, query.covering, collection)
  const spoilers = covered && coveredGroups(covered, view, stored)
  return {
    groups: groups.map((group, index) => ({
      value: group.value,
      subgroup: group.subgroup,
      total: group.rowIds.length,
      rowIds: slice(group, { from, perPage, before: isBoard ? 0 : countRows(groups, index) }),
      summaries: summaries(group.rowIds),
      ...spoilers?.[index]
    })),
    total: countRows(groups),
    whole: countRows(stored),
    from,
    perPage,
    length,
    bars: chart && chartBars(mirror, allRows(groups), { rule: chart, timeZone, covered }),
    ...(covered && { coveredOptions: covered.options })
  }
}

/** Whether a view may show or sort by the last edits of its rows. */
function usesEdits({ view, collection }: ViewOfCollection, { views }: PageQuery): boolean {
  const schema = collection.schema ?? {}
  const edits = Object.keys(schema).filter((id) => isEditType(schema[id]?.type ?? ''))
  if (edits.length === 0) return false
  const settings = JSON.stringify([view, views])
  const shown = shownProperties(view, schema)
  return edits.some((id) => shown.includes(id) || settings.includes(JSON.stringify(id)))
}

const sizeOf = ({ rowIds }: Group) => rowIds.length
const allRows = (groups: Group[]) => [...new Set(groups.flatMap(({ rowIds }) => rowIds))]

/** Counts the rows of the groups before `end`. */
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
  // `orderBy` is undefined for an unknown property in the query.
  const sortRows =
    (sort && orderBy(sort)) ?? (byDate && orderBy({ property: byDate.start, isDescending: false }))
  if (!sortRows) return groups
  return groups.map((group) => ({ ...group, rowIds: sortRows(group.rowIds) }))
}

type SortOf = PageQuery['views'][number]['sort']

/** Returns a function that summarizes the rows of a group by the rules of the view. */
function summarized(
  mirror: Mirror,
  groups: Group[],
  { view, collection, timeZone }: ViewOfCollection & { timeZone: string }
) {
  const rules = aggregationRules(view, collection.schema ?? {})
  const rowIds = rules.length > 0 ? allRows(groups) : []
  const known = rules.flatMap((rule) => {
    const summarize = rowSummarizer(mirror, rowIds, { ...rule, timeZone })
    return summarize ? [{ ...rule, summarize }] : []
  })
  return (ids: string[]): GroupWindow['summaries'] =>
    known.map(({ summarize, ...rule }) => ({ ...rule, value: summarize(ids) }))
}
