import type Database from 'better-sqlite3'

import { tokensOf, unquoted } from './diagnose/tokens.ts'

/** A view of the mirror with the statement that created it. */
export interface View {
  name: string
  sql: string
}

/** The views that a statement references, directly or through other views; the innermost come last. */
export function viewsOf(database: Database.Database, sql: string): View[] {
  const all = database
    .prepare<[], View>(`select name, sql from sqlite_schema where type = 'view'`)
    .all()
  const found = new Set<View>()
  const texts = [sql]
  for (const text of texts) {
    const words = new Set(tokensOf(text).map((token) => unquoted(token.text).toLowerCase()))
    for (const view of all) {
      if (found.has(view) || !words.has(view.name.toLowerCase())) continue
      found.add(view)
      texts.push(view.sql)
    }
  }
  return [...found]
}
