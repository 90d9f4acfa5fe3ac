import type { Cell, RowOrder } from '../protocol.ts'

/** All rows of a statement, as many as are kept. */
export interface KeptRows {
  columns: string[]
  rows: Cell[][]
  /** Whether there are more. */
  isCut: boolean
}

/** What is kept of a result: rows, and characters or bytes. */
const MAX_ROWS = 100_000
const MAX_SIZE = 64 * 1024 * 1024

/** Takes rows until there are no more, or as many as are kept. */
export function takeRows(columns: string[], next: () => Cell[] | undefined): KeptRows {
  const rows: Cell[][] = []
  let size = 0
  for (let row = next(); row; row = next()) {
    if (rows.length === MAX_ROWS || size > MAX_SIZE) return { columns, rows, isCut: true }
    rows.push(row)
    size += row.reduce<number>((sum, cell) => sum + sizeOf(cell), 0)
  }
  return { columns, rows, isCut: false }
}

function sizeOf(cell: Cell): number {
  return typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 8
}

/** The rows in another order; undefined for that of the statement. Values of different types as in SQLite. */
export function inOrder(rows: Cell[][], order: RowOrder | undefined): Cell[][] {
  if (!order) return rows
  const { column, isDescending } = order
  const collator = new Intl.Collator()
  const compare = (one: Cell, other: Cell): number => {
    const byType = rank(one) - rank(other)
    if (byType !== 0) return byType
    if (typeof one === 'string' && typeof other === 'string') return collator.compare(one, other)
    if (one instanceof Uint8Array && other instanceof Uint8Array) return one.length - other.length
    if (one === null || other === null) return 0
    return one < other ? -1 : Number(one > other)
  }
  const sorted = rows.toSorted((a, b) => compare(a[column] ?? null, b[column] ?? null))
  return isDescending ? sorted.toReversed() : sorted
}

function rank(cell: Cell): number {
  if (cell === null) return 0
  if (typeof cell === 'number' || typeof cell === 'bigint') return 1
  return typeof cell === 'string' ? 2 : 3
}
