import type { Block, Collection, Decoration } from 'notion-types'

import { isDate, marksOf } from '../../../site/rich-text.ts'
import type { DateRule } from '../../../site/view-rules.ts'

/** First and last day of a row, `YYYY-MM-DD`. */
export interface RowSpan {
  start: string
  end: string
}

/** The days by which a view places a row; undefined when it has none. */
export function rowSpan(row: Block, rule: DateRule, collection: Collection): RowSpan | undefined {
  const first = daysOf(row, rule.start, collection)
  if (!first) return undefined
  const last = rule.end === undefined ? first : (daysOf(row, rule.end, collection) ?? first)
  return { start: first.start, end: last.end < first.start ? first.start : last.end }
}

function daysOf(row: Block, property: string, collection: Collection): RowSpan | undefined {
  const type = collection.schema[property]?.type
  if (type === 'created_time') return momentSpan(row.created_time)
  if (type === 'last_edited_time') return momentSpan(row.last_edited_time)

  const values = (row.properties ?? {}) as Record<string, Decoration[] | undefined>
  const date = marksOf(values[property], 'd').find(isDate)
  if (!date || !isDay(date.start_date)) return undefined
  const { start_date: start, end_date: end } = date
  return { start, end: end !== undefined && isDay(end) && end > start ? end : start }
}

function momentSpan(moment: number): RowSpan {
  const day = new Date(moment).toISOString().slice(0, 10)
  return { start: day, end: day }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** The day of a date as a number of days. */
export function dayNumber(day: string): number {
  return Date.parse(day) / 86_400_000
}
