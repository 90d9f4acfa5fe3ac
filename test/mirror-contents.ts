import Database from 'better-sqlite3'

/** What a publication is of, without which one it was: generations, runs, and what was before are left out. */
const historical = new Set([
  'sync_run',
  'page_path',
  'gone_page',
  'table_digest',
  '__drizzle_migrations'
])
const historicalColumns = new Set(['generation', 'published_at', 'digest'])

/** Every row of every table of a mirror, in an order of its own; equal publications have equal contents. */
export function mirrorContents(file: string): Record<string, unknown[]> {
  const mirror = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const tables = mirror
      .prepare<[], string>(
        `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`
      )
      .pluck()
      .all()
    return Object.fromEntries(
      tables
        .filter((table) => !historical.has(table))
        .map((table) => [table, contentsOf(mirror, table)])
    )
  } finally {
    mirror.close()
  }
}

function contentsOf(mirror: Database.Database, table: string): unknown[] {
  const rows = mirror.prepare<[], Record<string, unknown>>(`select * from "${table}"`).all()
  const isHistorical = (name: string) => table === 'mirror' && historicalColumns.has(name)
  return rows
    .map((row) => JSON.stringify(Object.entries(row).filter(([name]) => !isHistorical(name))))
    .toSorted()
}
