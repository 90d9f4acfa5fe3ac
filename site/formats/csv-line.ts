export interface CsvOptions {
  /** Whether cells that a spreadsheet would run as a formula are written unchanged (`--raw-csv`). */
  isRaw: boolean
}

/** Description of `--raw-csv`, for every command that writes CSV. */
export const RAW_CSV = 'write CSV cells unchanged, even if a spreadsheet would run them as formulas'

/** One line of CSV (RFC 4180), ended by CR LF; cells are quoted only where necessary. */
export function csvLine(cells: string[], { isRaw }: CsvOptions): string {
  // Unquoted, a single empty cell would be an empty line.
  if (cells.length === 1 && cells[0] === '') return '""\r\n'
  return `${cells.map((cell) => quoted(isRaw ? cell : asText(cell))).join(',')}\r\n`
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/**
 * Prevents CSV injection: a spreadsheet runs a cell that begins like a formula, quoted or not, a Japanese
 * one also with characters of full width. A leading apostrophe makes it text.
 */
function asText(cell: string): string {
  return /^[=@\t\r+＝＠＋－-]/.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
}

const NUMBER = /^[+-](?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?%?$/i
