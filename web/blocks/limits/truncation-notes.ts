import type { Block } from 'notion-types'

import type { Truncation } from '../../../site/limits/caps.ts'

/** The type of the blocks that say that something is left out; no workspace has it. */
export const NOTE_TYPE = 'fansite_note'

/** Blocks whose content has to be of a certain kind: their note follows them. */
const strict = new Set<string>(['table', 'column_list', 'tab'])

interface Places {
  blocks: Map<string, Block>
  /** What each block shows; notes are put into it. */
  children: Map<string, string[]>
  truncations: Truncation[]
  pageId: string
}

/** Places the notes where something is missing: in the block, after it, or at the end of the page. */
export function placeNotes({ blocks, children, truncations, pageId }: Places): void {
  const behind = new Map<string, string[]>()
  const inside = new Map<string, string[]>()
  for (const each of truncations) {
    const isStrict = strict.has(blocks.get(each.blockId)?.type ?? '') || each.reason === 'text'
    const isWhole = each.reason === 'size' || each.blockId === pageId
    const notes = isStrict && !isWhole ? behind : inside
    const place = isWhole ? pageId : each.blockId
    const { id } = noteOf(each)
    notes.set(place, [...new Set([...(notes.get(place) ?? []), id])])
  }
  for (const [id, content] of children) {
    const placed = content.flatMap((child) => [child, ...(behind.get(child) ?? [])])
    children.set(id, [...placed, ...(inside.get(id) ?? [])])
  }
}

/** The block that says what is left out. All that is too much for the page has one note, at its end. */
export function noteOf({ blockId, reason }: Truncation): Block {
  const id = reason === 'size' ? `${NOTE_TYPE}:size` : `${NOTE_TYPE}:${reason}:${blockId}`
  // A block of no workspace: only these fields are asked for.
  return { id, type: NOTE_TYPE, format: { reason } } as unknown as Block
}

/** The reason of a block that `noteOf` has made. */
export function reasonOf({ format }: Block): Truncation['reason'] {
  return (format as { reason: Truncation['reason'] }).reason
}
