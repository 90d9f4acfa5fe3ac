import type { Block, Collection as CollectionRecord, CollectionView } from 'notion-types'

import { collectionIdOf } from '../../site/notion/blocks/block-references.ts'
import { chosenView, defaultView } from '../../site/addresses/page-query.ts'
import {
  dashboardRows,
  shownCollectionId,
  withWidgets
} from '../../site/notion/collections/dashboard.ts'
import { isSortable } from '../../site/pages/view-rows.ts'
import type { ViewWindow } from '../../site/pages/view-window.ts'
import { collectionOf, type PageContext, viewOf } from '../blocks/context/page-context.ts'
import { type ViewPlace, viewPlace } from './view-place.ts'

/** The views of a block and the selected one. */
export interface FoundViews {
  /** Views that a reader can choose from. */
  views: CollectionView[]
  collection: CollectionRecord
  view: CollectionView
  /** Undefined if the rows were left out, because the page has no space for them. */
  page: ViewWindow | undefined
  place: ViewPlace
}

/** The views of a block's collections; undefined if the mirror has none of them. */
export function viewsOfBlock(context: PageContext, block: Block): FoundViews | undefined {
  const ids: unknown = 'view_ids' in block ? block.view_ids : undefined
  const own = (Array.isArray(ids) ? ids : []).map(String)
  const found = withWidgets(own, (id) => viewOf(context, id)).flatMap(
    (id) => viewWithCollection(context, block, id) ?? []
  )
  const { query, views: pages, leftOut } = context.page
  const viewIds = found.map(({ view }) => view.id)
  const chosen = chosenView(viewIds, query)
  const isRead = ({ view }: ViewOfBlock) => Boolean(pages[view.id]) || leftOut.includes(view.id)
  const shown = found.find((each) => each.view.id === chosen && isRead(each)) ?? found.find(isRead)
  if (!shown) return undefined
  const page = pages[shown.view.id]
  const sorter = sorterOf(context, shown.view, page)
  return {
    // A widget has no tab, except while it is shown alone.
    views: found
      .map(({ view }) => view)
      .filter(({ id }) => own.includes(id) || id === shown.view.id),
    ...shown,
    page,
    place: viewPlace(context, { block, viewIds, viewId: shown.view.id, sorter })
  }
}

function sorterOf(
  { hosting, blocks }: PageContext,
  { type }: CollectionView,
  page: ViewWindow | undefined
): ViewPlace['sorter'] {
  if (hosting === 'server') return 'server'
  const isWhole = page?.groups.every(({ rowIds }) => rowIds.every((id) => blocks.has(id)))
  return page && isWhole && isSortable(type, page) ? 'browser' : 'none'
}

/** A widget of a dashboard, which shows the first rows of a view. */
export interface FoundWidget extends ViewOfBlock {
  /** Columns of the twelve of its row. */
  width: number | undefined
  page: ViewWindow | undefined
  /** The place of the view, which is also shown alone at its own address. */
  place: ViewPlace
}

/** The widgets of a dashboard by row; those that the mirror has. */
export function widgetsOf(context: PageContext, block: Block, found: FoundViews): FoundWidget[][] {
  const { views } = context.page
  return dashboardRows(found.view).map((row) =>
    row.flatMap(({ viewId, width }) => {
      const widget = viewWithCollection(context, block, viewId)
      const place = { ...found.place, query: defaultView(viewId) }
      return widget ? [{ ...widget, width, page: views[viewId], place }] : []
    })
  )
}

function viewWithCollection(
  context: PageContext,
  block: Block,
  id: string
): ViewOfBlock | undefined {
  const view = viewOf(context, id)
  if (!view || view.alive === false) return undefined
  const collectionId = shownCollectionId(view, collectionIdOf(block), (each) =>
    viewOf(context, each)
  )
  const collection = collectionId ? collectionOf(context, collectionId) : undefined
  return collection && { view, collection }
}

/** A view with its collection: the views of one block may show several collections. */
interface ViewOfBlock {
  view: CollectionView
  collection: CollectionRecord
}
