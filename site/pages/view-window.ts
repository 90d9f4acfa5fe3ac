import type { Aggregation } from '../notion/collections/aggregation.ts'
import type { GroupValue } from '../notion/collections/view-group.ts'

/** An aggregate over the rows of a view or of one of its groups. */
export interface Summary extends Aggregation {
  /** Property id. */
  property: string
  /** A number, or the first and last day (`YYYY-MM-DD`); null if there is no result. */
  value: number | [first: string, last: string] | null
}

/** The shown rows of one group, or of one pair of group and sub-group. */
export interface GroupWindow {
  value: GroupValue | null
  subgroup: GroupValue | null
  /** Rows of the group, shown or not. */
  total: number
  rowIds: string[]
  summaries: Summary[]
  /** The chapters of a covered value and of a covered sub-group; undefined for any other one. */
  spoiler?: string | undefined
  subspoiler?: string | undefined
}

/** One bar of a chart. */
export interface ChartBar {
  /** Text of a value; null for rows without a value. */
  label: string | null
  /** Id of the person or page that the value names. */
  targetId: string | null
  value: number | null
  /** The chapter of a covered label; undefined for any other one. */
  spoiler?: string | undefined
}

/** The part of a view that a page shows at once. */
export interface ViewWindow {
  groups: GroupWindow[]
  /** Rows that match the visitor's search and filters; a row counts once for each group. */
  total: number
  /** Rows of the view without the visitor's search and filters. */
  whole: number
  /** Rows before the first one shown; on a board, in each column. */
  from: number
  /**
   * Rows shown at once, and the number of rows to page through: on a board, the rows of the longest
   * column.
   */
  perPage: number
  length: number
  bars: ChartBar[] | undefined
  /** The chapters of the options that only covered rows have, by property and option. */
  coveredOptions?: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined
}

/** Maximum number of options in a filter's list; a property with more gets a text field. */
export const MAX_OPTIONS = 200

const DEFAULT_ROWS = 100
const byType = new Map([
  ['gallery', 60],
  ['board', 50]
])

/** Default number of rows of a view shown at once; on a board, in each column. */
export function rowsPerPage(viewType: string): number {
  return byType.get(viewType) ?? DEFAULT_ROWS
}

/** Number of rows of a view that a widget of a dashboard shows; on a board, in each column. */
export function widgetRows(viewType: string): number {
  return viewType === 'board' ? 5 : 10
}
