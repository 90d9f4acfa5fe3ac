import { readFileSync, writeFileSync } from 'node:fs'

import Database from 'better-sqlite3'

const PAGE = 4096

/** Overwrites 20 pages in the middle of a closed database; its header and schema stay intact. */
export function damageInnerPages(file: string): void {
  const bytes = readFileSync(file)
  const middle = Math.floor(bytes.length / PAGE / 2) * PAGE
  bytes.fill(0x5a, middle, middle + 20 * PAGE)
  writeFileSync(file, bytes)
}

/** Overwrites the second page of a closed database, where its first tables start. */
export function damageHead(file: string): void {
  const bytes = readFileSync(file)
  bytes.fill(0xff, PAGE, 2 * PAGE)
  writeFileSync(file, bytes)
}

/** Overwrites the first page of a table of a closed database: no statement can read the table. */
export function damageTable(file: string, table = 'page'): void {
  const database = new Database(file, { readonly: true })
  const sql = 'select rootpage from sqlite_schema where name = ?'
  const root = database.prepare<[string], number>(sql).pluck().get(table)
  database.close()
  const start = ((root ?? 0) - 1) * PAGE
  const bytes = readFileSync(file)
  bytes.fill(0xff, start, start + PAGE)
  writeFileSync(file, bytes)
}
