import type { Block, CollectionPropertySchema, Decoration } from 'notion-types'

import type { NormalizedProperty } from '../../../site/notion/collections/normalize-schema.ts'
import type { DateFormats } from '../format/date-patterns.ts'

/** A property with its display settings, most of which notion-types lacks. */
export interface PropertySchema extends NormalizedProperty, DateFormats {
  options?: CollectionPropertySchema['options']
  number_format?: string
  /** A bar or ring beside or instead of a number; older records call it `number_display`. */
  show_as?: unknown
  number_display?: unknown
}

/** What a value is rendered from. */
export interface ValueProps {
  row: Block
  id: string
  schema: PropertySchema
  /** As in the row's record. */
  value: Decoration[] | undefined
}
