import type { Block, CollectionPropertySchema, Decoration } from 'notion-types'

import type { DateFormats } from '../format/date-patterns.ts'

/** A property as Notion sends it; notion-types lacks some types and most display settings. */
export interface PropertySchema extends DateFormats {
  name: string
  type: string
  options?: CollectionPropertySchema['options']
  number_format?: string
  /** A bar or ring beside or instead of a number; older records call it `number_display`. */
  show_as?: unknown
  number_display?: unknown
  /** Groups of a status. */
  groups?: { name?: string; color?: string; optionIds?: string[] }[]
  /** Prefix of a unique id. */
  prefix?: string
  /** How a rollup aggregates the related rows. */
  aggregation?: string | { operator?: string; groupName?: string }
}

/** What a value is rendered from. */
export interface ValueProps {
  row: Block
  id: string
  schema: PropertySchema
  /** As in the row's record. */
  value: Decoration[] | undefined
}
