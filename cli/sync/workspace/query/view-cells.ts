import type { CollectionView } from 'notion-types'

import type { ViewGroup } from '../../../../db/records/walk-result.ts'
import {
  type FormatGroup,
  type GroupValue,
  formatGroups,
  formatSubgroups,
  groupResultName,
  groupRule,
  subgroupRule
} from '../../../../site/notion/collections/view-group.ts'

/** A group of a view, or a group and a subgroup; the rows of a grouped query come by cell. */
export type Cell = FormatGroup[]

/** The group and subgroup rules of a view, each with the name of the reducer that lists its groups. */
export function groupRules(
  view: CollectionView
): { name: string; rule: Record<string, unknown> }[] {
  return [groupRule(view), subgroupRule(view)].flatMap((rule, level) => {
    if (!rule) return []
    const isBoard = view.type === 'board' && level === 0
    return [{ name: isBoard ? 'board_columns' : `${String(rule['type'])}_groups`, rule }]
  })
}

/** The groups that the view's format lists, by rule. */
export function listedGroups(view: CollectionView): FormatGroup[][] {
  const rules = groupRules(view)
  return [formatGroups(view), formatSubgroups(view)].slice(0, rules.length)
}

/** Every combination of a group and a subgroup; one cell a group where there are no subgroups. */
export function cellsOf([groups = [], ...subgroups]: FormatGroup[][]): Cell[] {
  const [inner] = subgroups
  return groups.flatMap((group) => (inner ? inner.map((sub) => [group, sub]) : [[group]]))
}

/** Groups that the view was last published with and that its format does not list. */
export function unlistedCells(view: CollectionView, published: ViewGroup[]): Cell[] {
  const [property = '', subProperty = ''] = groupRules(view).map(({ rule }) =>
    String(rule['property'] ?? '')
  )
  const listed = new Set(cellsOf(listedGroups(view)).map(cellName))
  return published
    .flatMap(({ value, subgroup }): Cell[] => {
      if (!value || !property) return []
      return [
        [{ property, value }, ...(subgroup ? [{ property: subProperty, value: subgroup }] : [])]
      ]
    })
    .filter((cell) => !listed.has(cellName(cell)))
}

/** The name of the reducer that returns the rows of a cell. */
export function cellName(cell: Cell): string {
  return groupResultName(...(cell.map(({ value }) => value) as [GroupValue, GroupValue?]))
}
