import type { FetchCounts } from '../../site/ranges/ranged-file.ts'
import type { FaultKind } from './worker/query-fault.ts'

/** A value of a row; a blob is a `Uint8Array`. */
export type Cell = null | number | bigint | string | Uint8Array

/** How the rows are sorted by a column of theirs. */
export interface RowOrder {
  /** Index of the column. */
  column: number
  isDescending: boolean
}

export type ExportFormat = 'csv' | 'json'

/** A message to the worker. */
export type QueryRequest =
  /** Opens the database at an address, the first message. */
  | { kind: 'open'; address: string }
  /** Runs a statement until it has fetched `maxBytes`; `isContinued` if it was stopped there before. */
  | { kind: 'run'; sql: string; maxBytes: number; isContinued: boolean }
  /** Sends the first rows of the last result in another order; undefined for that of the statement. */
  | { kind: 'sort'; order: RowOrder | undefined }
  | { kind: 'export'; format: ExportFormat; order: RowOrder | undefined }

/** Tables and views with their columns, for completion. */
export type Schema = Record<string, string[]>

/** A message of the worker. */
export type QueryAnswer =
  | { kind: 'opened'; schema: Schema }
  /** After each fetch of a running statement; `counts` are those of the statement. */
  | { kind: 'progress'; counts: FetchCounts }
  /** The statement is stopped, because it has fetched what it may; the pages are kept. */
  | { kind: 'limit'; counts: FetchCounts; size: number }
  | { kind: 'result'; result: QueryResult; counts: FetchCounts }
  | { kind: 'sorted'; rows: Cell[][] }
  | { kind: 'exported'; blob: Blob }
  /** SQLite's words, with a similar name if one is unknown. */
  | { kind: 'failed'; message: string; suggestion?: string }
  /** The file cannot be read. */
  | { kind: 'fault'; fault: FaultKind }

export interface QueryResult {
  columns: string[]
  /** The first rows. */
  rows: Cell[][]
  /** Number of all rows. */
  total: number
  /** Whether there are more rows than are kept. */
  isCut: boolean
  /** Milliseconds. */
  time: number
}
