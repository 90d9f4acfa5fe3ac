import type { Block, Decoration } from 'notion-types'

import { isPage } from '../../../site/notion/blocks/block-references.ts'
import { renderedBlockTypes, mediaTypes } from '../../../site/notion/blocks/block-types.ts'
import { headOf } from '../../../site/notion/text/rich-text.ts'
import { blockOf, type PageContext } from './page-context.ts'

/** The type of the lines with words that a block's own component has no place for; no workspace has it. */
export const EXTRA_TEXT_TYPE = 'fansite_words'

/** Types that the workspace gives no title, though a record may have one. */
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

/** Those that show the words of their properties wherever they stand, or whose properties are cells. */
const wholeTypes = new Set(['table_row', 'transclusion_reference'])

/**
 * Lines for what a block says and its component does not, to stand first in the block: one rule for all
 * types, so that no text is lost of a type that the workspace gives no title or caption today.
 */
export function extraText(block: Block): Block[] {
  const { type, properties } = block
  // Most blocks: a page may have a hundred thousand.
  if (!properties?.caption && !properties?.description && !titleless.has(type)) return []
  // Placeholders show every text; what pages have is shown on them.
  if (!properties || !renderedBlockTypes.has(type) || isPage(block) || wholeTypes.has(type))
    return []
  const texts = properties as Record<string, unknown>
  return ['title', 'description', 'caption']
    .filter((name) => !isSaid(type, name) && hasText(texts[name]))
    .map((name) => extraTextBlock(`${EXTRA_TEXT_TYPE}:${name}:${block.id}`, texts[name]))
}

/** What a block holds: the lines of its own words apart from the blocks inside it. */
export function splitContent(
  context: PageContext,
  block: Block
): { words: Block[]; held: Block[] } {
  const blocks = (block.content ?? []).flatMap((id) => blockOf(context, id) ?? [])
  return { words: blocks.filter(isWords), held: blocks.filter((each) => !isWords(each)) }
}

/** Whether there is anything to read in a text; a mention is a sign in its record. */
export function hasText(text: unknown): text is Decoration[] {
  return Array.isArray(text) && text.some((part) => headOf(part).trim() !== '')
}

function isSaid(type: string, name: string): boolean {
  if (mediaTypes.has(type) || type === 'code' || type === 'equation') return true
  return name === 'title' && !titleless.has(type)
}

function isWords({ type }: { type: string }): boolean {
  return type === EXTRA_TEXT_TYPE
}

function extraTextBlock(id: string, title: unknown): Block {
  // A block of no workspace: only these fields are asked for.
  return { id, type: EXTRA_TEXT_TYPE, properties: { title } } as unknown as Block
}
