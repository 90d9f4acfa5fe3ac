import type { CollectionView } from 'notion-types'

/** A view whose name is text and whose settings are objects; what is something else is left out. */
export function normalizeView(view: CollectionView): CollectionView {
  const { format, query2, ...rest }: Record<string, unknown> = { ...view }
  const sound = {
    ...rest,
    name: viewName(view),
    ...(isObject(format) && { format }),
    ...(isObject(query2) && { query2 })
  }
  // The other fields are as they were.
  return sound as unknown as CollectionView
}

/** The name that somebody gave a view; empty when nobody did. */
export function viewName({ name }: { name?: unknown }): string {
  return typeof name === 'string' ? name : ''
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
