import type { Block, Collection as CollectionRecord, CollectionView } from 'notion-types'

import { collectionIdOf, viewCollectionId } from '../../site/notion/blocks/block-references.ts'
import { chosenView } from '../../site/addresses/page-query.ts'
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
  const listed = (Array.isArray(ids) ? ids : []).flatMap((id): ViewOfBlock[] => {
    const view = viewOf(context, String(id))
    const collectionId = view && (viewCollectionId(view) ?? collectionIdOf(block))
    const collection = collectionId ? collectionOf(context, collectionId) : undefined
    return view && collection && view.alive !== false ? [{ view, collection }] : []
  })
  const { query, views: pages, leftOut } = context.page
  const viewIds = listed.map(({ view }) => view.id)
  const chosen = chosenView(viewIds, query)
  const isRead = ({ view }: ViewOfBlock) => Boolean(pages[view.id]) || leftOut.includes(view.id)
  const shown =
    listed.find((each) => each.view.id === chosen && isRead(each)) ?? listed.find(isRead)
  if (!shown) return undefined
  return {
    views: listed.map(({ view }) => view),
    ...shown,
    page: pages[shown.view.id],
    place: viewPlace(context, { block, viewIds, viewId: shown.view.id })
  }
}

/** A view with its collection: the views of one block may show several collections. */
interface ViewOfBlock {
  view: CollectionView
  collection: CollectionRecord
}
