import type { Block, Collection, CollectionView } from 'notion-types'

import { formatGroups, groupResultName, type GroupValue } from '../../site/view-group.ts'
import { blockOf, type PageContext, pageTitle, userName } from './page-context.ts'

export interface RowGroup {
  key: string
  /** Undefined for a view without groups. */
  label: { text: string; color: string | undefined } | undefined
  rows: Block[]
}

/** The rows of a view in the order the mirror has them, by group where the view has groups. */
export function rowGroups(
  context: PageContext,
  collection: Collection,
  view: CollectionView
): RowGroup[] {
  const query = context.recordMap.collection_query[collection.id]?.[view.id]
  // Reducer results are named by what was asked; the type of notion-types knows one name only.
  const result = (query ?? {}) as unknown as Record<string, Results | undefined>
  const groups = resultGroups(result, view)
  if (groups.length === 0) {
    return [{ key: 'all', label: undefined, rows: rowsOf(context, plainIds(result)) }]
  }
  return groups.flatMap((group) => {
    const rows = rowsOf(context, group.blockIds)
    if (group.isHidden || (rows.length === 0 && view.type !== 'board')) return []
    const label = groupLabel(context, collection, group)
    return [{ key: groupResultName(group.value), label, rows }]
  })
}

interface Results {
  blockIds?: unknown
  results?: unknown
  collection_group_results?: Results
}

interface ResultGroup {
  value: GroupValue
  property: string | undefined
  isHidden: boolean
  blockIds: unknown
}

function plainIds(result: Record<string, Results | undefined>): unknown {
  return (
    result['collection_group_results']?.blockIds ??
    result['reducerResults']?.collection_group_results?.blockIds ??
    result['blockIds']
  )
}

function resultGroups(
  result: Record<string, Results | undefined>,
  view: CollectionView
): ResultGroup[] {
  const formats = formatGroups(view)
  const listed = result['board_columns']?.results
  const columns = Array.isArray(listed) ? (listed as ListedGroup[]) : undefined
  const known = (columns ?? formats.map((group) => ({ ...group, visible: !group.hidden }))).filter(
    (group) => typeof group?.value === 'object'
  )
  const property = formats[0]?.property
  return known.map(({ value, visible, ...group }) => ({
    value,
    property,
    isHidden: visible === false,
    blockIds: 'blockIds' in group ? group.blockIds : result[groupResultName(value)]?.blockIds
  }))
}

interface ListedGroup {
  value: GroupValue
  visible?: boolean
  blockIds?: unknown
}

function rowsOf(context: PageContext, ids: unknown): Block[] {
  if (!Array.isArray(ids)) return []
  return ids.flatMap((id) => (typeof id === 'string' ? (blockOf(context, id) ?? []) : []))
}

function groupLabel(context: PageContext, collection: Collection, group: ResultGroup) {
  const schema = group.property ? collection.schema[group.property] : undefined
  const { type, value } = group.value
  if (value === undefined || value === null) {
    return { text: schema ? `No ${schema.name}` : 'Other', color: undefined }
  }
  const written = typeof value === 'string' ? value : innerText(value)
  const named = type === 'person' || type === 'created_by' ? userName(context, written) : undefined
  const titled = type === 'relation' ? pageTitle(context, written) : undefined
  const color = schema?.options?.find((option) => option.value === written)?.color
  return { text: named ?? titled ?? written, color }
}

/** Dates and the like are grouped by an object that tells its kind and value. */
function innerText(value: unknown): string {
  if (value === true) return 'Yes'
  if (value === false) return 'No'
  if (typeof value !== 'object' || value === null) return String(value)
  const { value: inner, id, range } = value as Record<string, unknown>
  if (typeof range === 'object' && range) return Object.values(range).filter(Boolean).join(' → ')
  const shown = inner ?? id
  return typeof shown === 'object' ? innerText(shown) : String(shown)
}
