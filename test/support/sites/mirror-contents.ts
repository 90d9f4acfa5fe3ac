import Database from 'better-sqlite3'

/**
 * Tables and columns that identify a publication; generations, runs and earlier states are
 * excluded.
 */
const historical = new Set([
  'sync_run',
  'page_path',
  'gone_page',
  'former_title',
  'title_mention',
  'table_digest',
  'publication',
  'change',
  '__drizzle_migrations'
])
const historicalColumns = new Set(['generation', 'published_at', 'digest'])

/**
 * Pages keep their number in the index across publications, so a new mirror has different numbers.
 * Earlier names of pages are excluded, and with them the head of the first section, which contains
 * all names; see `aliasesIn`.
 */
const searchContents = [
  `select page_id, title, headings, tags from search_page`,
  `select page_id, name from search_called join search_page on number = page_number where is_title`,
  `select page_id, section.id % 1024, heading, anchor, section.text
     from search_section as section join search_page on number = page_number`,
  `select term, col, page_id, doc % 1024, offset
     from temp.word join search_page on number = doc / 1024
    where col <> 'head' or doc % 1024 > 0`,
  `select term, col, page_id, offset
     from temp.name_word join search_page on number = doc
    where col <> 'alias'`
]

/** All rows of all tables of a mirror, sorted; equal publications have equal contents. */
export function mirrorContents(file: string): Record<string, unknown[]> {
  const mirror = new Database(file, { readonly: true, fileMustExist: true })
  try {
    const tables = mirror
      .prepare<[], string>(
        `select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'`
      )
      .pluck()
      .all()
    const contents = tables
      .filter((table) => !historical.has(table) && !table.startsWith('search_'))
      .map((table) => [table, contentsOf(mirror, table)] as const)
    return { ...Object.fromEntries(contents), search: searchContentsOf(mirror) }
  } finally {
    mirror.close()
  }
}

/** All other names of pages in the search index, as `page: name`. */
export function aliasesIn(file: string): string[] {
  const mirror = new Database(file, { readonly: true, fileMustExist: true })
  try {
    return mirror
      .prepare<[], string>(
        `select page_id || ': ' || value from search_page, json_each(aliases) order by 1`
      )
      .pluck()
      .all()
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

/** The full-text index, including the position of each word. */
function searchContentsOf(mirror: Database.Database): unknown[] {
  mirror.exec(`
    create virtual table temp.word using fts5vocab (main, search_text, instance);
    create virtual table temp.name_word using fts5vocab (main, search_name, instance)`)
  return searchContents.flatMap((sql) =>
    mirror
      .prepare(sql)
      .raw()
      .all()
      .map((row) => JSON.stringify(row))
      .toSorted()
  )
}
