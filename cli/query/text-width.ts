import stringWidth from 'string-width'

const segmenter = new Intl.Segmenter()

/** Maximum number of code units per column, with combining marks and joined emoji. */
const UNITS_PER_COLUMN = 20

/** The width of a text on a terminal, in columns; a kanji or an emoji takes two. */
export function textWidth(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text)
}

/** The text truncated to `width` columns, with … at the end. */
export function clipText(text: string, width: number): string {
  if (text.length <= width * UNITS_PER_COLUMN && textWidth(text) <= width) return text
  let start = ''
  let used = 0
  for (const { segment } of segmenter.segment(text.slice(0, width * UNITS_PER_COLUMN))) {
    used += textWidth(segment)
    if (used > width - 1) break
    start += segment
  }
  return `${start}…`
}
