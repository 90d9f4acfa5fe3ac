import type { Block, Collection, ExtendedRecordMap } from 'notion-types'
import { getBlockValue } from 'notion-utils'

import type { RelationUse } from '../../site/pages/page-model.ts'
import { shortLabel } from '../../site/notion/text/short-label.ts'
import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import { notePages } from '../changes/note-pages.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** Listed rows of one relation; the total is counted separately. */
const MAX_ROWS = 50

interface UseRow {
  collection_id: string
  collection: string
  property_id: string
  property: string
  id: string
  path: string
  title: string
  icon: string | null
  total: number
}

/**
 * Reads the rows with a relation to a page, by collection and relation, also for one-way relations.
 * Rows that the page's own relations already show are omitted.
 */
export function readRelationUses(
  mirror: Mirror,
  pageId: string,
  recordMap: ExtendedRecordMap
): RelationUse[] {
  const shown = JSON.stringify(ownRelations(recordMap, pageId))
  const rows = usingRows(mirror).all({ pageId, shown, most: MAX_ROWS })
  noteRead(keys.backlinks(pageId))
  for (const { collection_id: id } of rows) noteRead(keys.collection(id))
  notePages(rows, { isPart: rows.some(({ total }) => total > MAX_ROWS) })
  return byRelation(rows)
}

const usingRows = ({ $client }: Mirror) =>
  $client.prepare<{ pageId: string; shown: string; most: number }, UseRow>(
    `select * from (
         select value.collection_id, collection.name as collection, value.property_id,
                property.name as property, property.position as place, page.id, page.path,
                page.title, page.icon, page.position,
                row_number() over (partition by value.collection_id, value.property_id
                                       order by page.position) as number,
                count(*) over (partition by value.collection_id, value.property_id) as total
           from property_value as value
           join page on page.id = value.page_id
           join collection on collection.id = value.collection_id
           join collection_property as property on property.collection_id = value.collection_id
                                               and property.property_id = value.property_id
          where value.target_id = :pageId and value.type = 'relation' and value.page_id <> :pageId
            and not exists (
              select 1 from json_each(:shown) as shown
                join property_value as own on own.page_id = :pageId
                 and own.property_id = shown.value ->> 'own' and own.target_id = value.page_id
               where shown.value ->> 'collection_id' = value.collection_id
                 and shown.value ->> 'property_id' = value.property_id)
       ) where number <= :most order by collection, collection_id, place, position`
  )

function byRelation(rows: UseRow[]): RelationUse[] {
  const uses = new Map<string, RelationUse>()
  for (const { collection_id: collectionId, property_id: propertyId, ...row } of rows) {
    const { collection, property, total, id, path, title, icon } = row
    const key = `${collectionId} ${propertyId}`
    const use = uses.get(key) ?? { collectionId, collection, propertyId, property, rows: [], total }
    uses.set(key, use)
    use.rows.push({ id, path, title: shortLabel(title), icon })
  }
  return [...uses.values()]
}

/** Returns the page's relations that are the other side of another collection's relation. */
function ownRelations(recordMap: ExtendedRecordMap, pageId: string) {
  const block = getBlockValue<Block>(recordMap.block[pageId])
  const parent = getBlockValue<Collection>(recordMap.collection[block?.parent_id ?? ''])
  const schema = (parent?.schema ?? {}) as unknown as Record<string, RelationSchema>
  return Object.entries(schema).flatMap(([own, { type, collection_id, property }]) =>
    type === 'relation' ? [{ own, collection_id, property_id: property }] : []
  )
}

/** The fields of a relation's schema that notion-types omits. */
interface RelationSchema {
  type: string
  collection_id?: string
  property?: string
}
