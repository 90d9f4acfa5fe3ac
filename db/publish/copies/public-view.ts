import { bareValue, groupResultName } from '../../../site/notion/collections/view-group.ts'
import type { ViewGroup, WalkedView } from '../../records/walk-result.ts'
import { type HiddenValues, withoutValues } from './hidden-values.ts'
import type { SpoilerUnits } from './spoiler-units.ts'
import { withoutSlugs } from './withheld-links.ts'

/**
 * A view without the options and groups that only spoilers have. A view without groups still lists the
 * spoilers, whose rows are placeholders. Groups by typed or computed values without rows are
 * removed when the view is written; see `withShownGroups`.
 */
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
  const isOpen = (group: ViewGroup['subgroup']) =>
    values?.has(String(bareValue(group?.value))) !== true
  const groups = known.filter(({ value, subgroup }) => isOpen(value) && isOpen(subgroup))
  return { ...walked, view: withoutSlugs(withoutValues(walked.view, values), units), groups }
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
