import type { Collection } from 'notion-types'

import { plainText } from '../../site/notion/text/rich-text.ts'
import { normalizeSchema } from '../../site/notion/collections/normalize-schema.ts'
import { freeName, sqlName } from './sql-names.ts'

/** The SQL names of a collection's view and its columns. */
export interface CollectionNames {
  view: string
  /** Column name by property id; for a date, the prefix of its two columns. */
  columns: Map<string, string>
}

/** Columns that precede those of the properties in every view. */
const fixedColumns = ['page_id', 'path']

/** Suffixes of the two columns of a date. */
const dateSuffixes = ['_start', '_end'] as const

/**
 * Names views after collections, and columns after properties. Of equal names, the one with the
 * lowest id stays plain and the others are numbered; the order of the workspace does not matter.
 * `taken` are the names of tables and other views.
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
  const taken = new Set(fixedColumns)
  return new Map(
    Object.entries(normalizeSchema(schema))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, { name, type }]) => {
        const column = sqlName(name, 'property')
        return [id, freeName(column, taken, type === 'date' ? dateSuffixes : [''])]
      })
  )
}
