import type { Collection, CollectionView } from 'notion-types'

import { fieldsOf, isFields } from '../is-fields.ts'

interface PropertyEntry {
  property: string
  visible?: boolean
}

/**
 * Ids of the properties that a view shows, in its order, without the title. A table without a list
 * of properties shows all of them, any other view none.
 */
export function shownProperties(view: CollectionView, schema: Collection['schema']): string[] {
  const entries = fieldsOf(view.format)[`${view.type}_properties`]
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
  return isFields(entry) && 'property' in entry && entry['visible'] !== false
}
