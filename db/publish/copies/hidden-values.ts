import { normalizeSchema } from '../../../site/notion/collections/normalize-schema.ts'
import { bareValue } from '../../../site/notion/collections/view-group.ts'
import { isFields } from '../../../site/notion/is-fields.ts'
import { plainText } from '../../../site/notion/text/rich-text.ts'
import type { WalkResult } from '../../records/walk-result.ts'
import type { SpoilerUnits } from './spoiler-units.ts'

/** The values that only marked rows have, by the id of their collection. */
export type HiddenValues = Map<string, Set<string>>

/** Finds the values of marked rows, such as options, which schemas and views name too. */
export function findHiddenValues(records: WalkResult, units: SpoilerUnits): HiddenValues {
  const propertyIds = new Map<string, string[]>()
  for (const { id, schema } of records.collections()) {
    propertyIds.set(id, Object.keys(normalizeSchema(schema)))
  }
  const [hidden, shown] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()]
  for (const { id, parent_id, parent_table, properties } of records.blocks()) {
    if (parent_table !== 'collection') continue
    const unit = units.unitOf(id)
    const values = unit ? hidden : shown
    const known = values.get(parent_id) ?? new Set<string>()
    values.set(parent_id, known)
    for (const property of propertyIds.get(parent_id) ?? []) {
      const text = plainText(properties?.[property])
      for (const value of [text, ...text.split(',')]) if (value.trim()) known.add(value.trim())
    }
    // Placeholders name the chapter.
    if (unit) known.delete(unit.chapter)
  }
  for (const [id, values] of hidden) for (const value of shown.get(id) ?? []) values.delete(value)
  return hidden
}

/**
 * A copy of a collection or view without the options and groups of hidden values. Left out are also deleted
 * properties, because their hidden values are not known, and values of new rows, which the site does not show.
 */
export function withoutValues<T extends object>(record: T, hidden: Set<string> | undefined): T {
  if (hidden === undefined) return record
  const fields = Object.entries(record).filter(([key]) => key !== 'deleted_schema')
  return prune(Object.fromEntries(fields), hidden) as T
}

function prune(value: unknown, hidden: Set<string>): unknown {
  if (Array.isArray(value)) {
    return value.filter((each) => !namesHidden(each, hidden)).map((each) => prune(each, hidden))
  }
  if (!isFields(value)) return value
  const kept = Object.entries(value).filter(
    ([key, each]) =>
      key !== 'default_value' && (key !== 'defaultOption' || !hidden.has(String(each).trim()))
  )
  return Object.fromEntries(kept.map(([key, each]) => [key, prune(each, hidden)]))
}

/** Whether an option, or a group with its wrapped value, has a hidden value. */
function namesHidden(entry: unknown, hidden: Set<string>): boolean {
  if (!isFields(entry)) return false
  const own = bareValue(entry['value'])
  return typeof own === 'string' && hidden.has(own.trim())
}
