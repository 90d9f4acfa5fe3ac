import type { Collection } from 'notion-types'

import type { PageQuery, ViewQuery } from '../../site/addresses/page-query.ts'
import type { Mirror } from '../mirror/open-mirror.ts'
import { rowsMatching } from './rows-matching.ts'

interface Narrowing {
  collection: Collection
  asked: ViewQuery
  /** How values are written on the page. */
  textOf: PageQuery['textOf']
}

/** The rows of a collection that a visitor's filters and words leave; undefined when there are none. */
export function filterRows(
  mirror: Mirror,
  { collection, asked, textOf }: Narrowing
): Set<string> | undefined {
  const sets = asked.filters.map((filter) => rowsWithValue(mirror, collection.id, filter))
  const words = [...new Set(asked.search.toLowerCase().split(/\s+/).filter(Boolean))]
  if (words.length > 0) sets.push(rowsMatching(mirror, { collection, words, textOf }))
  if (sets.length === 0) return undefined
  const [first = new Set<string>(), ...rest] = sets
  return new Set([...first].filter((id) => rest.every((each) => each.has(id))))
}

/** An option is asked for by its name or, where that is long or has several lines, by its id. */
function rowsWithValue(
  { $client }: Mirror,
  collectionId: string,
  { property, value }: ViewQuery['filters'][number]
): Set<string> {
  const named = $client
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
  return new Set(rows.all(collectionId, property, value, named ?? value))
}
