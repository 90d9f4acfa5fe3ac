import type { Block, CollectionPropertySchema, Decoration } from 'notion-types'

import type { DateFormats } from '../format/date-patterns.ts'

/** A property as the wire describes it; notion-types knows fewer types and little of how they are shown. */
export interface PropertySchema extends DateFormats {
  name: string
  type: string
  options?: CollectionPropertySchema['options']
  number_format?: string
  /** Beside or in place of a number, a bar or a ring; older records call it `number_display`. */
  show_as?: unknown
  number_display?: unknown
  /** The groups of a status. */
  groups?: { name?: string; color?: string; optionIds?: string[] }[]
  /** What stands before the number of a unique id. */
  prefix?: string
  /** What a rollup makes of the related rows. */
  aggregation?: string | { operator?: string }
}

/** What a value is drawn from. */
export interface ValueProps {
  row: Block
  id: string
  schema: PropertySchema
  /** As it stands in the row's record. */
  value: Decoration[] | undefined
}
