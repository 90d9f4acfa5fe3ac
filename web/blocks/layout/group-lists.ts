import type { Block } from 'notion-types'

/** Blocks that stand as they are, or the items of one list. */
export type Run = { block: Block; items?: undefined } | { block: Block; items: Block[] }

const listTypes = new Set<string>(['bulleted_list', 'numbered_list', 'to_do'])

/**
 * The blocks in order, list items of one kind in a row as one list, named by its first. A numbered
 * item that asks for a number of its own begins another list.
 */
export function groupLists(blocks: Block[]): Run[] {
  const runs: Run[] = []
  for (const block of blocks) {
    const open = runs.at(-1)
    if (!listTypes.has(block.type)) runs.push({ block })
    else if (open?.items && open.block.type === block.type && !startsAnew(block)) {
      open.items.push(block)
    } else runs.push({ block, items: [block] })
  }
  return runs
}

function startsAnew(block: Block): boolean {
  return block.type === 'numbered_list' && block.format?.list_start_index !== undefined
}
