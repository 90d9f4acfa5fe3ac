import type { Block, Collection, CollectionPropertySchema, CollectionView } from 'notion-types'

import { shownProperties } from '../../../site/notion/collections/shown-properties.ts'
import type { PageContext } from '../context/page-context.ts'
import { hasValue } from './has-value.ts'

export interface ShownProperty {
  id: string
  schema: CollectionPropertySchema
}

/** The properties that a view shows, in its order, without the title. */
export function viewProperties(collection: Collection, view: CollectionView): ShownProperty[] {
  return shown(collection, shownProperties(view, collection.schema))
}

/** The properties on a row's own page: those with a value, in the collection's order. */
export function rowProperties(
  context: PageContext,
  collection: Collection,
  row: Block
): ShownProperty[] {
  const { collection_page_properties: listed = [], property_visibility: visibilities = [] } =
    collection.format ?? {}
  const hidden = new Set([
    ...listed.filter(({ visible }) => visible === false).map(idOf),
    ...visibilities.filter(({ visibility }) => visibility === 'hide').map(idOf)
  ])
  const ids = [...listed.map(idOf), ...Object.keys(collection.schema)]
  const visible = ids.filter((id) => !hidden.has(id))
  return shown(collection, visible).filter((property) => hasValue(context, row, property))
}

function shown(collection: Collection, ids: string[]): ShownProperty[] {
  return [...new Set(ids)].flatMap((id) => {
    const schema = Object.hasOwn(collection.schema, id) ? collection.schema[id] : undefined
    return schema && schema.type !== 'title' ? [{ id, schema }] : []
  })
}

function idOf({ property }: { property: string }): string {
  return property
}
