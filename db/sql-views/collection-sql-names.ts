import type { Collection } from 'notion-types'

import { plainText } from '../../site/notion/text/rich-text.ts'
import { normalizeSchema } from '../../site/notion/collections/normalize-schema.ts'
import { freeName, sqlName } from './sql-names.ts'

/** What the view of a collection is called in SQL. */
export interface CollectionNames {
  view: string
  /** Column by property id; of a date what its two columns begin with. */
  columns: Map<string, string>
}

/** Columns that every such view has before those of its properties. */
const ownColumns = ['page_id', 'path']

/** What the columns of a date end with. */
const dateEndings = ['_start', '_end'] as const

/**
 * Names the views of collections after their names, and columns after properties. Where two would
 * be the same, the one whose id comes first has the plain name: a new one does not rename others
 * by standing before them. `taken` are the names of tables and other views.
 */
export function nameCollections(
  collections: Iterable<Collection>,
  taken: Iterable<string>
): Map<string, CollectionNames> {
  const names = new Set(taken)
  return new Map(
    [...collections]
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map((collection) => {
        const fallback = `collection_${collection.id.slice(0, 8)}`
        const view = freeName(sqlName(plainText(collection.name), fallback), names)
        return [collection.id, { view, columns: nameColumns(collection) }]
      })
  )
}

function nameColumns({ schema }: Pick<Collection, 'schema'>): Map<string, string> {
  const taken = new Set(ownColumns)
  return new Map(
    Object.entries(normalizeSchema(schema))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, { name, type }]) => {
        const column = sqlName(name, 'property')
        return [id, freeName(column, taken, type === 'date' ? dateEndings : [''])]
      })
  )
}
