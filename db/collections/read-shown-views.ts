import type { Block, Collection, CollectionView } from 'notion-types'

import { blockReferences } from '../../site/notion/blocks/block-references.ts'
import { type PageQuery, chosenView, defaultQuery } from '../../site/addresses/page-query.ts'
import { widgetIds, withWidgets } from '../../site/notion/collections/dashboard.ts'
import { normalizeCollection } from '../../site/notion/collections/normalize-schema.ts'
import { normalizeView } from '../../site/notion/collections/normalize-view.ts'
import { type ViewWindow, widgetRows } from '../../site/pages/view-window.ts'
import { coverRule } from '../../site/notion/collections/view-rules.ts'
import { type CountedView, limitViews } from '../limits/limit-views.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { readViewWindow } from './read-view-window.ts'
import type { ViewOfCollection } from '../limits/view-cost.ts'

/** The visible views of some blocks. */
export interface ShownViews {
  views: [viewId: string, window: ViewWindow][]
  /** Ids of views that exceed the page's limit. */
  leftOut: string[]
  /** Ids of rows whose cards show the first image of their content. */
  pictured: string[]
}

/** Reads one view of each of these blocks (the view in the query, or else the first), and the widgets of a dashboard. */
export function readShownViews(mirror: Mirror, blocks: Block[], query: PageQuery): ShownViews {
  const { shown, leftOut } = limitViews(mirror, chosenViews(mirror, blocks, query), query)
  const read = shown.map(({ view, ...rest }) => ({
    view,
    window: readViewWindow(mirror, { view, ...rest }, query)
  }))
  const pictured = read.filter(({ view }) => coverRule(view).type === 'page_content')
  return {
    views: read.map(({ view, window }) => [view.id, window]),
    leftOut: leftOut.map(({ view }) => view.id),
    pictured: pictured.flatMap(({ window }) => shownRows(window))
  }
}

/** Returns the ids of a view's visible rows. */
export function shownRows({ groups }: ViewWindow): string[] {
  return groups.flatMap(({ rowIds }) => rowIds)
}

/** The chosen view of each block, and after a dashboard those of its widgets. */
function chosenViews(mirror: Mirror, blocks: Block[], query: PageQuery): CountedView[] {
  const listed = blocks.map((block) => blockReferences(block).viewIds)
  const views = readViewsWithWidgets(mirror, listed.flat())
  const viewOf = (id: string) => views.get(id)?.view
  const chosen = listed.flatMap((ids) => {
    const usable = withWidgets(ids, viewOf).filter((id) => views.has(id))
    return chosenView(usable, query) ?? []
  })
  const shown = [...new Set(chosen)].flatMap((id) => views.get(id) ?? [])
  const isChosen = new Set(chosen)
  const widgets = new Set(shown.flatMap(({ view }) => widgetIds(view)))
  return [
    ...shown,
    ...[...widgets]
      .filter((id) => !isChosen.has(id))
      .flatMap((id) => views.get(id) ?? [])
      .map((view) => ({ ...view, maxRows: widgetRows(view.view.type) }))
  ]
}

/** Returns the blocks with a view that exceeds the page's limit. */
export function leftOutBlocks(mirror: Mirror, blocks: Block[]): Block[] {
  const { leftOut } = limitViews(mirror, chosenViews(mirror, blocks, defaultQuery), defaultQuery)
  const ids = new Set(leftOut.map(({ view }) => view.id))
  return blocks.filter((block) => blockReferences(block).viewIds.some((id) => ids.has(id)))
}

/** Reads views, and those that dashboards among them show. */
function readViewsWithWidgets(mirror: Mirror, ids: string[]): Map<string, ViewOfCollection> {
  const views = readViews(mirror, ids)
  const widgets = withWidgets(ids, (id) => views.get(id)?.view).slice(ids.length)
  return widgets.length > 0 ? new Map([...views, ...readViews(mirror, widgets)]) : views
}

interface ViewRow {
  id: string
  view: string
  collection: string
}

/** Reads views with their collections, by view id; deleted views are omitted. */
export function readViews({ $client }: Mirror, ids: string[]): Map<string, ViewOfCollection> {
  for (const id of ids) noteRead(keys.view(id))
  if (ids.length === 0) return new Map()
  const rows = $client
    .prepare<[string], ViewRow>(
      `select view.id, view.raw as view, collection.raw as collection
         from collection_view as view join collection on collection.id = view.collection_id
        where view.id in (select value from json_each(?))`
    )
    .all(JSON.stringify(ids))
  return new Map(
    rows.flatMap(({ id, ...raw }): [string, ViewOfCollection][] => {
      const view = normalizeView(JSON.parse(raw.view) as CollectionView)
      const collection = normalizeCollection(JSON.parse(raw.collection) as Collection)
      noteRead(keys.collection(collection.id))
      return view.alive === false ? [] : [[id, { view, collection }]]
    })
  )
}
