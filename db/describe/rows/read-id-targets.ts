import type { Mirror } from '../../mirror/open-mirror.ts'
import type { IdKind } from '../id-columns.ts'
import type { SqlValue } from '../sql-value.ts'

/** Tables that an id of a kind may be found in, the best first. */
const homes: Record<IdKind, [table: string, column: string][]> = {
  // The target of a property may be a person.
  block: [
    ['page', 'id'],
    ['block', 'id'],
    ['collection', 'id'],
    ['user', 'id']
  ],
  collection: [['collection', 'id']],
  collection_view: [['collection_view', 'id']],
  user: [['user', 'id']],
  search_page: [['search_page', 'number']],
  publication: [['publication', 'generation']]
}

/** The table that has the row with an id; pages are rows of the view `pages`. */
export interface IdTarget {
  table: string
}

/** Finds the rows that ids of one kind identify; ids without a row are missing. */
export function readIdTargets(
  { $client }: Mirror,
  kind: IdKind,
  ids: SqlValue[]
): Map<SqlValue, IdTarget> {
  const found = new Map<SqlValue, IdTarget>()
  const list = JSON.stringify(ids.filter((id) => typeof id === 'string' || typeof id === 'number'))
  for (const [table, column] of homes[kind]) {
    const known = $client
      .prepare<[string], SqlValue>(
        `select distinct value from json_each(?) where value in (select ${column} from ${table})`
      )
      .pluck()
      .all(list)
    for (const id of known) {
      if (!found.has(id)) found.set(id, { table: table === 'page' ? 'pages' : table })
    }
  }
  return found
}
