import type { CollectionView } from 'notion-types'
import { isFields } from '../is-fields.ts'

/** A view whose name is text and whose settings are objects; values of other types are dropped. */
export function normalizeView(view: CollectionView): CollectionView {
  const { format, query2, ...rest }: Record<string, unknown> = { ...view }
  const normalized = {
    ...rest,
    name: viewName(view),
    ...(isFields(format) && { format }),
    ...(isFields(query2) && { query2 })
  }
  // The other fields are unchanged.
  return normalized as unknown as CollectionView
}

/** The custom name of a view; empty if it has none. */
export function viewName({ name }: { name?: unknown }): string {
  return typeof name === 'string' ? name : ''
}
