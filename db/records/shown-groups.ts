import type { CollectionView } from 'notion-types'

import {
  type GroupValue,
  formatGroups,
  formatSubgroups,
  groupResultName
} from '../../site/notion/collections/view-group.ts'
import { isFields } from '../../site/notion/is-fields.ts'
import type { ViewGroup, WalkedView } from './walk-result.ts'

/**
 * A view with only the rows that are part of the site. Groups whose values may come from other rows are
 * left out of its groups and of its format.
 */
export function withShownGroups(walked: WalkedView, hasBlock: (id: string) => boolean): WalkedView {
  const { view } = walked
  const withRows = walked.groups.map((group) => withPublicRows(group, hasBlock))
  const isShown = shownValues(withRows)
  const isListed = listedIn(view)
  const groups = withRows.filter((group, index) => {
    if (!isShown(group.value) || !isShown(group.subgroup)) return false
    const hasLostAll = group.rowIds.length === 0 && walked.groups[index]?.rowIds.length !== 0
    return group.value === null || !hasLostAll || isListed(group)
  })
  return { ...walked, view: withListedGroups(view, isShown), groups }
}

function withPublicRows(group: ViewGroup, hasBlock: (id: string) => boolean): ViewGroup {
  const rowIds = group.rowIds.filter(hasBlock)
  return { ...group, rowIds, total: group.total - (group.rowIds.length - rowIds.length) }
}

/** Types whose values are options, people or pages: whether these are public does not depend on rows. */
const namedTypes = new Set([
  'select',
  'multi_select',
  'status',
  'checkbox',
  'person',
  'created_by',
  'last_edited_by',
  'relation'
])

/** Returns whether the value of a group may be public; a typed or computed one needs a row with it. */
function shownValues(groups: ViewGroup[]): (value: GroupValue | null | undefined) => boolean {
  const shown = new Set(
    groups
      .filter(({ rowIds }) => rowIds.length > 0)
      .flatMap(({ value, subgroup }) => [value, subgroup])
      .flatMap((value) => (value ? [groupResultName(value)] : []))
  )
  return (group) => {
    if (group?.value === undefined || group.value === null) return true
    return namedTypes.has(group.type) || shown.has(groupResultName(group))
  }
}

/** Returns whether the view lists the value and the subgroup of a group. */
function listedIn(view: CollectionView): (group: ViewGroup) => boolean {
  const listed = new Set(
    [...formatGroups(view), ...formatSubgroups(view)].map(({ value }) => groupResultName(value))
  )
  return ({ value, subgroup }) =>
    [value, subgroup].every((each) => !each || listed.has(groupResultName(each)))
}

/** Leaves out groups with other values from all lists of the format, also those of a former type. */
function withListedGroups(
  view: CollectionView,
  isShown: (value: GroupValue) => boolean
): CollectionView {
  const format: unknown = view.format
  if (!isFields(format)) return view
  const lists = Object.entries(format).flatMap(([key, list]) =>
    Array.isArray(list) ? [[key, list.filter((each) => isOpen(each, isShown))] as const] : []
  )
  return { ...view, format: { ...format, ...Object.fromEntries(lists) } } as CollectionView
}

/** Whether an entry of a list in a format is no group, or one whose value is shown. */
function isOpen(entry: unknown, isShown: (value: GroupValue) => boolean): boolean {
  if (!isFields(entry) || !('property' in entry)) return true
  const { value } = entry
  return (
    !isFields(value) || typeof value['type'] !== 'string' || isShown(value as unknown as GroupValue)
  )
}
