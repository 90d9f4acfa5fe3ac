/** A value as SQLite gives it; every integer is a bigint, so that none loses digits. */
export type SqlValue = null | number | bigint | string | Uint8Array

/** What the parent asks of the process that runs the statement; one answer comes to each. */
export type StatementRequest =
  | { kind: 'start'; file: string; sql: string }
  /** At most so many rows. */
  | { kind: 'rows'; count: number }

/** Why a statement cannot be run. */
export interface StatementFailure {
  /** SQLite's result code; undefined when the reason is not SQLite's. */
  code?: string
  message: string
  /** Where in the SQL, in UTF-16 units; in that of the view where one is named. */
  offset?: number
  /** The view that is at fault, though the statement is sound. */
  view?: { name: string; sql: string }
  /** Rows that came before it; undefined when the statement has not begun to run. */
  rowsBefore?: number
  /** What may have been meant. */
  hint?: string
}

export type StatementAnswer =
  | { kind: 'ready' }
  | { kind: 'started'; columns: string[] }
  | { kind: 'rows'; rows: SqlValue[][]; isEnd: boolean }
  | { kind: 'failed'; failure: StatementFailure }
  /** A row of so many bytes or characters, which is not sent. */
  | { kind: 'too large'; size: number }
