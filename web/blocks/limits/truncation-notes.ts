import type { Block } from 'notion-types'

import type { Truncation } from '../../../site/limits/caps.ts'

/** Type of the synthetic blocks that announce a truncation. Notion has no such type. */
export const NOTE_TYPE = 'fansite_note'

/** Blocks whose content must be of a certain type, so that their note follows them. */
const strict = new Set<string>(['table', 'column_list', 'tab'])

interface Places {
  blocks: Map<string, Block>
  /** The visible content of each block, to which notes are added. */
  children: Map<string, string[]>
  truncations: Truncation[]
  pageId: string
}

/** Adds notes to the content: in the truncated block, after it, or at the end of the page. */
export function placeNotes({ blocks, children, truncations, pageId }: Places): void {
  const after = new Map<string, string[]>()
  const inside = new Map<string, string[]>()
  for (const each of truncations) {
    const isStrict = strict.has(blocks.get(each.blockId)?.type ?? '') || each.reason === 'text'
    const isWhole = each.reason === 'size' || each.blockId === pageId
    const notes = isStrict && !isWhole ? after : inside
    const place = isWhole ? pageId : each.blockId
    const { id } = noteOf(each)
    notes.set(place, [...new Set([...(notes.get(place) ?? []), id])])
  }
  for (const [id, content] of children) {
    const placed = content.flatMap((child) => [child, ...(after.get(child) ?? [])])
    children.set(id, [...placed, ...(inside.get(id) ?? [])])
  }
}

/** The note of a truncation. Truncations by page size share one note at the end of the page. */
export function noteOf({ blockId, reason }: Truncation): Block {
  const id = reason === 'size' ? `${NOTE_TYPE}:size` : `${NOTE_TYPE}:${reason}:${blockId}`
  // A synthetic block: only these fields are read.
  return { id, type: NOTE_TYPE, format: { reason } } as unknown as Block
}

/** The reason of a note made by `noteOf`. */
export function reasonOf({ format }: Block): Truncation['reason'] {
  return (format as { reason: Truncation['reason'] }).reason
}
