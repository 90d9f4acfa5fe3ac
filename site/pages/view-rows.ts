import type { ViewQuery } from '../addresses/page-query.ts'
import { parseId, undashId } from '../notion/blocks/notion-id.ts'
import { foldText } from '../search/fold.ts'
import type { ViewWindow } from './view-window.ts'
import type { Aggregation } from '../notion/collections/aggregation.ts'

/** Numbers of rows, from 0: the rows of a view are numbered in its order. */
type Rows = number[]

/** A text and the rows that have it. */
type TextRows = [text: string, rows: Rows]

/** A value that summaries count. */
export type SummarizedValue = [text: string | null, number: number | null, target: string | null]

/** A summary below a column of a table, in the order of the columns. */
export interface ColumnSummary extends Aggregation {
  property: string
  /** The number format of the property. */
  format?: string | undefined
}

/**
 * What a browser needs to sort and filter a view whose rows are all in its HTML, without a server. All
 * orders and values are those of the server.
 */
export interface ViewRows {
  /** Dashed id. */
  viewId: string
  words: {
    view: string
    aliases: string[]
    properties: [id: string, word: string][]
    /** Whether it is the first view of the page, to which parameters without a view belong. */
    isFirst: boolean
    /** Whether it is the only view of the page, which addresses do not name. */
    isOnly: boolean
  }
  /** The rows of each group in the order of the view; groups that are never shown are left out. */
  groups: Rows[]
  /** Whether groups without rows are hidden. */
  hidesEmptyGroups: boolean
  /** The rows of each group, sorted by a property. */
  orders: [property: string, ascending: Rows[], descending: Rows[]][]
  /** What filters compare: stored texts with their rows, and the id of the option of that name. */
  values: [property: string, texts: [text: string, rows: Rows, optionId?: string][]][]
  /** Texts that searches also match: values as the page displays them. */
  displayed: TextRows[]
  summaries: ColumnSummary[]
  /** The values of the summarized properties, by row. */
  summarized: [property: string, values: [row: number, values: SummarizedValue[]][]][]
  texts: {
    /** "3 of 10", by the number of shown rows. */
    someRows: string[]
    /** What is announced, likewise. */
    status: string[]
    showAll: string
    noRows: string
    nothingHere: string
    /** The label of a table without groups. */
    table: string | undefined
  }
}

/** Types of views that a browser can sort and filter. */
const sortableTypes = new Set<string>(['table', 'list', 'gallery', 'feed'])

/** Whether all rows of a view are in its HTML, in a layout whose rows can be moved. */
export function isSortable(viewType: string, { from, length, perPage }: ViewWindow): boolean {
  return sortableTypes.has(viewType) && from === 0 && length > 0 && length <= perPage
}

const FOLDER = '/_rows/'
const pattern = new RegExp(`^${FOLDER}([0-9a-f]{32})/([0-9a-f]{32})\\.[0-9a-z]+\\.json$`)

/**
 * The path of the `ViewRows` of a view, by dashed ids. Its end changes with the rows and their order, so
 * the HTML of one publication never gets the rows of another one.
 */
export function viewRowsPath(pageId: string, viewId: string, window: ViewWindow): string {
  return `${FOLDER}${undashId(pageId)}/${undashId(viewId)}.${rowsPrint(window)}.json`
}

export function isViewRowsPath(path: string): boolean {
  return pattern.test(path)
}

/** The dashed ids in such a path; undefined for any other path. */
export function idsOfViewRows(path: string): { pageId: string; viewId: string } | undefined {
  const [pageId, viewId] = pattern.exec(path)?.slice(1).map(parseId) ?? []
  return pageId && viewId ? { pageId, viewId } : undefined
}

/** A hash (FNV-1a) of the rows of each group. */
function rowsPrint({ groups }: ViewWindow): string {
  let hash = 0x811c9dc5
  for (const character of JSON.stringify(groups.map(({ rowIds }) => rowIds))) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193)
  }
  return (hash >>> 0).toString(36)
}

/** The words of a visitor's search, folded; see `foldText`. */
export function searchWords(search: string): string[] {
  return [...new Set(foldText(search).split(/\s+/).filter(Boolean))]
}

/** The rows that match a visitor's filters and search words; undefined without any. */
function matchingRows(view: ViewRows, query: ViewQuery): Set<number> | undefined {
  const sets = query.filters.map((filter) => rowsWithValue(view, filter))
  for (const word of searchWords(query.search)) sets.push(rowsWithWord(view, word))
  const [first, ...rest] = sets
  return first && new Set([...first].filter((row) => rest.every((each) => each.has(row))))
}

/** A filter contains a text or, for an option with a long or multi-line name, its id. */
function rowsWithValue(
  { values }: ViewRows,
  { property, value }: ViewQuery['filters'][number]
): Set<number> {
  const texts = values.find(([id]) => id === property)?.[1] ?? []
  const found = texts.filter(([text, , optionId]) => text === value || optionId === value)
  return new Set(found.flatMap(([, rows]) => rows))
}

function rowsWithWord({ values, displayed }: ViewRows, word: string): Set<number> {
  const texts = [...values.flatMap(([, each]) => each), ...displayed]
  const found = texts.filter(([text]) => foldText(text).includes(word))
  return new Set(found.flatMap(([, rows]) => rows))
}

/** The shown rows of each group, in order. An unknown property leaves the order of the view. */
export function shownRowsOf(view: ViewRows, query: ViewQuery): Rows[] {
  const { sort } = query
  const order = sort && view.orders.find(([property]) => property === sort.property)
  const groups = order ? order[sort.isDescending ? 2 : 1] : view.groups
  const matching = matchingRows(view, query)
  return matching ? groups.map((rows) => rows.filter((row) => matching.has(row))) : groups
}
