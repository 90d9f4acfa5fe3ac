import type { Block } from 'notion-types'

import type { Cut } from '../../site/cut.ts'

/** The type of the blocks that say what is left out; no workspace has it. */
export const NOTE_TYPE = 'fansite_note'

/** Blocks whose content has to be of a certain kind: a note stands behind them. */
const strict = new Set<string>(['table', 'column_list', 'tab'])

interface Places {
  blocks: Map<string, Block>
  /** What each block shows; notes are put into it. */
  children: Map<string, string[]>
  cuts: Cut[]
  pageId: string
}

/** Puts the notes where something is missing: in the block, behind it, or at the end of the page. */
export function placeNotes({ blocks, children, cuts, pageId }: Places): void {
  const behind = new Map<string, string[]>()
  const inside = new Map<string, string[]>()
  for (const cut of cuts) {
    const isStrict = strict.has(blocks.get(cut.blockId)?.type ?? '') || cut.reason === 'text'
    const isWhole = cut.reason === 'size' || cut.blockId === pageId
    const notes = isStrict && !isWhole ? behind : inside
    const place = isWhole ? pageId : cut.blockId
    const { id } = noteOf(cut)
    notes.set(place, [...new Set([...(notes.get(place) ?? []), id])])
  }
  for (const [id, content] of children) {
    const placed = content.flatMap((child) => [child, ...(behind.get(child) ?? [])])
    children.set(id, [...placed, ...(inside.get(id) ?? [])])
  }
}

/** The block that says what a cut leaves out; the same for all that is cut at the end of a page. */
export function noteOf({ blockId, reason }: Cut): Block {
  const id = reason === 'size' ? `${NOTE_TYPE}:size` : `${NOTE_TYPE}:${reason}:${blockId}`
  // A block of no workspace: only these fields are asked for.
  return { id, type: NOTE_TYPE, format: { reason } } as unknown as Block
}

/** Why something is left out, of a block that `noteOf` has made. */
export function cutReason({ format }: Block): Cut['reason'] {
  return (format as { reason: Cut['reason'] }).reason
}
