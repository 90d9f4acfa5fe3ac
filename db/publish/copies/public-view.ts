import type { CollectionView } from 'notion-types'

import { isFields } from '../../../site/notion/is-fields.ts'
import { type GroupValue, groupResultName } from '../../../site/notion/collections/view-group.ts'
import type { ViewGroup, WalkedView } from '../../records/walk-result.ts'
import { type HiddenValues, withoutValues } from './hidden-values.ts'
import type { SpoilerUnits } from './spoiler-units.ts'
import { withoutSlugs } from './withheld-links.ts'

/** A view without the groups that only spoilers have. Views without groups list the spoilers. */
export function publicView(
  walked: WalkedView,
  { units, hidden }: { units: SpoilerUnits; hidden: HiddenValues }
): WalkedView {
  const isPublic = (id: string) => units.unitOf(id) === undefined
  const [isHiddenValue, isHiddenSubgroup] = (['value', 'subgroup'] as const).map((part) =>
    valuesWithout(walked.groups, part, isPublic)
  )
  const values = hidden.get(walked.collectionId)
  const known = walked.groups.flatMap((group): ViewGroup[] => {
    if (group.value === null && !group.subgroup) return [group]
    if (isHiddenValue?.(group) || isHiddenSubgroup?.(group)) return []
    const rowIds = group.rowIds.filter(isPublic)
    return [{ ...group, rowIds, total: group.total - (group.rowIds.length - rowIds.length) }]
  })
  const isShown = shownValues(known, values)
  const groups = known.filter(({ value, subgroup }) => isShown(value) && isShown(subgroup))
  const named = withoutValues(walked.view, values)
  return { ...walked, view: withoutSlugs(withShownGroups(named, isShown), units), groups }
}

/** Whether the value of a group has only hidden rows, in this group and in others with the same value. */
function valuesWithout(
  groups: ViewGroup[],
  part: 'value' | 'subgroup',
  isPublic: (id: string) => boolean
): (group: ViewGroup) => boolean {
  const keyOf = ({ [part]: value }: ViewGroup) => (value ? groupResultName(value) : undefined)
  const [shown, hidden] = [new Set<string>(), new Set<string>()]
  for (const group of groups) {
    const key = keyOf(group)
    if (key === undefined) continue
    for (const id of group.rowIds) (isPublic(id) ? shown : hidden).add(key)
  }
  return (group) => {
    const key = keyOf(group)
    return key !== undefined && hidden.has(key) && !shown.has(key)
  }
}

/** Types whose values have names of their own: options, which may be hidden, people and pages. */
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

/**
 * Returns whether the value of a group may be listed. A computed or other free value without public rows
 * may be that of a spoiler, also one that the view does not show.
 */
function shownValues(
  groups: ViewGroup[],
  hidden: ReadonlySet<string> | undefined
): (value: GroupValue | null | undefined) => boolean {
  const shown = new Set(
    groups
      .filter(({ rowIds }) => rowIds.length > 0)
      .flatMap(({ value, subgroup }) => [value, subgroup])
      .flatMap((value) => (value ? [groupResultName(value)] : []))
  )
  return (group) => {
    if (group?.value === undefined || group.value === null) return true
    if (shown.has(groupResultName(group))) return true
    return namedTypes.has(group.type) && hidden?.has(String(group.value)) !== true
  }
}

/** A view whose format lists only groups with these values. */
function withShownGroups(
  view: CollectionView,
  isShown: (value: GroupValue) => boolean
): CollectionView {
  const format: unknown = view.format
  if (!isFields(format)) return view
  const isListed = (group: unknown) => {
    const value = isFields(group) ? group['value'] : undefined
    return !isGroupValue(value) || isShown(value)
  }
  const listed = ['board_columns', 'collection_groups'].flatMap((key) => {
    const list = format[key]
    return Array.isArray(list) ? [[key, list.filter(isListed)] as const] : []
  })
  return { ...view, format: { ...format, ...Object.fromEntries(listed) } } as CollectionView
}

function isGroupValue(value: unknown): value is GroupValue {
  return isFields(value) && typeof value['type'] === 'string'
}
