import type { CollectionView } from 'notion-types'

import { type AddressWords, type NamedView, addressWords } from '../../site/pages/view-words.ts'
import { normalizeView } from '../../site/notion/collections/normalize-view.ts'
import { widgetIds } from '../../site/notion/collections/dashboard.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead, noteReads } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

interface ViewRow {
  id: string
  name: string
  type: string
  collectionId: string
  /** Of a dashboard; null for other views. */
  raw: string | null
}

/** Maximum of views with words; further views of a page keep their ids in addresses. */
const MAX_VIEWS = 500

/**
 * Reads the words by which addresses name the views of a page: those of its own database, of its
 * content and of the originals of synced blocks, in this order, then the widgets of dashboards.
 */
export function readViewWords(mirror: Mirror, pageId: string): AddressWords {
  const rows = readRows(mirror, listedViews(mirror, pageId))
  const widgets = rows.flatMap(({ raw }) =>
    raw === null ? [] : widgetIds(normalizeView(JSON.parse(raw) as CollectionView))
  )
  const all = [...rows, ...readRows(mirror, widgets)]
  const collections = readCollections(mirror, new Set(all.map((view) => view.collectionId)))
  return addressWords(
    all.flatMap(({ id, name, type, collectionId }): NamedView[] => {
      const collection = collections.get(collectionId)
      return collection ? [{ id, name: name.trim(), type, collection }] : []
    })
  )
}

function readRows({ $client }: Mirror, ids: string[]): ViewRow[] {
  if (ids.length === 0) return []
  for (const id of ids) noteRead(keys.view(id))
  return $client
    .prepare<[string], ViewRow>(
      `select view.id, view.name, view.type, view.collection_id as collectionId,
              iif(view.type = 'dashboard', view.raw, null) as raw
         from (select value, min(key) as place from json_each(?) group by value) as listed
        cross join collection_view as view on view.id = listed.value
        where view.raw ->> '$.alive' is not 0
        order by listed.place`
    )
    .all(JSON.stringify(ids))
}

function readCollections({ $client }: Mirror, ids: Set<string>) {
  noteReads([...ids].map(keys.collection))
  const read = $client.prepare<[string], string>('select name from collection where id = ?').pluck()
  const properties = $client.prepare<[string], { id: string; name: string }>(
    `select property_id as id, name from collection_property
      where collection_id = ? order by position`
  )
  return new Map(
    [...ids].map((id) => [id, { name: read.get(id) ?? '', properties: properties.all(id) }])
  )
}

/** Ids of the views that the blocks of a page list. */
function listedViews({ $client }: Mirror, pageId: string): string[] {
  noteRead(keys.page(pageId))
  const synced = $client
    .prepare<[string], number>(
      `select 1 from link where page_id = ? and kind in ('synced', 'alias') limit 1`
    )
    .pluck()
  const from = synced.get(pageId) === undefined ? 'own' : 'shown'
  return $client
    .prepare<{ pageId: string; limit: number }, string>(`${sources[from]} ${listed}`)
    .pluck()
    .all({ pageId, limit: MAX_VIEWS })
}

const own = `select id, 0 as distance from block where page_id = :pageId or id = :pageId`

const sources = {
  own: `with shown (id, distance) as (${own})`,
  /** As `readShownBlocks` reads them; pages that an alias leads to are not shown. */
  shown: `with recursive shown (id, distance) as (
    ${own}
     union
    select link.target_id, 1 from shown cross join link on link.block_id = shown.id
     where link.kind in ('synced', 'alias') and link.target_id is not null
     union
    select child.id, 1 from shown cross join block as parent using (id)
     cross join block as child on child.parent_id = parent.id
     where shown.distance = 1 and parent.type not in ('page', 'collection_view_page'))`
}

const listed = `
  select item.value from shown cross join block using (id) cross join json_each(block.view_ids) as item
   where block.type = 'collection_view' or (block.type = 'collection_view_page' and block.id = :pageId)
   group by item.value
   order by min(block.id <> :pageId), min(shown.distance), min(block.id), min(item.key) limit :limit`
