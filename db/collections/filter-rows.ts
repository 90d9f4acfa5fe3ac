import type { Collection } from 'notion-types'

import type { PageQuery, ViewQuery } from '../../site/addresses/page-query.ts'
import { searchWords } from '../../site/pages/view-rows.ts'
import { keys } from '../changes/change-keys.ts'
import { noteReads } from '../changes/record-reads.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { rowsMatching } from './rows-matching.ts'

interface RowFilter {
  collection: Collection
  viewQuery: ViewQuery
  /** Formats values as the page does. */
  textOf: PageQuery['textOf']
}

/** Returns the ids of the rows that match a visitor's filters and search words; undefined without any. */
export function filterRows(
  mirror: Mirror,
  { collection, viewQuery, textOf }: RowFilter
): Set<string> | undefined {
  const sets = viewQuery.filters.map((filter) => rowsWithValue(mirror, collection.id, filter))
  const words = searchWords(viewQuery.search)
  if (words.length > 0) sets.push(rowsMatching(mirror, { collection, words, textOf }))
  if (sets.length === 0) return undefined
  const [first = new Set<string>(), ...rest] = sets
  return new Set([...first].filter((id) => rest.every((each) => each.has(id))))
}

/** A filter contains the name of an option or, for a long or multi-line name, its id. */
function rowsWithValue(
  { $client }: Mirror,
  collectionId: string,
  { property, value }: ViewQuery['filters'][number]
): Set<string> {
  noteReads([keys.collection(collectionId), keys.rows(collectionId), keys.edited(collectionId)])
  const optionName = $client
    .prepare<[string, string, string], string>(
      `select option.value ->> 'value' from collection_property as property
         join json_each(property.options) as option on option.value ->> 'id' = ?
        where collection_id = ? and property_id = ?`
    )
    .pluck()
    .get(value, collectionId, property)
  const rows = $client
    .prepare<[string, string, string, string], string>(
      `select page_id from property_value
        where collection_id = ? and property_id = ? and text in (?, ?)`
    )
    .pluck()
  return new Set(rows.all(collectionId, property, value, optionName ?? value))
}
