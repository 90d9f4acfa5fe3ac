import type { Block } from 'notion-types'

/** What a page's HTML may weigh, in bytes. */
export const MAX_HTML_BYTES = 5_000_000

/** What one text of a block may weigh. */
export const MAX_TEXT_BYTES = 1_000_000

/** Of a note that something is left out. */
export const NOTE_BYTES = 80

/** Bytes of markup around a block, around a part of its text, and for each mark of it, in the mean. */
const BLOCK_BYTES = 45
const PART_BYTES = 8
const MARK_BYTES = 12

/** About how many bytes of HTML a block takes without what it holds. */
export function blockWeight(block: Pick<Block, 'properties'>): number {
  let weight = BLOCK_BYTES
  for (const text of Object.values(block.properties ?? {})) {
    weight += Math.min(textWeight(text), MAX_TEXT_BYTES)
  }
  return weight
}

/** About how many bytes of HTML a text takes. */
export function textWeight(text: unknown): number {
  if (!Array.isArray(text)) return 0
  let weight = 0
  for (const part of text) weight += partWeight(part)
  return weight
}

export function partWeight(part: unknown): number {
  if (!Array.isArray(part)) return 0
  const [words, marks]: unknown[] = part
  const markCount = Array.isArray(marks) ? marks.length : 0
  return PART_BYTES + MARK_BYTES * markCount + (typeof words === 'string' ? wordsWeight(words) : 0)
}

/** Bytes of words in UTF-8 with `"`, `&`, `'`, `<` and `>` escaped. */
function wordsWeight(words: string): number {
  let weight = words.length
  for (let index = 0; index < words.length; index++) {
    const code = words.charCodeAt(index)
    if (code > 0x7f) weight += code > 0x7ff ? 2 : 1
    else if (code === 0x22 || code === 0x26 || code === 0x27) weight += 5
    else if (code === 0x3c || code === 0x3e) weight += 3
  }
  return weight
}
