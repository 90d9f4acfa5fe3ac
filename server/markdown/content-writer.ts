import type { Block } from 'notion-types'

import { isPage } from '../../site/notion/blocks/block-references.ts'
import { writeBlock } from './write-block.ts'
import { type BlockScope, remark } from './block-scope.ts'
import { listItem, listKind } from './list-item.ts'

/** Deeper content stands side by side: calls do not nest without end, nor do lines indent. */
const MAX_DEPTH = 50
/** How often blocks are written once more, for synced blocks that show each other many times over. */
const MAX_REPEATS = 10_000

interface Item {
  markdown: string
  /** The kind of list that it is an item of. */
  list?: string | undefined
  isRestart?: boolean
}

interface Numbered {
  block: Block
  /** Its place in a numbered list. */
  number: number
  /** Whether it asks for a number of its own, which begins another list. */
  isRestart: boolean
}

/** The function that writes what stands inside the blocks of one page; keeps track of where it is. */
export function contentWriter(scope: () => BlockScope): (block: Block) => string {
  const open = new Set<string>()
  const seen = new Set<string>()
  let repeats = 0

  const writeItem = ({ block, number, isRestart }: Numbered): Item => {
    if (open.has(block.id)) return { markdown: cut(block, 'it stands in itself') }
    if (seen.has(block.id) && ++repeats > MAX_REPEATS) {
      return { markdown: cut(block, 'it is shown above') }
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
    // The page is open too: its content is written without it being an item.
    const isOutermost = open.size === 0
    if (isOutermost) open.add(block.id)
    const children = shownIn(block, blocks)
    const flat = open.size > MAX_DEPTH ? allBelow(children, blocks) : children
    const markdown = joined(numbered(flat).map(writeItem))
    if (isOutermost) open.delete(block.id)
    return markdown
  }
}

function cut({ type, id }: Block, reason: string): string {
  return remark(`${type} ${id}: ${reason}`)
}

/** The blocks that stand in another one, each once; of a synced block those of its original. */
function shownIn(block: Block, blocks: Map<string, Block>): Block[] {
  const original: unknown = block.format?.transclusion_reference_pointer?.id
  const ids: unknown[] = [
    ...(block.type === 'transclusion_reference' ? [original] : []),
    ...(Array.isArray(block.content) ? block.content : [])
  ]
  return [...new Set(ids)].flatMap((id) => (typeof id === 'string' ? (blocks.get(id) ?? []) : []))
}

/** Blocks with all that is below them, in reading order and without their content. */
function allBelow(children: Block[], blocks: Map<string, Block>): Block[] {
  const flat = new Map<string, Block>()
  const stack = children.toReversed()
  for (let block = stack.pop(); block; block = stack.pop()) {
    if (flat.has(block.id)) continue
    flat.set(block.id, isPage(block) ? block : withoutContent(block))
    if (!isPage(block)) stack.push(...shownIn(block, blocks).toReversed())
  }
  return [...flat.values()]
}

function withoutContent(block: Block): Block {
  const { transclusion_reference_pointer: _, ...format } = { ...block.format }
  return { ...block, content: undefined, format } as unknown as Block
}

/** A list goes on until another kind of block stands between. */
function numbered(blocks: Block[]): Numbered[] {
  let number = 0
  return blocks.map((block) => {
    const start = Number(block.format?.list_start_index ?? Number.NaN)
    // Markdown reads at most nine digits as a number of a list.
    const isRestart = Number.isInteger(start) && start >= 0 && start < 1e9
    if (block.type !== 'numbered_list') number = 0
    else number = isRestart ? start : number + 1
    return { block, number, isRestart }
  })
}

/** Items of one list stand close together where none of them has paragraphs of its own. */
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
  // Without something between them, Markdown would count on.
  if (after.isRestart) return '\n\n<!-- -->\n\n'
  return (before.markdown + after.markdown).includes('\n\n') ? '\n\n' : '\n'
}
