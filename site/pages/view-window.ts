import type { GroupValue } from '../notion/collections/view-group.ts'

/** A result over the rows of a view or of one of its groups. */
export interface Summary {
  /** Property id. */
  property: string
  /** Notion's name: `sum`, `percent_checked`, `latest_date` … */
  aggregator: string
  /** A number, or first and last day (`YYYY-MM-DD`); null when there is nothing to tell. */
  value: number | [first: string, last: string] | null
}

/** The rows of one group, or of one pair of group and sub-group, that a page shows. */
export interface GroupWindow {
  value: GroupValue | null
  subgroup: GroupValue | null
  /** Rows in all. */
  total: number
  rowIds: string[]
  summaries: Summary[]
}

/** One bar of a chart. */
export interface ChartBar {
  /** Text of a value, or null for rows without one. */
  label: string | null
  /** Of a person or a page. */
  targetId: string | null
  value: number | null
}

/** What is shown of a view at once. */
export interface ViewWindow {
  groups: GroupWindow[]
  /** Rows that are left by what the visitor asks for, each group counted. */
  total: number
  /** Rows of the view in all. */
  whole: number
  /** Rows before the first one shown; on a board, in each column. */
  from: number
  /** Rows at once, and the most that there are: those of the longest column on a board. */
  perPage: number
  length: number
  bars: ChartBar[] | undefined
}

/** A filter offers no more options; of a property with more the visitor writes the name. */
export const MAX_OPTIONS = 200

const usual = 100
const byType = new Map([
  ['gallery', 60],
  ['board', 50]
])

/** How many rows of a view are shown at once; on a board, in each column. */
export function rowsPerPage(viewType: string): number {
  return byType.get(viewType) ?? usual
}
