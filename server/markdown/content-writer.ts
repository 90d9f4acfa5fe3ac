import type { Block } from 'notion-types'

import { isPage } from '../../site/notion/blocks/block-references.ts'
import { writeBlock } from './write-block.ts'
import { type BlockScope, htmlComment } from './block-scope.ts'
import { listItem, listKind } from './list-item.ts'

/** Deeper blocks are written without further nesting, which bounds recursion and indentation. */
const MAX_DEPTH = 50
/** How many blocks are written again: synced blocks may refer to each other exponentially often. */
const MAX_REPEATS = 10_000

interface Item {
  markdown: string
  /** The block type of a list item. */
  list?: string | undefined
  isRestart?: boolean
}

interface NumberedBlock {
  block: Block
  /** The number of an item in a numbered list, otherwise 0. */
  number: number
  /** Whether the block sets its number (`list_start_index`), which starts another list. */
  isRestart: boolean
}

/**
 * Returns a function that writes the content of a block. One per page: it tracks open blocks to
 * stop at cycles, and written ones to limit repetition.
 */
export function contentWriter(scope: () => BlockScope): (block: Block) => string {
  const open = new Set<string>()
  const seen = new Set<string>()
  let repeats = 0

  const writeItem = ({ block, number, isRestart }: NumberedBlock): Item => {
    if (open.has(block.id)) return { markdown: omissionNote(block, 'it stands in itself') }
    if (seen.has(block.id) && ++repeats > MAX_REPEATS) {
      return { markdown: omissionNote(block, 'it is shown above') }
    }
    seen.add(block.id)
    open.add(block.id)
    const list = listKind(block)
    const markdown = list ? listItem(block, scope(), number) : writeBlock(block, scope())
    open.delete(block.id)
    return { markdown, list, isRestart }
  }

  return (block) => {
    const { blocks } = scope()
    // The page itself never passes through `writeItem`.
    const isOutermost = open.size === 0
    if (isOutermost) open.add(block.id)
    const children = childrenOf(block, blocks)
    const flat = open.size > MAX_DEPTH ? descendants(children, blocks) : children
    const markdown = joined(numbered(flat).map(writeItem))
    if (isOutermost) open.delete(block.id)
    return markdown
  }
}

function omissionNote({ type, id }: Block, reason: string): string {
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
    const start = Number(block.format?.list_start_index ?? Number.NaN)
    // CommonMark allows at most nine digits in a list number.
    const isRestart = Number.isInteger(start) && start >= 0 && start < 1e9
    if (block.type !== 'numbered_list') number = 0
    else number = isRestart ? start : number + 1
    return { block, number, isRestart }
  })
}

/** Items of one list are separated by a single line break unless one of them has paragraphs. */
function joined(items: Item[]): string {
  let result = ''
  let previous: Item | undefined
  for (const item of items.filter(({ markdown }) => markdown !== '')) {
    result += previous ? gap(previous, item) + item.markdown : item.markdown
    previous = item
  }
  return result
}

function gap(before: Item, after: Item): string {
  if (!before.list || before.list !== after.list) return '\n\n'
  // Without a comment in between, Markdown would continue the numbering.
  if (after.isRestart) return '\n\n<!-- -->\n\n'
  return (before.markdown + after.markdown).includes('\n\n') ? '\n\n' : '\n'
}
