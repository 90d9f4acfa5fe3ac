import type { Block } from 'notion-types'

import type { Mirror } from './open-mirror.ts'

/** A collection by its name. */
export interface CollectionName {
  id: string
  name: string
}

/** One property of a collection's schema. */
export interface Property {
  /** Key of the value in a row's record. */
  id: string
  name: string
  type: string
}

/** A row of a collection: a page with its record. */
export interface CollectionRow {
  id: string
  path: string
  title: string
  block: Block
}

/** Every collection of the publication, by id. */
export function readCollections(mirror: Mirror): CollectionName[] {
  return mirror.$client
    .prepare<[], CollectionName>('select id, name from collection order by id')
    .all()
}

/** The schema of a collection, in its order. */
export function readProperties(mirror: Mirror, collectionId: string): Property[] {
  return mirror.$client
    .prepare<[string], Property>(
      `select property_id as id, name, type from collection_property
        where collection_id = ? order by position`
    )
    .all(collectionId)
}

/** The rows of a collection that are pages of the site, in its order, one at a time. */
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
