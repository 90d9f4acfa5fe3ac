import type { Block, Collection, CollectionPropertySchema, CollectionView } from 'notion-types'

import { shownProperties } from '../../../site/notion/collections/shown-properties.ts'
import type { PageContext } from '../context/page-context.ts'
import { hasValue } from './has-value.ts'

export interface ShownProperty {
  id: string
  schema: CollectionPropertySchema
}

interface PropertyEntry {
  property: string
}

/** The properties that a view shows, in its order, without the title. */
export function viewProperties(collection: Collection, view: CollectionView): ShownProperty[] {
  const ids = shownProperties(view, collection.schema)
  return shown(
    collection,
    ids.map((property) => ({ property }))
  )
}

/** The properties on a row's own page: those with a value, in the collection's order. */
export function rowProperties(
  context: PageContext,
  collection: Collection,
  row: Block
): ShownProperty[] {
  const format = collection.format ?? {}
  const hidden = new Set([
    ...(format.collection_page_properties ?? [])
      .filter((entry) => entry.visible === false)
      .map((entry) => entry.property),
    ...(format.property_visibility ?? [])
      .filter((entry) => entry.visibility === 'hide')
      .map((entry) => entry.property)
  ])
  const ordered = [...(format.collection_page_properties ?? []), ...allEntries(collection)]
  const visible = ordered.filter((entry) => !hidden.has(entry.property))
  return shown(collection, visible).filter((property) => hasValue(context, row, property))
}

function shown(collection: Collection, entries: PropertyEntry[]): ShownProperty[] {
  const ids = new Set(entries.map((entry) => entry.property))
  return [...ids].flatMap((id) => {
    const schema = Object.hasOwn(collection.schema, id) ? collection.schema[id] : undefined
    return schema && schema.type !== 'title' ? [{ id, schema }] : []
  })
}

function allEntries(collection: Collection): PropertyEntry[] {
  return Object.keys(collection.schema).map((property) => ({ property }))
}
