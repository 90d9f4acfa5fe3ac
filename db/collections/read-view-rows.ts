import { aggregationRules } from '../../site/notion/collections/view-rules.ts'
import { groupRule } from '../../site/notion/collections/view-group.ts'
import { type PageQuery, defaultQuery } from '../../site/addresses/page-query.ts'
import type { SummarizedValue, ViewRows } from '../../site/pages/view-rows.ts'
import { type ViewWindow, rowsPerPage } from '../../site/pages/view-window.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import type { ViewOfCollection } from '../limits/view-cost.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { readRowTexts } from './rows-matching.ts'
import { readViews } from './read-shown-views.ts'
import { readViewWindow } from './read-view-window.ts'
import { rowSorter } from './row-sorter.ts'
import { summarizedValues } from './row-summarizer.ts'

/** The first rows of a view, as a page shows them without a query. */
export interface FirstRows extends ViewOfCollection {
  window: ViewWindow
}

/** Reads a view with its first rows; undefined if the mirror has no such view. */
export function readFirstRows(mirror: Mirror, viewId: string): FirstRows | undefined {
  const found = readViews(mirror, [viewId]).get(viewId)
  if (!found) return undefined
  const perPage = rowsPerPage(found.view.type)
  return { ...found, window: readViewWindow(mirror, { ...found, perPage }, defaultQuery) }
}

type SortableRows = Pick<
  ViewRows,
  'groups' | 'hidesEmptyGroups' | 'orders' | 'values' | 'displayed' | 'summarized'
>

/**
 * Reads all orders of the rows of a view, and everything that filters, searches and summaries compare.
 * `textOf` formats values as the page does; `timeZone` is the site's.
 */
export function readSortableRows(
  mirror: Mirror,
  { view, collection, window }: FirstRows,
  { textOf, timeZone }: { textOf: PageQuery['textOf']; timeZone: string }
): SortableRows {
  noteRead(keys.edited(collection.id))
  const hidesEmptyGroups = groupRule(view)?.['hideEmptyGroups'] === true
  const shown = window.groups.filter(({ total }) => total > 0 || !hidesEmptyGroups)
  const groups = shown.map(({ rowIds }) => rowIds)
  const rowIds = [...new Set(groups.flat())]
  const numbers = new Map(rowIds.map((id, number) => [id, number]))
  const numbered = (ids: string[]) => ids.flatMap((id) => numbers.get(id) ?? [])
  const rules = aggregationRules(view, collection.schema ?? {})
  return {
    groups: groups.map(numbered),
    hidesEmptyGroups,
    orders: Object.keys(collection.schema ?? {}).flatMap((property) => {
      const sorted = [false, true].flatMap((isDescending) => {
        const order = { collectionId: collection.id, property, isDescending }
        const sort = rowSorter(mirror, rowIds, order)
        return sort ? [groups.map((ids) => numbered(sort(ids)))] : []
      })
      const [ascending, descending] = sorted
      return ascending && descending ? [[property, ascending, descending]] : []
    }),
    ...readTexts(mirror, { collection, rowIds, textOf, numbers }),
    summarized: [...new Set(rules.map(({ property }) => property))].map((property) => [
      property,
      rowsWithValues(rowIds, summarizedValues(mirror, rowIds, { property, timeZone }))
    ])
  }
}

type Summarized = [row: number, values: SummarizedValue[]][]

function rowsWithValues(rowIds: string[], values: ReturnType<typeof summarizedValues>): Summarized {
  return rowIds.flatMap((id, row): Summarized => {
    const own = values.get(id)
    return own
      ? [[row, own.map(({ text, number, target_id: target }) => [text, number, target])]]
      : []
  })
}

function readTexts(
  mirror: Mirror,
  owners: Parameters<typeof readRowTexts>[1] & { numbers: Map<string, number> }
): Pick<ViewRows, 'values' | 'displayed'> {
  const stored = new Map<string, Map<string, Set<number>>>()
  const displayed = new Map<string, Set<number>>()
  for (const [id, text, property] of readRowTexts(mirror, owners)) {
    const row = owners.numbers.get(id)
    if (row === undefined || text === '') continue
    const texts = property === undefined ? displayed : (stored.get(property) ?? new Map())
    if (property !== undefined) stored.set(property, texts)
    texts.set(text, (texts.get(text) ?? new Set<number>()).add(row))
  }
  const { schema = {} } = owners.collection
  return {
    values: inOrder(stored).map(([property, texts]) => [
      property,
      inOrder(texts).map(([text, rows]) => {
        const option = schema[property]?.options?.find(({ value }) => value === text)
        const numbers = [...rows].toSorted(ascending)
        return option?.id === undefined ? [text, numbers] : [text, numbers, option.id]
      })
    ]),
    displayed: inOrder(displayed).map(([text, rows]) => [text, [...rows].toSorted(ascending)])
  }
}

const ascending = (a: number, b: number) => a - b

/** Sorts by key: SQLite may return the rows of equal contents in different orders. */
function inOrder<Value>(values: Map<string, Value>): [string, Value][] {
  return [...values].toSorted(([a], [b]) => (a < b ? -1 : 1))
}
