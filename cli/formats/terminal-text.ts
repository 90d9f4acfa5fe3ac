import stringWidth from 'string-width'

const segmenter = new Intl.Segmenter()

/** Code units that one column of a terminal may take, with marks and joined emoji. */
const UNITS_PER_COLUMN = 20

/** Columns that a text takes on a terminal; a kanji or an emoji takes two. */
export function widthOf(text: string): number {
  return /^[\x20-\x7e]*$/.test(text) ? text.length : stringWidth(text)
}

/** The text in at most `width` columns, with … where something is left out. */
export function clipped(text: string, width: number): string {
  if (text.length <= width * UNITS_PER_COLUMN && widthOf(text) <= width) return text
  let kept = ''
  let used = 0
  for (const { segment } of segmenter.segment(text.slice(0, width * UNITS_PER_COLUMN))) {
    used += widthOf(segment)
    if (used > width - 1) break
    kept += segment
  }
  return `${kept}…`
}

/**
 * A text on one line and without power over the terminal: what a wiki holds may be written by
 * anybody, escape sequences and signs that turn the direction of writing included.
 */
export function tamed(text: string): string {
  return text
    .replaceAll(/\r?\n/g, '↵')
    .replaceAll('\t', ' ')
    .replaceAll(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, escaped)
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
