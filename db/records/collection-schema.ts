import type { Collection, Decoration } from 'notion-types'

import {
  type NormalizedProperty,
  normalizeSchema
} from '../../site/notion/collections/normalize-schema.ts'
import type { FormulaNode } from '../values/formula/node.ts'
import { normalizeNode } from '../values/formula/normalize-node.ts'

/** A property of a collection, with the fields that notion-types omits. */
export interface CollectionProperty extends NormalizedProperty {
  id: string
  /** A formula 1.0, which is a tree. */
  formula?: FormulaNode
  /** A formula 2.0, which is code. As rich text, it mentions properties. */
  formula2?: { code?: string | Decoration[] }
}

/** The properties of collections, in order, by collection id. */
export type CollectionSchemas = Map<string, Map<string, CollectionProperty>>

/** Parses the schemas of collection records. */
export function readSchemas(collections: Iterable<Collection>): CollectionSchemas {
  return new Map([...collections].map((collection) => [collection.id, schemaOf(collection)]))
}

function schemaOf({ schema }: Collection): Map<string, CollectionProperty> {
  const properties = Object.entries(normalizeSchema(schema))
  return new Map(properties.map(([id, property]) => [id, { ...withFormula(property), id }]))
}

function withFormula(property: NormalizedProperty): Omit<CollectionProperty, 'id'> {
  const {
    formula,
    formula2,
    ...rest
  }: NormalizedProperty & { formula?: unknown; formula2?: unknown } = property
  const tree = normalizeNode(formula)
  const code = normalizeCode(formula2)
  return { ...rest, ...(tree && { formula: tree }), ...(code && { formula2: code }) }
}

function normalizeCode(value: unknown): CollectionProperty['formula2'] {
  if (typeof value !== 'object' || value === null) return undefined
  const { code }: { code?: unknown } = value
  return typeof code === 'string' || Array.isArray(code) ? { code } : {}
}
