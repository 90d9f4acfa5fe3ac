import type { ViewGroup } from '../../../../db/records/walk-result.ts'
import { rowIdsOf } from './collection-query.ts'

/** Adds rows that a query omits to the groups in which the view was published with them. */
export function withKeptRows(
  groups: ViewGroup[],
  published: ViewGroup[],
  kept: Set<string>
): ViewGroup[] {
  if (kept.size === 0) return groups
  const found = new Set(rowIdsOf(groups))
  const omitted = published.flatMap((group) => {
    const rowIds = group.rowIds.filter((id) => kept.has(id) && !found.has(id))
    return rowIds.length === 0 ? [] : [{ ...group, rowIds, total: rowIds.length }]
  })
  const byName = new Map(groups.map((group) => [nameOf(group), group]))
  for (const group of omitted) {
    const { rowIds = [], total = 0 } = byName.get(nameOf(group)) ?? {}
    const all = { rowIds: [...rowIds, ...group.rowIds], total: total + group.total }
    byName.set(nameOf(group), { ...group, ...byName.get(nameOf(group)), ...all })
  }
  return [...byName.values()]
}

function nameOf({ value, subgroup }: ViewGroup): string {
  return JSON.stringify([value, subgroup])
}
