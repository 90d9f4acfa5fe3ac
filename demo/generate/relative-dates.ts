import type { FilterTree } from '../api/filter-rows.ts'
import type { WorkspaceFile } from '../builder/workspace-file.ts'
import { RELATIVE_DATE } from './collections.ts'

/** Marks relative dates in the filters of views as relative, as Notion does. */
export function makeDatesRelative(workspace: WorkspaceFile): void {
  for (const view of Object.values(workspace.collection_view)) {
    markRelative(view.query2?.filter as FilterTree | undefined)
  }
}

/** Whether a filter depends on the current date. */
export function isTimeDependent(tree: FilterTree | undefined): boolean {
  if (tree?.filters) return tree.filters.some(isTimeDependent)
  return tree?.filter?.value?.type === 'relative'
}

function markRelative(tree: FilterTree | undefined): void {
  for (const part of tree?.filters ?? []) markRelative(part)
  const value = tree?.filter?.value
  if (value?.value === RELATIVE_DATE) value.type = 'relative'
}
