import type { SqlValue } from '../../../db/describe/sql-value.ts'

/** A message to the process that runs the statement; each gets one `StatementAnswer`. */
export type StatementRequest =
  | { kind: 'start'; file: string; sql: string; values: SqlValue[] }
  /** Requests up to `count` rows. */
  | { kind: 'rows'; count: number }

/** Why a statement failed. */
export interface StatementFailure {
  /** SQLite's result code; undefined when the reason is not SQLite's. */
  code?: string
  message: string
  /** A name similar to an unknown one. */
  suggestion?: string
}

export type StatementAnswer =
  | { kind: 'ready' }
  | { kind: 'started'; columns: string[] }
  /** At the end the database is closed; `isFree` if the process can run another statement then. */
  | { kind: 'rows'; rows: SqlValue[][]; isEnd: boolean; isFree: boolean }
  | { kind: 'failed'; failure: StatementFailure }
  /** A row over `MAX_ROW_SIZE`, which is not sent; `size` in bytes or characters. */
  | { kind: 'too large'; size: number }
