import type { Block, ExtendedRecordMap } from 'notion-types'
import { getBlockValue } from 'notion-utils'

/**
 * A block that one of our components draws. The renderer sees an `embed`, the one type that it hands
 * to a component whole, and passes the object through.
 */
export interface SlotBlock {
  id: string
  type: 'embed'
  original: Block
  /** The items of a list: its blocks of one kind in a row. */
  items?: Block[]
}

/** What the renderer draws well by itself, as it stands. */
const plainTypes = new Set<string>(['column_list', 'column', 'divider', 'transclusion_container'])
const listTypes = new Set<string>(['bulleted_list', 'numbered_list'])

/** The id under which `arrangeBlocks` keeps the content of a block that has a component of its own. */
export function contentId(blockId: string): string {
  return `${blockId}/content`
}

/**
 * Rewrites a prepared record map for the renderer: blocks that it draws incompletely become slots,
 * their content a container of its own. List items in a row become one list, since the renderer makes
 * a list per item and searches the whole map for each number.
 */
export function arrangeBlocks(recordMap: ExtendedRecordMap, pageId: string): ExtendedRecordMap {
  const block: Record<string, { role: 'reader'; value: unknown }> = {}
  const add = (id: string, value: unknown) => {
    block[id] = { role: 'reader', value }
  }

  for (const [id, box] of Object.entries(recordMap.block)) {
    const value = getBlockValue<Block>(box)
    if (!value) continue
    const { content, lists } = arrangeContent(value, recordMap)
    for (const list of lists) add(list.id, list)

    const isPlain = plainTypes.has(value.type) && id !== pageId
    if (isPlain) add(id, { ...value, content })
    else add(id, { id, type: 'embed', original: value } satisfies SlotBlock)
    if (!isPlain && content) add(contentId(id), container(contentId(id), content))
  }
  // The renderer reads more kinds of block than its types tell; slots are our own kind.
  return { ...recordMap, block: block as unknown as ExtendedRecordMap['block'] }
}

function container(id: string, content: string[]) {
  return { id, type: 'transclusion_container', content }
}

function arrangeContent(block: Block, recordMap: ExtendedRecordMap) {
  const content: string[] = []
  const lists: SlotBlock[] = []
  let open: SlotBlock | undefined

  for (const id of block.content ?? []) {
    const child = getBlockValue<Block>(recordMap.block[id])
    if (!child || !listTypes.has(child.type)) {
      open = undefined
      content.push(id)
    } else if (open && open.original.type === child.type && !startsAnew(child)) {
      open.items?.push(child)
    } else {
      open = { id: `${block.id}/list/${id}`, type: 'embed', original: child, items: [child] }
      lists.push(open)
      content.push(open.id)
    }
  }
  return { content: block.content && content, lists }
}

/** Whether a numbered item asks for a number of its own, which begins another list. */
function startsAnew(block: Block): boolean {
  return block.type === 'numbered_list' && block.format?.list_start_index !== undefined
}
