import type { ComputedValue } from '../../../site/pages/page-model.ts'
import type { NotionDate } from '../format/date-ends.ts'
import type { PropertySchema } from './property-schema.ts'

type Item = ComputedValue['items'][number]

export type ComputedKind = 'number' | 'checkbox' | 'date' | 'text'

/** The kind of a computed value. The mirror stores a text and, for all kinds but text, a number. */
export function kindOf({ text, number }: Item): ComputedKind {
  if (number === null) return 'text'
  if (text === String(number)) return 'number'
  return text === 'Yes' || text === 'No' ? 'checkbox' : 'date'
}

/** Parses a date of the mirror, in the site's time zone: `2026-07-31 18:00 → 2026-08-02 09:00`. */
export function computedDate(text: string): NotionDate {
  const [start = '', end] = text.split(' → ')
  const [start_date, start_time] = start.split(' ')
  const [end_date, end_time] = end?.split(' ') ?? []
  return { start_date, start_time, end_date, end_time }
}

/**
 * The schema to format a result with: a formula's own; for a rollup, that of the property it shows,
 * unless it counts.
 */
export function resultSchema(
  schema: PropertySchema,
  shown: PropertySchema | undefined
): PropertySchema {
  if (schema.type !== 'rollup') return schema
  const { aggregation } = schema
  const name = typeof aggregation === 'object' ? aggregation?.operator : aggregation
  if (name?.startsWith('percent_')) return { ...schema, number_format: 'percent' }
  if (name !== undefined && counts.has(name)) return schema

  const own = Object.entries(schema).filter(([key]) => formats.has(key))
  return shown ? { ...shown, ...Object.fromEntries(own) } : schema
}

const counts = new Set([
  'count',
  'count_values',
  'unique',
  'empty',
  'not_empty',
  'checked',
  'unchecked'
])
const formats = new Set(['number_format', 'show_as', 'date_format', 'time_format'])
