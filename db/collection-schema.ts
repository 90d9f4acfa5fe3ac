import type { Collection, Decoration } from 'notion-types'

import type { FormulaNode } from './formula/node.ts'

/** A property of a collection as the mirror's values depend on it; the wire knows more of it than notion-types. */
export interface CollectionProperty {
  id: string
  name: string
  type: string
  /** What stands before the number of a unique id. */
  prefix?: string
  /** Of a select, multi-select or status. */
  options?: { value?: string }[]
  /** A formula of the first kind: a tree. */
  formula?: FormulaNode
  /** A formula of the second kind: code, in which properties may be named as mentions are. */
  formula2?: { code?: string | Decoration[] }
  /** A relation: the collection whose rows it names. */
  collection_id?: string
  /** A rollup: the relation that it goes through, the property that it shows, and what of it. */
  relation_property?: string
  target_property?: string
  aggregation?: string | { operator?: string }
}

/** The properties of collections, in order, by collection id. */
export type CollectionSchemas = Map<string, Map<string, CollectionProperty>>

export function readSchemas(collections: Iterable<Collection>): CollectionSchemas {
  return new Map([...collections].map((collection) => [collection.id, schemaOf(collection)]))
}

function schemaOf({ schema }: Collection): Map<string, CollectionProperty> {
  const properties = Object.entries((schema ?? {}) as unknown as Record<string, CollectionProperty>)
  return new Map(
    properties.map(([id, property]) => [
      id,
      // A property that was never named is known by its id.
      { ...property, id, name: property.name ?? id, type: property.type ?? 'text' }
    ])
  )
}
