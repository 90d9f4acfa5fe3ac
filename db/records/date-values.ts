import type { Block, Decoration, FormattedDate } from 'notion-types'

import { datesIn } from '../../site/notion/text/rich-text.ts'
import { dateSpanOf } from './date-span.ts'
import type { dateValue } from '../schema/block-tables.ts'

const types = new Set(['date', 'datetime', 'datetimerange', 'daterange'])

/**
 * Returns the dates of a block, in properties and in mentions, as rows of `date_value`. Days begin
 * and end at midnight in `timeZone`, the site's.
 */
export function dateValuesOf(block: Block, timeZone: string): (typeof dateValue.$inferInsert)[] {
  const properties = Object.entries((block.properties ?? {}) as Record<string, Decoration[]>)
  return properties.flatMap(([propertyId, value]) =>
    datesOf(value).map((date, position) => ({
      block_id: block.id,
      property_id: propertyId,
      position,
      ...row(date),
      ...(dateSpanOf(date, timeZone) ?? { start_at: null, end_at: null })
    }))
  )
}

/** Returns the dates of a text or property in order, without those of unknown types. */
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
