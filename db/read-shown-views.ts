import type { Block, Collection, CollectionView } from 'notion-types'

import { blockReferences } from '../site/block-references.ts'
import { type PageQuery, chosenView } from '../site/page-query.ts'
import { soundCollection } from '../site/sound-schema.ts'
import { soundView } from '../site/sound-view.ts'
import type { ViewPage } from '../site/view-page.ts'
import type { Mirror } from './open-mirror.ts'
import { type ViewOfCollection, readViewPage } from './read-view-page.ts'

/** What is shown of the collections of these blocks: of each the view that is asked for, else its first. */
export function readShownViews(
  mirror: Mirror,
  blocks: Block[],
  query: PageQuery
): [viewId: string, page: ViewPage][] {
  const listed = blocks.map((block) => blockReferences(block).viewIds)
  const views = readViews(mirror, listed.flat())
  const chosen = listed.flatMap((ids) => {
    const usable = ids.filter((id) => views.has(id))
    return chosenView(usable, query) ?? []
  })
  return [...new Set(chosen)].flatMap((id) => {
    const shown = views.get(id)
    return shown ? [[id, readViewPage(mirror, shown, query)]] : []
  })
}

interface ViewRow {
  id: string
  view: string
  collection: string
}

/** Views that are not deleted, with their collections. */
function readViews({ $client }: Mirror, ids: string[]): Map<string, ViewOfCollection> {
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
      const view = soundView(JSON.parse(raw.view) as CollectionView)
      const collection = soundCollection(JSON.parse(raw.collection) as Collection)
      return view.alive === false ? [] : [[id, { view, collection }]]
    })
  )
}
