import type { Block, Collection } from 'notion-types'

import { keys } from '../changes/change-keys.ts'
import { noteRead } from '../changes/record-reads.ts'
import { readSchemas } from '../records/collection-schema.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { aggregationOf, listAggregations } from '../values/rollup.ts'

/** A collection's id and name. */
export interface CollectionName {
  id: string
  name: string
}

/** A property of a collection's schema. */
export interface Property {
  /** Key of its value in a row's record. */
  id: string
  name: string
  type: string
  /** Whether its computed value is a list in every row, also with one item or none. */
  isList: boolean
  /** Precedes the number of a unique id. */
  prefix: string | undefined
  /** The options of a select, multi-select or status; otherwise empty. */
  options: string[]
}

/** A row of a collection with its record. */
export interface CollectionRow {
  id: string
  path: string
  title: string
  block: Block
}

/** Reads every collection, in order of ids. A caller that uses the names notes their collections. */
export function readCollections(mirror: Mirror): CollectionName[] {
  return mirror.$client
    .prepare<[], CollectionName>('select id, name from collection order by id')
    .all()
}

/** Reads the properties of a collection, in schema order. */
export function readProperties(mirror: Mirror, collectionId: string): Property[] {
  noteRead(keys.collection(collectionId))
  const { $client } = mirror
  const sql = `
    select property_id as id, name, type,
           type = 'formula' and exists (select 1 from property_value as value
                    where value.collection_id = property.collection_id
                      and value.property_id = property.property_id
                      and is_computed and value.position > 0) as hasSeveral
      from collection_property as property where collection_id = ? order by position`
  const rows = $client.prepare<[string], PropertyRow>(sql).all(collectionId)
  // For `hasSeveral`.
  if (rows.some(({ type }) => type === 'formula')) noteRead(keys.rows(collectionId))
  const raw = $client
    .prepare<[string], string>('select raw from collection where id = ?')
    .pluck()
    .get(collectionId)
  const schemas = readSchemas(raw === undefined ? [] : [JSON.parse(raw) as Collection])
  return rows.map(({ hasSeveral, ...property }) => {
    const schema = schemas.get(collectionId)?.get(property.id)
    const isRollup = property.type === 'rollup' && schema !== undefined
    const isListed = isRollup && listAggregations.has(aggregationOf(schema))
    return {
      ...property,
      isList: isListed || hasSeveral === 1,
      prefix: schema?.prefix,
      options: (schema?.options ?? []).map(({ value }) => value)
    }
  })
}

interface PropertyRow extends Pick<Property, 'id' | 'name' | 'type'> {
  /** 1 for a formula with several values in some row. */
  hasSeveral: number
}

/** Yields the rows of a collection that are pages of the site, in site order. */
export function* readCollectionRows(
  mirror: Mirror,
  collectionId: string
): Generator<CollectionRow> {
  const rows = mirror.$client
    .prepare<[string], Omit<CollectionRow, 'block'> & { raw: string }>(
      `select page.id, page.path, page.title, block.raw from page join block using (id)
        where page.collection_id = ? order by page.position`
    )
    .iterate(collectionId)
  for (const { raw, ...row } of rows) yield { ...row, block: JSON.parse(raw) as Block }
}
