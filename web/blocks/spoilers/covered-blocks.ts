import type { Block } from 'notion-types'

import { originalIds } from '../../../site/notion/blocks/block-references.ts'
import type { PageContext } from '../context/page-context.ts'
import { toggleChapter } from './toggle-chapter.ts'

type Records = Pick<PageContext, 'page' | 'blocks' | 'spoilerRules'>

/** The ids of the blocks inside covered toggles and covered copies of a page. */
export function coveredBlocks(context: Records, reading: Block[]): ReadonlySet<string> {
  const { page, blocks, spoilerRules: rules } = context
  const covered = new Set<string>()
  if (rules?.mode !== 'blur') return covered
  const isBox = (block: Block) =>
    toggleChapter(context, block) !== undefined ||
    originalIds(block).some((id) => page.covers.has(id))
  const stack = reading.filter(isBox)
  for (let block = stack.pop(); block; block = stack.pop()) {
    for (const id of block.content ?? []) {
      const child = covered.has(id) ? undefined : blocks.get(id)
      covered.add(id)
      if (child) stack.push(child)
    }
  }
  return covered
}

/** Whether a part of the page, or a page that it names, is covered. */
export function hasCovered({
  page,
  blocks,
  chapters,
  spoilerRules: rules
}: Pick<PageContext, 'page' | 'blocks' | 'chapters' | 'spoilerRules'>): boolean {
  if (rules?.mode !== 'blur') return false
  const named = [
    ...Object.values(page.paths),
    ...page.usedBy.flatMap(({ rows }) => rows.map(({ path }) => path))
  ]
  return (
    page.covers.size > 0 ||
    named.some((path) => chapters.has(path)) ||
    [...blocks.values()].some(
      (block) => toggleChapter({ spoilerRules: rules }, block) !== undefined
    )
  )
}

/**
 * The chapter of what a block shows of a covered page or toggle: its original, or its collection.
 * Undefined if that is not covered, or if the block is inside what is covered with it.
 */
export function shownChapter(
  { page, chapters, covered }: Pick<PageContext, 'page' | 'chapters' | 'covered'>,
  block: Block,
  shownIds: string[]
): string | undefined {
  const [chapter] = shownIds.flatMap((id) => page.covers.get(id) ?? [])
  const isInside = covered.has(block.id) || chapters.has(page.path)
  return isInside ? undefined : chapter
}
