import type { PageOutline } from './page-outline.ts'

/**
 * The element of a heading at a block's place: the page's title is the only h1, so its sections begin
 * at h2. `below` counts the headings that the block itself has above this one.
 */
export function headingTag(outline: PageOutline, blockId: string, below = 0) {
  const rank = 2 + (outline.depths.get(blockId) ?? 0) + below
  return tags[Math.min(rank, 6)] ?? 'h6'
}

const tags = ['h1', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const
