import type { Block } from 'notion-types'

import { headingAnchors } from '../../../site/addresses/heading-anchors.ts'
import { isPage } from '../../../site/notion/blocks/block-references.ts'
import { undashId } from '../../../site/notion/blocks/notion-id.ts'
import { shortLabel } from '../../../site/notion/text/short-label.ts'
import { toggleChapter } from '../spoilers/toggle-chapter.ts'
import type { PageContext, PageOutline, Section } from './page-context.ts'
import { textOf } from './shown-names.ts'

const levels = new Map<string, number>([
  ['header', 1],
  ['sub_header', 2],
  ['sub_sub_header', 3],
  ['header_4', 4]
])

/** Level of a heading block, 1 to 4; undefined for any other block. */
export function headingLevel(block: Block): number | undefined {
  return levels.get(block.type)
}

/** Computes the outline of a page from its blocks in reading order, in linear time. */
export function readOutline(
  context: Pick<
    PageContext,
    'page' | 'blocks' | 'messages' | 'spoilerRules' | 'chapters' | 'covered'
  >,
  reading: Block[]
): PageOutline {
  const outlined = reading.filter(
    (block) => headingLevel(block) !== undefined || block.type === 'collection_view'
  )
  const headings = outlined.filter((block) => block.type !== 'collection_view')
  const anchors = headingAnchors(headings, ownBlocks(context))
  const depths = outlineDepths(outlined)
  const sections = headings.flatMap((block): Section[] => {
    if (toggleChapter(context, block) !== undefined || context.covered.has(block.id)) return []
    const title = shortLabel(textOf(context, block.properties?.title).trim())
    const anchor = anchorOf(anchors, block.id)
    return title ? [{ blockId: block.id, anchor, title, depth: depths.get(block.id) ?? 0 }] : []
  })
  return { sections, anchors, depths }
}

/**
 * Returns whether a block is the page's own: whether the page is the nearest one above it by `parent_id`, as
 * in `block.page_id` of the mirror. The blocks of a synced copy are those of another page.
 */
function ownBlocks({ page, blocks }: Pick<PageContext, 'page' | 'blocks'>) {
  const known = new Map([[page.id, true]])
  return (block: Block): boolean => {
    const path = new Set<string>()
    let at: Block | undefined = block
    while (at && !known.has(at.id) && !path.has(at.id) && !isPage(at)) {
      path.add(at.id)
      at = blocks.get(at.parent_id)
    }
    const isOwn = at !== undefined && known.get(at.id) === true
    for (const id of path) known.set(id, isOwn)
    return isOwn
  }
}

/** The element id that links to a heading use: the readable one, or the block id. */
export function anchorOf(anchors: PageOutline['anchors'], blockId: string): string {
  return anchors.get(blockId)?.id ?? undashId(blockId)
}

/**
 * Depths follow from the headings above, not from the type: a page whose first heading is a small
 * one skips no level, and headings of the same type within a section have the same depth.
 */
function outlineDepths(outlined: Block[]): Map<string, number> {
  const open: number[] = []
  const depths = new Map<string, number>()
  for (const block of outlined) {
    const level = headingLevel(block) ?? Infinity
    while ((open.at(-1) ?? 0) >= level) open.pop()
    depths.set(block.id, open.length)
    if (level < Infinity && block.properties?.title) open.push(level)
  }
  return depths
}
