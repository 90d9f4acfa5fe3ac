import { terminalText } from '../formats/terminal-text.ts'
import { clipText, textWidth } from './text-width.ts'
import type { SqlValue } from '../../db/describe/sql-value.ts'
import { type RowFormat, numberText } from '../../server/process/statement/format/row-format.ts'

/** The output of a table. */
export interface TableTarget {
  /** Columns of the terminal; undefined for other outputs, where cells are not truncated. */
  width: number | undefined
  /** Whether NULL may be shown dim. */
  isColoured: boolean
}

interface Cell {
  text: string
  width: number
  isNumber: boolean
  isNull: boolean
}

const GAP = '  '
/** A column is never narrower than this, even if lines then wrap. */
const MIN_WIDTH = 4
/** A longer cell shifts the rest of its own line, but does not widen the column. */
const MAX_PADDING = 80
/** Characters to buffer; rows beyond are laid out as a table of their own. */
const MAX_BUFFERED = 4_000_000

/** A table with aligned columns. Rows are buffered, since the widths depend on all of them. */
export function tableFormat(columns: string[], target: TableTarget): RowFormat {
  const heads = columns.map((column) => textCell(column, target))
  let buffered: Cell[][] = []
  let size = 0
  const flush = () => {
    const text = layOut(heads, buffered, target)
    buffered = []
    size = 0
    return text
  }
  return {
    head: () => '',
    rows: (rows) => {
      let text = ''
      for (const row of rows) {
        const cells = row.map((value) => toCell(value, target))
        buffered.push(cells)
        size += cells.reduce((sum, cell) => sum + cell.text.length + 50, 0)
        if (size > MAX_BUFFERED) text += flush()
      }
      return text
    },
    end: () => flush()
  }
}

function toCell(value: SqlValue, target: TableTarget): Cell {
  if (value === null) {
    const text = target.isColoured ? 'null' : ''
    return { text, width: text.length, isNumber: false, isNull: true }
  }
  if (typeof value === 'string') return textCell(value, target)
  if (value instanceof Uint8Array) return textCell(`<${value.length} bytes>`, target)
  const text = numberText(value)
  return { text, width: text.length, isNumber: true, isNull: false }
}

function textCell(text: string, { width }: TableTarget): Cell {
  const line =
    width === undefined
      ? terminalText(text)
      : clipText(terminalText(text.slice(0, width * 20 + 1)), width)
  const isLong = line.length > 4 * MAX_PADDING
  return {
    text: line,
    width: isLong && width === undefined ? line.length : textWidth(line),
    isNumber: false,
    isNull: false
  }
}

function layOut(heads: Cell[], rows: Cell[][], target: TableTarget): string {
  const lines = [heads, ...rows]
  const natural = heads.map((_, index) => widest(lines, index, target))
  const widths = target.width === undefined ? natural : fitted(natural, target.width)
  const isRight = heads.map((_, index) => isNumeric(rows, index))
  const line = (cells: Cell[]) =>
    cells
      .map((cell, index) => {
        const isLast = index === cells.length - 1
        return padded(cell, { width: widths[index] ?? 0, isRight: isRight[index], isLast, target })
      })
      .join(GAP)
  const rule = widths.map((width) => '─'.repeat(width)).join(GAP)
  return [line(heads), rule, ...rows.map(line)].map((text) => `${text}\n`).join('')
}

function widest(lines: Cell[][], index: number, { width }: TableTarget): number {
  const limit = width ?? MAX_PADDING
  return lines.reduce((most, cells) => Math.max(most, Math.min(cells[index]?.width ?? 0, limit)), 1)
}

function isNumeric(rows: Cell[][], index: number): boolean {
  const cells = rows.map((row) => row[index]).filter((cell) => cell && !cell.isNull)
  return cells.length > 0 && cells.every((cell) => cell?.isNumber)
}

/** The widths, with the widest columns reduced until a line fits. */
function fitted(natural: number[], width: number): number[] {
  const room = width - GAP.length * (natural.length - 1)
  let limit = Math.max(...natural)
  const sum = () => natural.reduce((total, each) => total + Math.min(each, limit), 0)
  while (limit > MIN_WIDTH && sum() > room) limit--
  // The last step may have removed too much: the first narrowed columns get the spare width.
  let spare = room - sum()
  return natural.map((each) => {
    const extra = each > limit && spare > 0 ? 1 : 0
    spare -= extra
    return Math.min(each, limit) + extra
  })
}

function padded(
  cell: Cell,
  place: { width: number; isRight: boolean | undefined; isLast: boolean; target: TableTarget }
): string {
  const { width, isRight, isLast, target } = place
  const isTruncated = target.width !== undefined && cell.width > width
  const text = isTruncated ? clipText(cell.text, width) : cell.text
  const gap = ' '.repeat(Math.max(0, width - (isTruncated ? textWidth(text) : cell.width)))
  const shown = cell.isNull && target.isColoured ? `\u001B[2m${text}\u001B[22m` : text
  if (isRight) return gap + shown
  return isLast ? shown : shown + gap
}
