/** Which cells are written as they are: all of them with `--raw-csv`. */
export interface CsvOptions {
  isRaw: boolean
}

/** The description of `--raw-csv` in every command that writes CSV. */
export const RAW_CSV = 'write CSV cells as they are, those too that a spreadsheet would run'

/** One line as RFC 4180 has it: cells are quoted where they have to be, and CR LF ends the line. */
export function csvLine(cells: string[], { isRaw }: CsvOptions): string {
  // A line of one empty cell would be an empty line.
  if (cells.length === 1 && cells[0] === '') return '""\r\n'
  return `${cells.map((cell) => quoted(isRaw ? cell : asText(cell))).join(',')}\r\n`
}

function quoted(cell: string): string {
  return /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/**
 * Spreadsheets run a cell that begins like a formula, quoted or not: what a wiki holds could then
 * send a reader's data away. An apostrophe before it makes it text.
 */
function asText(cell: string): string {
  return /^[=@\t\r+-]/.test(cell) && !NUMBER.test(cell) ? `'${cell}` : cell
}

const NUMBER = /^[+-](?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?%?$/i
