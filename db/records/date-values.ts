import type { Block, Decoration, FormattedDate } from 'notion-types'

import { datesIn } from '../../site/notion/text/rich-text.ts'
import { spanOf } from './instants.ts'
import type { dateValue } from '../mirror/schema.ts'

const types = new Set(['date', 'datetime', 'datetimerange', 'daterange'])

/**
 * Every date a block holds, of its properties and of mentions in its text, as rows of
 * `date_value`. Days begin and end at midnight in `timeZone`, that of the site.
 */
export function dateValuesOf(block: Block, timeZone: string): (typeof dateValue.$inferInsert)[] {
  const properties = Object.entries((block.properties ?? {}) as Record<string, Decoration[]>)
  return properties.flatMap(([propertyId, value]) =>
    datesOf(value).map((date, position) => ({
      block_id: block.id,
      property_id: propertyId,
      position,
      ...row(date),
      ...(spanOf(date, timeZone) ?? { start_at: null, end_at: null })
    }))
  )
}

/** The dates of a text or property, in order, of the types that the mirror knows. */
export function datesOf(value: Decoration[] | undefined): FormattedDate[] {
  return datesIn(value).filter(({ type }) => types.has(type))
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
