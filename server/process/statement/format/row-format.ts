import type { SqlValue } from '../../../../db/describe/sql-value.ts'

/** Formats rows as they arrive; the output is the concatenation of all returned texts. */
export interface RowFormat {
  head: () => string
  rows: (rows: SqlValue[][]) => string
  end: () => string
}

/** A number as the SQLite shell prints it: a real has a decimal point, to tell it from an integer. */
export function numberText(value: number | bigint): string {
  return Number.isInteger(value) && Math.abs(Number(value)) < 1e15 ? `${value}.0` : String(value)
}
