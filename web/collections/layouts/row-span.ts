import type { Block, Collection, Decoration } from 'notion-types'

import { midnightOf } from '../../../site/formats/midnight-of.ts'
import { datesIn } from '../../../site/notion/text/rich-text.ts'
import type { DateRule } from '../../../site/notion/collections/view-rules.ts'
import { type PageModel, valueKey } from '../../../site/pages/page-model.ts'
import { type NotionDate, dateOfMoment } from '../../blocks/format/date-ends.ts'
import { computedDate, kindOf } from '../../blocks/values/computed-kind.ts'

/** First and last day of a row, `YYYY-MM-DD`. */
export interface RowSpan {
  start: string
  end: string
}

/** What the days of a row are computed from. */
interface SpanSource {
  collection: Collection
  /** The site's time zone, in which moments become days. */
  timeZone: string
  /** The results of formulas and rollups. */
  values: PageModel['values']
}

/** The days by which a view places a row; undefined if it has none. */
export function rowSpan(row: Block, rule: DateRule, source: SpanSource): RowSpan | undefined {
  const first = daysOf(row, rule.start, source)
  if (!first) return undefined
  const last = rule.end === undefined ? first : (daysOf(row, rule.end, source) ?? first)
  return { start: first.start, end: last.end < first.start ? first.start : last.end }
}

function daysOf(
  row: Block,
  property: string,
  { collection, timeZone, values: computed }: SpanSource
): RowSpan | undefined {
  // notion-types lacks rollups.
  const type: string | undefined = collection.schema[property]?.type
  if (type === 'created_time') return momentSpan(row.created_time, timeZone)
  if (type === 'last_edited_time') return momentSpan(row.last_edited_time, timeZone)
  if (type === 'formula' || type === 'rollup') return computedSpan(computed, row.id, property)

  const values = (row.properties ?? {}) as Record<string, Decoration[] | undefined>
  const [date] = datesIn(values[property])
  return date && spanOfDate(date)
}

/** A result that is covered does not place its row. */
function computedSpan(
  values: PageModel['values'],
  rowId: string,
  property: string
): RowSpan | undefined {
  const { items = [], spoiler } = values[valueKey(rowId, property)] ?? {}
  const [item] = items
  const isDate = item !== undefined && spoiler === undefined && kindOf(item) === 'date'
  return isDate ? spanOfDate(computedDate(item.text)) : undefined
}

function spanOfDate({ start_date: start, end_date: end }: NotionDate): RowSpan | undefined {
  if (start === undefined || midnightOf(start) === undefined) return undefined
  return {
    start,
    end: end !== undefined && midnightOf(end) !== undefined && end > start ? end : start
  }
}

function momentSpan(moment: number, timeZone: string): RowSpan | undefined {
  const day = dateOfMoment(moment, timeZone)?.start_date
  return day === undefined ? undefined : { start: day, end: day }
}

/** A day (`YYYY-MM-DD`) as the number of days since 1970. */
export function dayNumber(day: string): number {
  return Date.parse(day) / 86_400_000
}

/** The inverse of `dayNumber`. */
export function dayAt(number: number): string {
  return new Date(number * 86_400_000).toISOString().slice(0, 10)
}
