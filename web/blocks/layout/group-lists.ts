import type { Block } from 'notion-types'

/** One block, or the items of one list. */
export type Run = { block: Block; items?: undefined } | { block: Block; items: Block[] }

const listTypes = new Set<string>(['bulleted_list', 'numbered_list', 'to_do'])

/**
 * The blocks in order, with consecutive list items of one type grouped into a list, keyed by its
 * first item. A numbered item with its own start number begins another list.
 */
export function groupLists(blocks: Block[]): Run[] {
  const runs: Run[] = []
  for (const block of blocks) {
    const open = runs.at(-1)
    if (!listTypes.has(block.type)) runs.push({ block })
    else if (open?.items && open.block.type === block.type && !hasStartNumber(block)) {
      open.items.push(block)
    } else runs.push({ block, items: [block] })
  }
  return runs
}

function hasStartNumber(block: Block): boolean {
  return block.type === 'numbered_list' && block.format?.list_start_index !== undefined
}
