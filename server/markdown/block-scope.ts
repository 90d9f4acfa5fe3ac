import type { BlockContent, PhrasingContent } from 'mdast'
import type { Block, CollectionView, Decoration } from 'notion-types'

import { plainText } from '../../site/notion/text/rich-text.ts'
import { type TextPlace, phrasing } from './text/phrasing.ts'
import type { MarkdownScope } from './markdown-scope.ts'
import { paragraph } from './text/markdown-text.ts'
import { type TextScope, mentionNames } from './text/text-pieces.ts'

/** The context for writing the blocks of one page. */
export interface BlockScope extends TextScope {
  publication: MarkdownScope
  /** Path of the document being written. */
  file: string
  /** All blocks of the page by id. */
  blocks: Map<string, Block>
  /** The description of a collection: rich text of the record, not validated. */
  descriptionOf: (collectionId: string) => unknown
  viewOf: (id: string) => CollectionView | undefined
  /** The anchor tag of a block that links point to; empty for other blocks. */
  anchorOf: (block: Block) => PhrasingContent[]
  /** The blocks inside a block. */
  content: (block: Block) => BlockContent[]
}

/** Returns the Markdown tree of one block. */
export type BlockWriter = (block: Block, scope: BlockScope) => BlockContent[]

/** The rich text in a property of a block. */
export function textOf(block: Block, property = 'title'): Decoration[] | undefined {
  return (block.properties as Record<string, Decoration[]> | undefined)?.[property]
}

/** The title of a block after the block's anchor. */
export function titleOf(block: Block, scope: BlockScope, place?: TextPlace): PhrasingContent[] {
  return [...scope.anchorOf(block), ...phrasing(textOf(block), scope, place)]
}

/** A property of a block as a paragraph. */
export function propertyOf(block: Block, scope: BlockScope, property: string): BlockContent[] {
  return paragraph(phrasing(textOf(block, property), scope))
}

/** A property of a block as plain text on one line. */
export function lineOf(block: Block, scope: TextScope, property = 'title'): string {
  return plainText(textOf(block, property), mentionNames(scope)).replaceAll(/\s+/g, ' ').trim()
}
