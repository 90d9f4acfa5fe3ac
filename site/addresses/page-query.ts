import type { CollectionPropertySchema, FormattedDate } from 'notion-types'

import { parseId, undashId } from '../notion/blocks/notion-id.ts'

/** What a visitor asks of one view. */
export interface ViewQuery {
  /** Dashed id. */
  viewId: string
  /** How many rows to skip; on a board, in each column. */
  from: number
  sort: { property: string; isDescending: boolean } | undefined
  /** Only rows with these values: the name of an option (`optionKey`), `Yes` or `No` for a checkbox. */
  filters: { property: string; value: string }[]
  /** Only rows with these words in one of their values; empty for all. */
  search: string
}

/** What the address of a page says beyond its path. */
export interface PageQuery {
  views: ViewQuery[]
  /** Rows of each view at once instead of the usual number; nothing that an address can say. */
  rowsPerPage?: number
  /** Which part of the usual number of rows to show, where whole ones came out too large. */
  rowsShare?: number
  /** How a value is written on the page; without it a search finds what the mirror holds. */
  textOf?: (value: WrittenValue) => string
  /** Of the site, in which moments fall on days; else UTC. */
  timeZone?: string
}

/** A value of a row with what decides how it is written. */
interface WrittenValue {
  schema: CollectionPropertySchema
  /** Of a rollup: the property that it shows. */
  shown: CollectionPropertySchema | undefined
  text: string
  number: number | null
  /** Of a date property, or one that the text mentions. */
  date?: FormattedDate
}

/** Of an address without a query: the first view of each collection, from its start. */
export const plainQuery: PageQuery = { views: [] }

const MAX_VIEWS = 20
const MAX_FILTERS = 20
const MAX_TEXT = 200
const MAX_FROM = 10_000_000
const FILTER = 'is.'

/**
 * Reads a query string. A `v` (32 hex digits) chooses a view, and what follows it up to the next
 * `v` is about that view: `from`, `sort` and `dir` (`desc`), `is.<property id>`, `q`. So each of
 * the collections on a page keeps its own. What makes no sense is passed over.
 */
export function parsePageQuery(search: string): PageQuery {
  const views: ViewQuery[] = []
  let open: ViewQuery | undefined
  for (const [name, value] of new URLSearchParams(search)) {
    if (name !== 'v') {
      if (open) addParameter(open, name, value.slice(0, MAX_TEXT))
      continue
    }
    const viewId = parseId(value)
    open = viewId === undefined || views.length === MAX_VIEWS ? undefined : wholeView(viewId)
    if (open) views.push(open)
  }
  return { views }
}

/** A view from its start, as the workspace sorts it. */
export function wholeView(viewId: string): ViewQuery {
  return { viewId, from: 0, sort: undefined, filters: [], search: '' }
}

function addParameter(view: ViewQuery, name: string, value: string): void {
  if (value === '') return
  if (name === 'from') view.from = parseFrom(value) ?? view.from
  if (name === 'q') view.search = value.trim()
  if (name === 'sort')
    view.sort = { property: value, isDescending: view.sort?.isDescending ?? false }
  if (name === 'dir' && view.sort) view.sort.isDescending = value === 'desc'
  if (name.startsWith(FILTER) && view.filters.length < MAX_FILTERS) {
    view.filters.push({ property: name.slice(FILTER.length), value })
  }
}

/** How many entries an address passes over; undefined when it makes no sense. */
export function parseFrom(value: string): number | undefined {
  return /^\d+$/.test(value) ? Math.min(Number(value), MAX_FROM) : undefined
}

/**
 * What an address calls an option: its name, unless that is too long for one, or has line breaks,
 * which browsers send as others.
 */
export function optionKey({ id, value }: { id?: string; value: string }): string {
  const isPlain = value.length <= MAX_TEXT && !/[\r\n]/.test(value)
  return isPlain ? value : (id ?? value)
}

/** The name of the parameter that filters by a property. */
export function filterName(property: string): string {
  return `${FILTER}${property}`
}

/** The parameters that say this, in their order; the opposite of `parsePageQuery`. */
export function queryParameters(views: ViewQuery[]): [name: string, value: string][] {
  return views.flatMap(({ viewId, from, sort, filters, search }) => [
    ['v', undashId(viewId)],
    ...(search ? [['q', search] as [string, string]] : []),
    ...filters.map(({ property, value }): [string, string] => [filterName(property), value]),
    ...(sort ? [['sort', sort.property] as [string, string]] : []),
    ...(sort?.isDescending ? [['dir', 'desc'] as [string, string]] : []),
    ...(from > 0 ? [['from', String(from)] as [string, string]] : [])
  ])
}

/** Which of the views of a block is shown: the one that is asked for, else the first. */
export function chosenView(viewIds: string[], query: PageQuery): string | undefined {
  return query.views.find(({ viewId }) => viewIds.includes(viewId))?.viewId ?? viewIds[0]
}

/** Whether a visitor sees other than all rows of a view. */
export function isNarrowed(query: ViewQuery | undefined): boolean {
  return query !== undefined && (query.search !== '' || query.filters.length > 0)
}
