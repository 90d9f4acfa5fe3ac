import type { Block, Decoration, FormattedDate } from 'notion-types'

import { isDate, marksOf } from '../site/rich-text.ts'
import type { dateValue } from './schema.ts'

const types = new Set(['date', 'datetime', 'datetimerange', 'daterange'])

/** Every date a block holds, of its properties and of mentions in its text, as rows of `date_value`. */
export function dateValuesOf(block: Block): (typeof dateValue.$inferInsert)[] {
  const properties = Object.entries((block.properties ?? {}) as Record<string, Decoration[]>)
  return properties.flatMap(([propertyId, value]) =>
    marksOf(value, 'd')
      .filter(isDate)
      .filter((date) => types.has(date.type))
      .map((date, position) => ({
        block_id: block.id,
        property_id: propertyId,
        position,
        ...row(date)
      }))
  )
}

function row(date: FormattedDate) {
  return {
    type: date.type,
    start_date: date.start_date,
    start_time: date.start_time ?? null,
    end_date: date.end_date ?? null,
    end_time: date.end_time ?? null,
    time_zone: date.time_zone ?? null
  }
}
