import stringWidth from 'string-width'

/** Characters of a long line that are shown before and after the position. */
const SHOWN = 70

/** The line of a statement that contains the offset, and a line with a caret under it. */
export function caretLine(sql: string, offset: number): string {
  const lineStart = sql.lastIndexOf('\n', offset - 1) + 1
  const nextBreak = sql.indexOf('\n', offset)
  const lineEnd = nextBreak === -1 ? sql.length : nextBreak
  const start = Math.max(lineStart, offset - SHOWN)
  const before = shown(sql.slice(start, offset))
  const behind = shown(sql.slice(offset, Math.min(lineEnd, offset + SHOWN)))
  const lineNumber = sql.slice(0, lineStart).split('\n').length
  const label = sql.trim().includes('\n') ? `line ${lineNumber}: ` : '  '
  const gap = ' '.repeat(stringWidth(label) + stringWidth(before))
  return `${label}${before}${behind}\n${gap}^`
}

function shown(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ')
}
