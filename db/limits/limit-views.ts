import { caps } from '../../site/limits/caps.ts'
import type { PageQuery } from '../../site/addresses/page-query.ts'
import { rowsPerPage } from '../../site/pages/view-window.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { type ViewCost, type ViewOfCollection, viewCost } from './view-cost.ts'

/** Of a view for which there is little room, fewer rows than these are not worth showing. */
const FEWEST_ROWS = 10

/** A view with how many of its rows are shown at once; on a board, in each column. */
export interface LimitedView extends ViewOfCollection {
  perPage: number
}

export interface LimitedViews {
  shown: LimitedView[]
  /** Those for which there is no room left on the page. */
  leftOut: ViewOfCollection[]
}

/**
 * Limits what the views of one page show in all: those that the visitor asks for come first, so
 * that each can be seen by its own address; a view that is too much by itself shows fewer rows at once.
 */
export function limitViews(
  mirror: Mirror,
  views: ViewOfCollection[],
  { views: asked, rowsPerPage: fixed, rowsShare = 1 }: PageQuery
): LimitedViews {
  const bound: LimitedViews = { shown: [], leftOut: [] }
  if (fixed !== undefined)
    return { shown: views.map((v) => ({ ...v, perPage: fixed })), leftOut: [] }
  const isAsked = ({ view }: ViewOfCollection) => asked.some(({ viewId }) => viewId === view.id)
  const inTurn = [...views.filter(isAsked), ...views.filter((each) => !isAsked(each))]
  let [left, bytes] = [caps.viewCells, caps.rowBytes * rowsShare]
  for (const each of inTurn) {
    const usual = Math.max(1, Math.floor(rowsPerPage(each.view.type) * rowsShare))
    const cost = viewCost(mirror, each)
    const fitting = Math.min(usual, fittingRows(cost, left), rowsOfBytes(cost, bytes))
    if (fitting < Math.min(FEWEST_ROWS, usual, cost.rows) && bound.shown.length > 0) {
      bound.leftOut.push(each)
      continue
    }
    const perPage = Math.max(1, fitting)
    bound.shown.push({ ...each, perPage })
    bytes -= (cost.bytes * Math.min(perPage, cost.rows)) / Math.max(1, cost.rows)
    left -= cost.reading + Math.min(cost.rows, perPage * cost.columns) * cost.perRow
  }
  return bound
}

function rowsOfBytes({ bytes, rows }: ViewCost, left: number): number {
  return bytes <= left ? Infinity : Math.floor((left * rows) / bytes)
}

function fittingRows({ reading, perRow, rows, columns }: ViewCost, left: number): number {
  const isWhole = reading + rows * perRow <= left
  return isWhole ? Infinity : Math.floor((left - reading) / (perRow * columns))
}
