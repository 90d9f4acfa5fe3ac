import type Database from 'better-sqlite3'
import type { Collection } from 'notion-types'

import { nameCollections } from '../sql-views/collection-sql-names.ts'
import { readSchemas } from '../records/collection-schema.ts'
import { collectionViews } from '../sql-views/collection-views.ts'
import { type SqlView, ownNames, viewStatements } from '../sql-views/sql-views.ts'

/**
 * How the views of a mirror differ from those that this fansite makes for its collections;
 * undefined when they do not.
 */
export function viewFault(client: Database.Database): string | undefined {
  const views = ownViews(client)
  if (!views) return 'holds a collection whose record cannot be read'
  const wanted = viewStatements(views)
  const held = new Map(
    client
      .prepare<[], [string, string]>(`select name, sql from sqlite_schema where type = 'view'`)
      .raw()
      .all()
  )
  const foreign = [...held].find(([name, sql]) => wanted.get(name) !== sql)
  if (foreign) return `holds the view "${foreign[0]}" that this fansite does not make`
  const missing = [...wanted.keys()].find((name) => !held.has(name))
  return missing === undefined ? undefined : `lacks the view "${missing}"`
}

function ownViews(client: Database.Database): SqlView[] | undefined {
  const raw = client.prepare<[], string>('select raw from collection').pluck().all()
  try {
    const collections = raw.map((text) => JSON.parse(text) as Collection)
    return collectionViews(readSchemas(collections), nameCollections(collections, ownNames))
  } catch (error) {
    // A stranger's record may be anything: no JSON, or not what a collection is.
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined
    throw error
  }
}
