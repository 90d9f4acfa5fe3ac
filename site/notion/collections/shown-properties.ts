import type { Collection, CollectionView } from 'notion-types'

interface PropertyEntry {
  property: string
  visible?: boolean
}

/**
 * Ids of the properties that a view shows, in its order, without the title. A table without a list
 * of properties shows all of them, any other view none.
 */
export function shownProperties(view: CollectionView, schema: Collection['schema']): string[] {
  const format = (view.format ?? {}) as Record<string, unknown>
  const entries = format[`${view.type}_properties`]
  const listed = Array.isArray(entries)
    ? entries.filter(isVisible).map(({ property }) => property)
    : view.type === 'table'
      ? Object.keys(schema)
      : []
  return [...new Set(listed)].filter(
    (id) => Object.hasOwn(schema, id) && schema[id]?.type !== 'title'
  )
}

function isVisible(entry: unknown): entry is PropertyEntry {
  if (typeof entry !== 'object' || entry === null || !('property' in entry)) return false
  return !('visible' in entry) || entry.visible !== false
}
