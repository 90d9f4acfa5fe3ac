import type { Block, Decoration } from 'notion-types'

import { isPage } from '../../../site/notion/blocks/block-references.ts'
import { renderedBlockTypes, mediaTypes } from '../../../site/notion/blocks/block-types.ts'
import { headOf } from '../../../site/notion/text/rich-text.ts'
import { type PageContext } from './page-context.ts'

/** Type of synthetic blocks for text that a component does not show; Notion has no such type. */
export const EXTRA_TEXT_TYPE = 'fansite_extra_text'

/** Types without a title in Notion, though a record may have one. */
const titleless = new Set([
  'breadcrumb',
  'collection_view',
  'column',
  'column_list',
  'divider',
  'tab',
  'table',
  'table_of_contents',
  'transclusion_container'
])

/** Types that show all their properties themselves, or whose properties are table cells. */
const completeTypes = new Set(['table_row', 'transclusion_reference'])

/**
 * Blocks for the text of a block that its component does not show; they go first in the block's
 * content. One rule for all types: no text is lost if a type gets a title or a caption that Notion
 * does not give it today.
 */
export function extraText(block: Block): Block[] {
  const { type, properties } = block
  // Ends here for most blocks: a page may have a hundred thousand.
  if (!properties?.caption && !properties?.description && !titleless.has(type)) return []
  // Placeholders show every text, and pages show theirs on their own page.
  if (!renderedBlockTypes.has(type) || isPage(block) || completeTypes.has(type)) return []
  const texts = (properties ?? {}) as Record<string, unknown>
  return ['title', 'description', 'caption']
    .filter((name) => !isShownByComponent(type, name) && hasText(texts[name]))
    .map((name) => extraTextBlock(`${EXTRA_TEXT_TYPE}:${name}:${block.id}`, texts[name]))
}

/** Splits the content of a block into its extra text and its other blocks. */
export function splitContent(
  context: PageContext,
  block: Block
): { extraText: Block[]; content: Block[] } {
  const blocks = (block.content ?? []).flatMap((id) => context.blocks.get(id) ?? [])
  return {
    extraText: blocks.filter(isExtraText),
    content: blocks.filter((each) => !isExtraText(each))
  }
}

/** Whether a rich text is visible. Mentions are: their records have a placeholder character. */
export function hasText(text: unknown): text is Decoration[] {
  return Array.isArray(text) && text.some((part) => headOf(part).trim() !== '')
}

function isShownByComponent(type: string, name: string): boolean {
  if (mediaTypes.has(type) || type === 'code' || type === 'equation') return true
  return name === 'title' && !titleless.has(type)
}

function isExtraText({ type }: { type: string }): boolean {
  return type === EXTRA_TEXT_TYPE
}

function extraTextBlock(id: string, title: unknown): Block {
  // A synthetic block: only these fields are read.
  return { id, type: EXTRA_TEXT_TYPE, properties: { title } } as unknown as Block
}
