import type { SqlValue } from '../protocol.ts'

/** Turns rows into text as they come; every part may be written at once. */
export interface RowFormat {
  head: () => string
  rows: (rows: SqlValue[][]) => string
  end: () => string
}

/** A number as SQLite tells it: a real keeps its point, so that it is not taken for an integer. */
export function numberText(value: number | bigint): string {
  return Number.isInteger(value) && Math.abs(Number(value)) < 1e15 ? `${value}.0` : String(value)
}
