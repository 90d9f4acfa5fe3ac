import type { Block } from 'notion-types'

import { type Comparable, type RowContext, comparableValue, textOf } from './property-value.ts'
import type { WorkspaceFile } from '../builder/workspace-file.ts'

/** One rule of a query's `sort`. */
export interface Sort {
  property: string
  direction: 'ascending' | 'descending'
}

/**
 * Sorts rows by the first rule under which they differ. Options sort by their position in the
 * schema, relations by the titles of their pages, people by their names.
 */
export function sortRows(rows: Block[], sort: Sort[], context: SortContext): Block[] {
  const { collection } = context
  const valueOf = (row: Block, { property }: Sort) => {
    const value = comparableValue(row, property, collection)
    const { options, type } = collection.schema[property] ?? {}
    if (options) return optionIndex(value, options)
    return namedTypes.has(type ?? '') && Array.isArray(value)
      ? value.map((id) => nameOf(context, id)).join(', ')
      : value
  }
  return rows.toSorted((a, b) => {
    for (const rule of sort) {
      const order = compare(valueOf(a, rule), valueOf(b, rule))
      if (order !== 0) return rule.direction === 'descending' ? -order : order
    }
    return 0
  })
}

/** Also has the records that relations and people name. */
export interface SortContext extends RowContext {
  workspace: WorkspaceFile
  privateIds: ReadonlySet<string>
}

const namedTypes = new Set(['relation', 'person', 'created_by', 'last_edited_by'])

function nameOf({ workspace, privateIds }: SortContext, id: string): string {
  const user = workspace.notion_user[id]
  if (user) return [user.given_name, user.family_name].join(' ')
  return privateIds.has(id) ? '' : textOf(workspace.block[id]?.properties?.title ?? [])
}

/** Index of the first value among the options; a deleted option comes after all others. */
function optionIndex(value: Comparable, options: { value: string }[]): Comparable {
  const [first] = Array.isArray(value) ? value : [value]
  if (first === undefined || first === '') return undefined
  const index = options.findIndex((option) => option.value === first)
  return index < 0 ? options.length : index
}

/** Compares two values; in ascending order, rows without a value come last. */
function compare(a: Comparable, b: Comparable): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b, 'en')
  if (Array.isArray(a) || Array.isArray(b)) return String(a).localeCompare(String(b), 'en')
  return Number(a) - Number(b)
}
