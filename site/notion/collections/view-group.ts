import type { CollectionView } from 'notion-types'

/** What the rows of one group have in common, as the workspace writes it; no `value` means "no value". */
export interface GroupValue {
  type: string
  value?: unknown
}

/** One group as a view's format lists it. */
export interface FormatGroup {
  property: string
  hidden?: boolean
  value: GroupValue
}

/** The rule that groups a view's rows (`{type, property, …}`), or undefined when it has no groups. */
export function groupRule(view: CollectionView): Record<string, unknown> | undefined {
  const format: unknown = view.format
  if (!isRecord(format)) return undefined
  const rule = view.type === 'board' ? format['board_columns_by'] : format['collection_group_by']
  return isRule(rule) ? rule : undefined
}

/** The rule that groups the rows within each column of a board, or undefined when they are not. */
export function subgroupRule(view: CollectionView): Record<string, unknown> | undefined {
  const format: unknown = view.format
  if (view.type !== 'board' || !isRecord(format) || !groupRule(view)) return undefined
  const rule = format['collection_group_by']
  return isRule(rule) ? rule : undefined
}

/** The groups that a view's format lists, in its order. */
export function formatGroups(view: CollectionView): FormatGroup[] {
  const format: unknown = view.format
  if (!isRecord(format)) return []
  // A view that was of another type once keeps the groups of that one beside its own.
  const groups = view.type === 'board' ? format['board_columns'] : format['collection_groups']
  return Array.isArray(groups) ? groups.filter(isFormatGroup) : []
}

/** The groups within the columns that a board's format lists, in its order. */
export function formatSubgroups(view: CollectionView): FormatGroup[] {
  const format: unknown = view.format
  const groups = isRecord(format) && subgroupRule(view) ? format['collection_groups'] : undefined
  return Array.isArray(groups) ? groups.filter(isFormatGroup) : []
}

/**
 * The name under which the API asks and answers for the rows of a group:
 * `results:<type>:<value or "uncategorized">`, a date range by its start or end; for a group
 * within a group `:<type>:<value>` once more.
 */
export function groupResultName(...groups: [GroupValue, GroupValue?]): string {
  const names = groups.flatMap((group) =>
    group ? [`${group.type}:${groupLabel(group.value)}`] : []
  )
  return ['results', ...names].join(':')
}

function groupLabel(value: unknown): string {
  if (value === undefined || value === null) return 'uncategorized'
  if (!isRecord(value)) return String(value)
  const range = value['range']
  if (isRecord(range)) return String(range['start_date'] ?? range['end_date'])
  // A person or a page is named by its id, an option by its value.
  const inner = value['value'] ?? value['id']
  return typeof inner === 'object' ? JSON.stringify(inner) : String(inner)
}

/** A rule without a property groups nothing, whatever else it holds. */
function isRule(rule: unknown): rule is Record<string, unknown> {
  return isRecord(rule) && typeof rule['property'] === 'string'
}

function isFormatGroup(group: unknown): group is FormatGroup {
  return isRecord(group) && isRecord(group['value']) && typeof group['value']['type'] === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
