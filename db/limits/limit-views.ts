import { caps } from '../../site/limits/caps.ts'
import type { PageQuery } from '../../site/addresses/page-query.ts'
import { rowsPerPage } from '../../site/pages/view-window.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { type ViewCost, type ViewOfCollection, viewCost } from './view-cost.ts'

/** A view with room for fewer rows is omitted. */
const MIN_ROWS = 10

/** A view of a page. */
export interface CountedView extends ViewOfCollection {
  /** Maximum number of rows in a widget of a dashboard; undefined for a view that can be paged through. */
  maxRows?: number
}

/** A view with its number of rows per page; on a board, per column. */
export interface LimitedView extends ViewOfCollection {
  perPage: number
}

/** The views of a page, divided by whether they fit. */
export interface LimitedViews {
  shown: LimitedView[]
  /** Views that exceed the page's limit. */
  leftOut: ViewOfCollection[]
}

/**
 * Limits the total size of the views of one page. Views in the query come first, so that each view
 * can be reached by its own URL. A view that exceeds the limit alone shows fewer rows per page.
 */
export function limitViews(
  mirror: Mirror,
  views: CountedView[],
  { views: requested, rowsPerPage: fixed, rowsShare = 1 }: PageQuery
): LimitedViews {
  const limited: LimitedViews = { shown: [], leftOut: [] }
  if (fixed !== undefined)
    return { shown: views.map((v) => ({ ...v, perPage: v.maxRows ?? fixed })), leftOut: [] }
  const isRequested = ({ view }: ViewOfCollection) =>
    requested.some(({ viewId }) => viewId === view.id)
  const byPriority = [...views.filter(isRequested), ...views.filter((each) => !isRequested(each))]
  let [left, bytes] = [caps.viewCells, caps.rowBytes * rowsShare]
  for (const each of byPriority) {
    const most = each.maxRows ?? rowsPerPage(each.view.type)
    const usual = Math.max(1, Math.floor(most * rowsShare))
    const cost = viewCost(mirror, each)
    const fitting = Math.min(usual, fittingRows(cost, left), rowsOfBytes(cost, bytes))
    if (fitting < Math.min(MIN_ROWS, usual, cost.rows) && limited.shown.length > 0) {
      limited.leftOut.push(each)
      continue
    }
    const perPage = Math.max(1, fitting)
    limited.shown.push({ ...each, perPage })
    bytes -= (cost.bytes * Math.min(perPage, cost.rows)) / Math.max(1, cost.rows)
    left -= cost.reading + Math.min(cost.rows, perPage * cost.columns) * cost.perRow
  }
  return limited
}

function rowsOfBytes({ bytes, rows }: ViewCost, left: number): number {
  return bytes <= left ? Infinity : Math.floor((left * rows) / bytes)
}

function fittingRows({ reading, perRow, rows, columns }: ViewCost, left: number): number {
  const isWhole = reading + rows * perRow <= left
  return isWhole ? Infinity : Math.floor((left - reading) / (perRow * columns))
}
