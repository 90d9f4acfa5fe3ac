import type Database from 'better-sqlite3'
import type { Collection } from 'notion-types'

import { nameCollections } from '../sql-views/collection-sql-names.ts'
import { readSchemas } from '../records/collection-schema.ts'
import { collectionViews } from '../sql-views/collection-views.ts'
import { type SqlView, reservedNames, storedViews, viewStatements } from '../sql-views/sql-views.ts'

/**
 * Compares the views of a mirror with those that this fansite creates for its collections; undefined
 * if they are equal.
 */
export function viewFault(client: Database.Database): string | undefined {
  const views = ownViews(client)
  if (!views) return 'contains a collection whose record cannot be parsed'
  const wanted = viewStatements(views)
  const stored = storedViews(client)
  const foreign = [...stored].find(([name, sql]) => wanted.get(name) !== sql)
  if (foreign) return `contains the view "${foreign[0]}", which this fansite does not create`
  const missing = [...wanted.keys()].find((name) => !stored.has(name))
  return missing === undefined ? undefined : `lacks the view "${missing}"`
}

function ownViews(client: Database.Database): SqlView[] | undefined {
  const raw = client.prepare<[], string>('select raw from collection').pluck().all()
  try {
    const collections = raw.map((text) => JSON.parse(text) as Collection)
    return collectionViews(readSchemas(collections), nameCollections(collections, reservedNames))
  } catch (error) {
    // A foreign record may be invalid JSON or no collection.
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined
    throw error
  }
}
