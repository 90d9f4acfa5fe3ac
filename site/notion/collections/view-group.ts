import type { CollectionView } from 'notion-types'
import { fieldsOf, isFields } from '../is-fields.ts'

/**
 * The value shared by the rows of a group, as in the record; a group without `value` has the rows
 * without a value.
 */
export interface GroupValue {
  type: string
  value?: unknown
}

/** A group as listed in a view's format. */
export interface FormatGroup {
  property: string
  hidden?: boolean
  value: GroupValue
}

/**
 * The rule that groups a view's rows (`{type, property, …}`); undefined if they are not grouped.
 */
export function groupRule(view: CollectionView): Record<string, unknown> | undefined {
  const rule =
    view.type === 'board' ? columnsRule(view) : fieldsOf(view.format)['collection_group_by']
  return isRule(rule) ? rule : undefined
}

/**
 * The rule for the columns of a board. An old board has the property in its query, and the type in its
 * groups only.
 */
function columnsRule(view: CollectionView): unknown {
  const rule = fieldsOf(view.format)['board_columns_by'] ?? undefined
  const { group_by: property }: { group_by?: unknown } = view.query2 ?? {}
  if (rule !== undefined || property === undefined) return rule
  const type = formatGroups(view)[0]?.value.type
  return type === undefined ? undefined : { property, type }
}

/** The rule that groups the rows in each column of a board; undefined if they are not grouped. */
export function subgroupRule(view: CollectionView): Record<string, unknown> | undefined {
  if (view.type !== 'board' || !groupRule(view)) return undefined
  const rule = fieldsOf(view.format)['collection_group_by']
  return isRule(rule) ? rule : undefined
}

/** The groups listed in a view's format, in order. */
export function formatGroups(view: CollectionView): FormatGroup[] {
  const format = fieldsOf(view.format)
  // A view whose type was changed keeps the groups of its former type in another field.
  const columns = format['board_columns'] ?? format['board_groups2']
  return groupsIn(view.type === 'board' ? columns : format['collection_groups'])
}

/** The groups within columns listed in a board's format, in order. */
export function formatSubgroups(view: CollectionView): FormatGroup[] {
  return subgroupRule(view) ? groupsIn(fieldsOf(view.format)['collection_groups']) : []
}

function groupsIn(groups: unknown): FormatGroup[] {
  return Array.isArray(groups) ? groups.filter(isFormatGroup) : []
}

/**
 * The key of a group's rows in requests and responses of the API: `results:<type>:<value or
 * "uncategorized">`, with the start or end of a date range; a sub-group appends another
 * `:<type>:<value>`.
 */
export function groupResultName(...groups: [GroupValue, GroupValue?]): string {
  const names = groups.flatMap((group) =>
    group ? [`${group.type}:${groupLabel(group.value)}`] : []
  )
  return ['results', ...names].join(':')
}

/**
 * The value of a group without what Notion wraps it in: the `range` of a date, the `value` of a text
 * (`{type: 'exact', value}`), the `option` or `group` of a status, the `id` of a person or page. Undefined
 * for any other object.
 */
export function bareValue(value: unknown): unknown {
  if (!isFields(value)) return value ?? undefined
  const { range, value: inner, option, group, id } = value
  return isFields(range) ? range : bareValue(inner ?? option ?? group ?? id)
}

function groupLabel(value: unknown): string {
  if (value === undefined || value === null) return 'uncategorized'
  const bare = bareValue(value)
  if (isFields(bare)) return String(bare['start_date'] ?? bare['end_date'])
  return bare === undefined ? JSON.stringify(value) : String(bare)
}

/** A rule without a property does not group. */
function isRule(rule: unknown): rule is Record<string, unknown> {
  return isFields(rule) && typeof rule['property'] === 'string'
}

function isFormatGroup(group: unknown): group is FormatGroup {
  return isFields(group) && isFields(group['value']) && typeof group['value']['type'] === 'string'
}
