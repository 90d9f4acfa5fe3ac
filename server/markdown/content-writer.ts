import type { BlockContent, List, ListItem } from 'mdast'
import type { Block } from 'notion-types'

import { isPage } from '../../site/notion/blocks/block-references.ts'
import { otherTexts, writeBlock } from './write-block.ts'
import { type BlockScope, titleOf } from './block-scope.ts'
import { htmlComment } from './text/html.ts'

/** Deeper blocks are written without further nesting, which bounds recursion and indentation. */
const MAX_DEPTH = 50
/** How many blocks are written again: synced blocks may refer to each other exponentially often. */
const MAX_REPEATS = 10_000

const listTypes = new Set(['bulleted_list', 'numbered_list', 'to_do'])

interface NumberedBlock {
  block: Block
  /** The number of an item in a numbered list, otherwise undefined. */
  number: number | undefined
}

/** The content of a block, or an item that belongs into a list. */
type Written = BlockContent[] | { item: ListItem; number: number | undefined }

/**
 * Returns a function that writes the content of a block. One per page: it tracks open blocks to
 * stop at cycles, and written ones to limit repetition.
 */
export function contentWriter(scope: () => BlockScope): (block: Block) => BlockContent[] {
  const open = new Set<string>()
  const seen = new Set<string>()
  let repeats = 0

  const write = ({ block, number }: NumberedBlock): Written => {
    if (open.has(block.id)) return [omissionNote(block, 'it contains itself')]
    if (seen.has(block.id) && ++repeats > MAX_REPEATS) {
      return [omissionNote(block, 'it is shown above')]
    }
    seen.add(block.id)
    open.add(block.id)
    const written = listTypes.has(block.type)
      ? { item: listItem(block, scope()), number }
      : writeBlock(block, scope())
    open.delete(block.id)
    return written
  }

  return (block) => {
    const { blocks } = scope()
    // The page itself never passes through `write`.
    const isOutermost = open.size === 0
    if (isOutermost) open.add(block.id)
    const children = childrenOf(block, blocks)
    const flat = open.size > MAX_DEPTH ? descendants(children, blocks) : children
    const content = withLists(numbered(flat).map(write))
    if (isOutermost) open.delete(block.id)
    return content
  }
}

function omissionNote({ type, id }: Block, reason: string): BlockContent {
  return htmlComment(`${type} ${id}: ${reason}`)
}

/** The blocks directly in a block, each once; for a synced copy also its original. */
function childrenOf(block: Block, blocks: Map<string, Block>): Block[] {
  const original: unknown = block.format?.transclusion_reference_pointer?.id
  const ids: unknown[] = [
    ...(block.type === 'transclusion_reference' ? [original] : []),
    ...(Array.isArray(block.content) ? block.content : [])
  ]
  return [...new Set(ids)].flatMap((id) => (typeof id === 'string' ? (blocks.get(id) ?? []) : []))
}

/** Blocks and their descendants in reading order, each without its content. */
function descendants(children: Block[], blocks: Map<string, Block>): Block[] {
  const flat = new Map<string, Block>()
  const stack = children.toReversed()
  for (let block = stack.pop(); block; block = stack.pop()) {
    if (flat.has(block.id)) continue
    flat.set(block.id, isPage(block) ? block : withoutContent(block))
    if (!isPage(block)) stack.push(...childrenOf(block, blocks).toReversed())
  }
  return [...flat.values()]
}

function withoutContent(block: Block): Block {
  const { transclusion_reference_pointer: _, ...format } = { ...block.format }
  return { ...block, content: undefined, format } as unknown as Block
}

/** A numbered list ends at the first block of another type. */
function numbered(blocks: Block[]): NumberedBlock[] {
  let number = 0
  return blocks.map((block) => {
    if (block.type !== 'numbered_list') {
      number = 0
      return { block, number: undefined }
    }
    const start = Number(block.format?.list_start_index ?? Number.NaN)
    // CommonMark allows at most nine digits in a list number.
    const isRestart = Number.isInteger(start) && start >= 0 && start < 1e9
    number = isRestart ? start : number + 1
    return { block, number }
  })
}

/** A list item with its nested blocks. It has paragraphs if anything but lists follows its text. */
function listItem(block: Block, scope: BlockScope): ListItem {
  const text = titleOf(block, scope)
  const isTask = block.type === 'to_do'
  const title: BlockContent[] =
    text.length > 0 || isTask ? [{ type: 'paragraph', children: text }] : []
  const children = [...title, ...otherTexts(block, scope), ...scope.content(block)]
  return {
    type: 'listItem',
    checked: isTask ? block.properties?.checked?.[0]?.[0] === 'Yes' : null,
    spread: children.slice(1).some(({ type }) => type !== 'list'),
    children
  }
}

/** Content with consecutive items as lists. */
function withLists(parts: Written[]): BlockContent[] {
  const content: BlockContent[] = []
  for (const part of parts) {
    if (Array.isArray(part)) {
      content.push(...part)
      continue
    }
    const last = content.at(-1)
    const list = last?.type === 'list' && continues(last, part.number) ? last : newList(part.number)
    if (list !== last) content.push(list)
    list.children.push(part.item)
    list.spread ||= part.item.spread
  }
  return content
}

function newList(number: number | undefined): List {
  const ordered = number !== undefined
  return { type: 'list', ordered, spread: false, children: [], ...(ordered && { start: number }) }
}

/** Whether an item is the next one of a list; a number that the block sets may start another list. */
function continues({ ordered, start, children }: List, number: number | undefined): boolean {
  return number === undefined
    ? !ordered
    : ordered === true && number === Number(start) + children.length
}
