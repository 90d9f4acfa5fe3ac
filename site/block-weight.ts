import type { Block } from 'notion-types'

/** What a page's HTML may weigh, in bytes. */
export const MAX_HTML_BYTES = 5_000_000

/** Characters of one block beyond which its text is cut. */
export const MAX_BLOCK_TEXT = 1_000_000

/** Bytes of markup around a block, and around a part of its text, in the mean. */
const BLOCK_BYTES = 45
const PART_BYTES = 12

/** Of a note that something is left out. */
export const NOTE_BYTES = 80

/** About how many bytes of HTML a block takes without what it holds. */
export function blockWeight(block: Pick<Block, 'properties'>): number {
  let weight = BLOCK_BYTES
  for (const value of Object.values(block.properties ?? {}) as unknown[]) {
    if (!Array.isArray(value)) continue
    for (const part of value) weight += PART_BYTES + textLength(part)
  }
  return weight
}

function textLength(part: unknown): number {
  const text: unknown = Array.isArray(part) ? part[0] : undefined
  return typeof text === 'string' ? Math.min(text.length, MAX_BLOCK_TEXT) : 0
}
