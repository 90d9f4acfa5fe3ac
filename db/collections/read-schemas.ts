import { keys } from '../changes/change-keys.ts'
import { noteReads } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'

/** A property of a collection as the mirror stores it. */
interface SchemaProperty {
  id: string
  name: string
  type: string
  /** Column in the SQL view; a date has two, which end in `_start` and `_end`. */
  column: string
  /** Names of the options of a select, multi-select or status property, else null. */
  options: string[] | null
}

/** A collection with its properties, in the order of the schema. */
export interface CollectionSchema {
  id: string
  name: string
  /** SQL view of its rows. */
  view: string
  /** The page that contains the collection; null if the site has no such page. */
  pageId: string | null
  /** Rows that are pages of the site. */
  rows: number
  properties: SchemaProperty[]
}

/** Reads every collection of the site but those of hidden pages, by name. */
export function readSchemasOfSite(mirror: Mirror): CollectionSchema[] {
  noteReads([keys.tags, keys.list])
  const collections = statements(mirror).collections.all()
  return collections.map((collection) => {
    noteReads([keys.collection(collection.id), keys.rows(collection.id)])
    return { ...collection, properties: readProperties(mirror, collection.id) }
  })
}

function readProperties(mirror: Mirror, collectionId: string): SchemaProperty[] {
  return statements(mirror)
    .properties.all(collectionId)
    .map(({ options, ...property }) => ({
      ...property,
      options: options === null ? null : (JSON.parse(options) as string[])
    }))
}

const statements = ({ $client }: Mirror) => ({
  collections: $client.prepare<[], Omit<CollectionSchema, 'properties'>>(
    `select collection.id, name, view_name as view, page.id as pageId,
            (select count(*) from page where collection_id = collection.id) as rows
       from collection
       left join block on block.id = collection.parent_id
       left join page on page.id = block.page_id
      order by name, collection.id`
  ),
  properties: $client.prepare<
    [string],
    Omit<SchemaProperty, 'options'> & { options: string | null }
  >(
    `select property_id as id, name, type, column_name as "column",
            case when options is not null
                 then (select json_group_array(value ->> '$.value') from json_each(options)) end as options
       from collection_property where collection_id = ? order by position`
  )
})
