import type { Collection, CollectionView } from 'notion-types'

import type { PublishedRecords } from '../../../../db/publish/published-records.ts'
import {
  shownCollectionId,
  widgetIds,
  withWidgets
} from '../../../../site/notion/collections/dashboard.ts'
import { isFormView } from '../../../../site/notion/collections/form-view.ts'
import type { Frontier } from '../frontier.ts'
import type { Staging } from '../../staging/staging.ts'
import type { FormResponses } from './form-responses.ts'

/** A block that shows collections. */
export interface ShownCollection {
  /** The collection that the block names; its views may name others. */
  collectionId: string | undefined
  viewIds: string[]
  /** The page that contains the block. */
  pageId: string
  /** Id of the block. */
  referencedBy: string
}

/** One collection with the views of it that a block shows. */
export interface CollectionTask {
  collection: Collection
  /** Without those that show no rows. */
  views: CollectionView[]
  /** The view that is named in the query for all rows; undefined if only forms are shown or all views are deleted. */
  queryView: CollectionView | undefined
  /** Whether it is out of scope and stays as it was published. */
  isOutside: boolean
  pageId: string
  referencedBy: string
}

interface WalkState {
  staging: Staging
  frontier: Frontier
  published: PublishedRecords
  responses: FormResponses
  /** Ids of the pages to read; undefined for all. */
  scope: Set<string> | undefined
}

/**
 * The collections that a block shows. Notes those with a form, of which rows are private, and shows views
 * without rows of their own.
 */
export function tasksOf(
  { collectionId, viewIds, pageId, referencedBy }: ShownCollection,
  state: WalkState
): CollectionTask[] {
  const { frontier, scope, published, responses, staging } = state
  const viewOf = (id: string) => frontier.records.read('collection_view', id)
  const byCollection = new Map<string, CollectionView[]>()
  const shownViewIds = withWidgets(viewIds, viewOf)
  for (const view of shownViewIds.flatMap((id) => viewOf(id) ?? [])) {
    const id = shownCollectionId(view, collectionId, viewOf)
    if (id) byCollection.set(id, [...(byCollection.get(id) ?? []), view])
  }
  const shownIds = new Set([...byCollection.keys(), ...(collectionId ? [collectionId] : [])])
  if (shownViewIds.some((id) => mayBeForm(id, state)))
    for (const id of shownIds) responses.addForm(id)
  // Unlike a private view, a deleted one says nothing about the rows.
  const hasDeletedViews = viewIds.every(
    (id) => staging.read('collection_view', id)?.alive === false
  )
  if (hasDeletedViews && collectionId) byCollection.set(collectionId, [])
  return [...byCollection].flatMap(([id, all]) => {
    const collection = frontier.records.read('collection', id)
    if (!collection) return []
    if (all.some(isFormView)) responses.addForm(id)
    for (const view of all.filter(hasNoRows)) frontier.show(view.id, id, [])
    const views = all.filter((view) => !hasNoRows(view))
    const queryView = views[0] ?? all.find((view) => !isFormView(view))
    const isOutside = scope !== undefined && !scope.has(pageId) && published.has('collection', id)
    return [{ collection, views, queryView, isOutside, pageId, referencedBy }]
  })
}

/** An unreadable view may be a form, unless it was published as another type. */
function mayBeForm(viewId: string, { frontier, staging, published }: WalkState): boolean {
  if (frontier.isAccepted('collection_view', viewId)) return false
  const known = staging.read('collection_view', viewId) ?? published.view(viewId)?.view
  return known === undefined || isFormView(known)
}

/** Whether a view shows no rows of its own: a form, or a dashboard with widgets. */
function hasNoRows(view: CollectionView): boolean {
  return isFormView(view) || widgetIds(view).length > 0
}
