import type { Block, Decoration, FormattedDate } from 'notion-types'

import { isDate, marksOf } from '../site/rich-text.ts'
import { spanOf } from './instants.ts'
import type { dateValue } from './schema.ts'

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

/** The dates of a text or property, in order, with nothing in their fields but text. */
export function datesOf(value: Decoration[] | undefined): FormattedDate[] {
  return marksOf(value, 'd')
    .filter(isDate)
    .filter(({ type }) => types.has(type))
    .map((date) => onlyText(date))
}

function onlyText(date: FormattedDate): FormattedDate {
  const fields = Object.entries(date).filter(([, field]) => typeof field === 'string')
  // What a date has to have was found to be text.
  return Object.fromEntries(fields) as unknown as FormattedDate
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
