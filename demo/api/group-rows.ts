import type { Block } from 'notion-types'

import { dayOf, periodOf } from './date-range.ts'
import { nameOf } from './filter-rows.ts'
import { type RowContext, comparableValue } from './property-value.ts'

/** The parameters of a `groups` reducer. */
export interface Grouping {
  groupBy?: { property?: string; type?: string; groupBy?: string; hideEmptyGroups?: boolean }
  groupSortPreference?: { value?: { type?: string; value?: unknown } }[]
  limit?: number
}

interface Group {
  value: unknown
  total: number
}

/** Groups rows. Requested groups come first, in their order, then all others. */
export function groupRows(rows: Block[], grouping: Grouping, context: RowContext): object {
  const { groupBy = {}, groupSortPreference = [], limit = Infinity } = grouping
  const property = groupBy.property ?? 'title'
  const type = groupBy.type ?? context.collection.schema[property]?.type ?? 'text'
  const groups = new Map<string | undefined, Group>()
  for (const { value } of groupSortPreference) {
    groups.set(keyOf(value?.value), { value: value?.value, total: 0 })
  }
  const valuesOf = (row: Block) => groupValues({ row, property, unit: groupBy.groupBy, context })
  for (const value of rows.flatMap(valuesOf)) {
    const group = groups.get(keyOf(value)) ?? { value, total: 0 }
    groups.set(keyOf(value), { ...group, total: group.total + 1 })
  }
  const results = [...groups].map(([key, { value, total }]) => ({
    value: key === undefined ? { type } : { type, value },
    total,
    visible: total > 0 || !groupBy.hideEmptyGroups
  }))
  const shown = results.slice(0, limit)
  return { type: 'groups', version: 'v2', results: shown, hasMore: results.length > limit }
}

/**
 * Key of a group: the start of a date range, else the name or id; undefined for rows without a
 * value.
 */
function keyOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const { range } = Object(value) as { range?: { start_date?: string; end_date?: string } }
  return range?.start_date ?? range?.end_date ?? nameOf(value)
}

interface GroupInput {
  row: Block
  property: string
  /** Length of date groups: `day`, `week`, `month` or `year`. */
  unit: string | undefined
  context: RowContext
}

/** The groups of a row: one for each tag or relation, otherwise one. */
function groupValues({ row, property, unit = 'day', context }: GroupInput): unknown[] {
  const value = comparableValue(row, property, context.collection)
  if (Array.isArray(value)) return value.length > 0 ? value : [undefined]
  if (value === undefined || value === '') return [undefined]

  const type = context.collection.schema[property]?.type ?? ''
  if (type === 'status') return [{ type: 'by_option', option: value }]
  if (textTypes.has(type)) return [{ type: 'exact', value }]
  if (!dateTypes.has(type) || typeof value === 'boolean') return [value]
  const range = periodOf(dayOf(value, context.timeZone), unit)
  return [{ type: unit, range: { type: 'daterange', ...range } }]
}

const textTypes = new Set(['title', 'text', 'url', 'email', 'phone_number'])
const dateTypes = new Set(['date', 'created_time', 'last_edited_time'])
