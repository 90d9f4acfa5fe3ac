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
import { CallError } from '../call-error.ts'

/** Each cell has a part in the request and the response, so that a small record could fill the memory. */
const MAX_CELLS = 5000

/** A view with more combinations of groups and subgroups than one request may contain. */
class TooManyCellsError extends CallError {
  override name = 'TooManyCellsError'

  /** The number stays the same in each attempt. */
  override get isFinal(): boolean {
    return true
  }
}

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

/**
 * Every combination of a group and a subgroup; one cell a group where there are no subgroups. Throws
 * `CallError` for too many.
 */
export function cellsOf([groups = [], ...subgroups]: FormatGroup[][]): Cell[] {
  const [inner] = subgroups
  const count = groups.length * (inner?.length ?? 0)
  if (count > MAX_CELLS) {
    const message = `it has ${count} combinations of groups and subgroups, more than ${MAX_CELLS}`
    throw new TooManyCellsError(message, { cause: undefined })
  }
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
