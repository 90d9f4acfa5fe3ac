import type { CollectionView } from 'notion-types'

import { viewCollectionId } from '../blocks/block-references.ts'
import { isFields } from '../is-fields.ts'

/** A view that a dashboard shows. */
export interface DashboardWidget {
  viewId: string
  /** Columns of the twelve of its row; undefined if the record does not say. */
  width: number | undefined
}

/** Notion allows 12 widgets; a record with more is damaged or hostile. */
const MAX_WIDGETS = 50
const MAX_DEPTH = 8
const COLUMNS = 12

/**
 * The widgets of a dashboard by row; empty for other views, and for a dashboard whose record names
 * none. Notion documents the layout of its public API only (`rows` of `widgets` with `view_id` and
 * `width`), so the whole format is searched for objects that name a view.
 */
export function dashboardRows(view: CollectionView): DashboardWidget[][] {
  const type: string = view.type
  if (type !== 'dashboard') return []
  let left = MAX_WIDGETS
  const rows: DashboardWidget[][] = []
  const seen = new Set<string>([view.id])
  for (const row of rowsIn(view.format, 0)) {
    const fresh = row.filter(({ viewId }) => !seen.has(viewId) && seen.add(viewId)).slice(0, left)
    left -= fresh.length
    if (fresh.length > 0) rows.push(fresh)
  }
  return rows
}

/** The ids of the views that a dashboard shows. */
export function widgetIds(view: CollectionView): string[] {
  return dashboardRows(view)
    .flat()
    .map(({ viewId }) => viewId)
}

/** The ids of a block's views, followed by those of the widgets of its dashboards. */
export function withWidgets(
  viewIds: string[],
  viewOf: (id: string) => CollectionView | undefined
): string[] {
  const widgets = viewIds.flatMap((id) => {
    const view = viewOf(id)
    return view ? widgetIds(view) : []
  })
  return widgets.length === 0 ? viewIds : [...new Set([...viewIds, ...widgets])]
}

/**
 * The collection of which a view shows the rows: its own, else that of its block. A dashboard may name none;
 * then it is the first that a widget names.
 */
export function shownCollectionId(
  view: CollectionView,
  ofBlock: string | undefined,
  viewOf: (id: string) => CollectionView | undefined
): string | undefined {
  const named = viewCollectionId(view) ?? ofBlock
  if (named !== undefined) return named
  const widgets = widgetIds(view).flatMap((id) => viewOf(id) ?? [])
  return widgets.map(viewCollectionId).find((id) => id !== undefined)
}

function rowsIn(value: unknown, depth: number): DashboardWidget[][] {
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(value)) return rowsOf(value, depth)
  const widget = widgetOf(value)
  if (widget) return [[widget]]
  return isFields(value) ? Object.values(value).flatMap((each) => rowsIn(each, depth + 1)) : []
}

/** The widgets in a list by their row, then those in its other entries. */
function rowsOf(list: unknown[], depth: number): DashboardWidget[][] {
  const rows = new Map<unknown, DashboardWidget[]>()
  const inside: DashboardWidget[][] = []
  for (const each of list) {
    const widget = widgetOf(each)
    if (!widget) inside.push(...rowsIn(each, depth + 1))
    const row = isFields(each) ? (each['row_index'] ?? each['rowIndex']) : undefined
    if (widget) rows.set(row, [...(rows.get(row) ?? []), widget])
  }
  return [...rows.values(), ...inside]
}

const idNames = ['view_id', 'viewId', 'collection_view_id', 'collectionViewId']
const pointerNames = ['view_pointer', 'viewPointer', 'collection_view_pointer', 'pointer']

function widgetOf(value: unknown): DashboardWidget | undefined {
  if (!isFields(value)) return undefined
  const pointers = pointerNames.map((name) => value[name]).filter(isFields)
  const pointed = [value, ...pointers].find(({ table }) => table === 'collection_view')
  const named = [...idNames.map((name) => value[name]), pointed?.['id']]
  const viewId = named.find((id): id is string => typeof id === 'string' && id !== '')
  return viewId === undefined ? undefined : { viewId, width: widthOf(value['width']) }
}

function widthOf(width: unknown): number | undefined {
  const isColumns = typeof width === 'number' && width >= 1 && width <= COLUMNS
  return isColumns ? Math.round(width) : undefined
}
