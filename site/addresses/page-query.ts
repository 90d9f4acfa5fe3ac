import type { CollectionPropertySchema, FormattedDate } from 'notion-types'

import type { SpoilerRules } from '../config/config.ts'
import { parseId, undashId } from '../notion/blocks/notion-id.ts'

/** A visitor's options for one view. */
export interface ViewQuery {
  /** Dashed id. */
  viewId: string
  /** Rows to skip; on a board, in each column. */
  from: number
  sort: { property: string; isDescending: boolean } | undefined
  /**
   * Only rows with these values: the name of an option (`optionKey`), or `Yes` or `No` for a
   * checkbox.
   */
  filters: { property: string; value: string }[]
  /** Only rows with these words in one of their values; empty for all rows. */
  search: string
}

/** The options of a page, parsed from the query string or set by the server. */
export interface PageQuery {
  views: ViewQuery[]
  /** Rows of each view, instead of the default number. Not settable by a query string. */
  rowsPerPage?: number
  /**
   * Share of the default number of rows, used if a page with all of them exceeds its size limit.
   */
  rowsShare?: number
  /** How a page displays a value; without it, `search` matches the stored text. */
  textOf?: (value: WrittenValue) => string
  /** The site's time zone, which assigns instants to days. Default UTC. */
  timeZone?: string
  /** The rules by which spoilers are covered; undefined if none are. */
  covering?: SpoilerRules | undefined
  /** Icon and cover of pages that have none; null where the site has none. */
  defaultPictures?: readonly (string | null)[]
}

/** A row's value and what its display depends on. */
interface WrittenValue {
  schema: CollectionPropertySchema
  /** The target property of a rollup. */
  shown: CollectionPropertySchema | undefined
  text: string
  number: number | null
  /** The date of a date property or of a date mention. */
  date?: FormattedDate
}

/**
 * The query of a URL without a query string: the first view of each collection, from its first row.
 */
export const defaultQuery: PageQuery = { views: [] }

const MAX_VIEWS = 20
const MAX_FILTERS = 20
const MAX_TEXT = 200
const MAX_FROM = 10_000_000
const FILTER = 'is.'

/**
 * Parses a query string. `v` (32 hex digits) selects a view, and the parameters up to the next `v`
 * apply to that view: `from`, `sort`, `dir` (`desc`), `is.<property id>` and `q`. So each
 * collection on a page has its own options. Invalid parameters are ignored.
 */
export function parsePageQuery(search: string): PageQuery {
  const views: ViewQuery[] = []
  /** The value of `dir` by view; `sort` may come after it. */
  const isDescending = new Map<ViewQuery, boolean>()
  let open: ViewQuery | undefined
  for (const [name, value] of new URLSearchParams(search)) {
    if (name === 'v') {
      const viewId = parseId(value)
      open = viewId === undefined || views.length === MAX_VIEWS ? undefined : defaultView(viewId)
      if (open) views.push(open)
    } else if (open && name === 'dir' && value !== '') {
      isDescending.set(open, value === 'desc')
    } else if (open) {
      addParameter(open, name, value.slice(0, MAX_TEXT))
    }
  }
  for (const view of views) {
    if (view.sort) view.sort.isDescending = isDescending.get(view) ?? false
  }
  return { views }
}

/** A view from its first row, without filters, sorted as in the workspace. */
export function defaultView(viewId: string): ViewQuery {
  return { viewId, from: 0, sort: undefined, filters: [], search: '' }
}

function addParameter(view: ViewQuery, name: string, value: string): void {
  if (value === '') return
  if (name === 'from') view.from = parseFrom(value) ?? view.from
  if (name === 'q') view.search = value.trim()
  if (name === 'sort') view.sort = { property: value, isDescending: false }
  const property = filterProperty(name)
  if (property !== undefined && view.filters.length < MAX_FILTERS) {
    view.filters.push({ property, value })
  }
}

/** The number of entries to skip; undefined if it is not a number. */
export function parseFrom(value: string): number | undefined {
  return /^\d+$/.test(value) ? Math.min(Number(value), MAX_FROM) : undefined
}

/**
 * The value that represents an option in a URL: its name, or its id if the name is too long or has
 * line breaks, which browsers normalize.
 */
export function optionKey({ id, value }: { id?: string; value: string }): string {
  const isPlain = value.length <= MAX_TEXT && !/[\r\n]/.test(value)
  return isPlain ? value : (id ?? value)
}

/** The name of the query parameter that filters by a property. */
export function filterName(property: string): string {
  return `${FILTER}${property}`
}

/** The property that a query parameter filters by; undefined for any other parameter. */
export function filterProperty(name: string): string | undefined {
  return name.startsWith(FILTER) ? name.slice(FILTER.length) : undefined
}

/** The query parameters of these views, in order; the inverse of `parsePageQuery`. */
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

/** The id of the view to show for a block: the requested one, else the first. */
export function chosenView(viewIds: string[], query: PageQuery): string | undefined {
  return query.views.find(({ viewId }) => viewIds.includes(viewId))?.viewId ?? viewIds[0]
}

/** Whether a search or filter hides rows of a view. */
export function isFiltered(query: ViewQuery | undefined): boolean {
  return query !== undefined && (query.search !== '' || query.filters.length > 0)
}
