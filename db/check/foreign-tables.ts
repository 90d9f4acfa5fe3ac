/**
 * Tables that other programs add to a mirror, which fansite never reads: Litestream's bookkeeping, and
 * the statistics of SQLite's `ANALYZE`. A verified mirror may contain them, its copies do not.
 */
export const foreignTables: readonly string[] = [
  '_litestream_lock',
  '_litestream_seq',
  'sqlite_stat1',
  'sqlite_stat4'
]
