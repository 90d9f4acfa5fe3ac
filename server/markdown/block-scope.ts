import type { Block, CollectionView, Decoration } from 'notion-types'

import { plainText } from '../../site/notion/text/rich-text.ts'
import { type TextPlace, inlineMarkdown } from './text/inline-markdown.ts'
import type { MarkdownScope } from './markdown-scope.ts'
import type { TextScope } from './text/text-pieces.ts'

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
  anchorOf: (block: Block) => string
  /** Markdown of the blocks inside a block; empty without any. */
  content: (block: Block) => string
}

/** Returns one block as Markdown, without line breaks at the start and end. */
export type BlockWriter = (block: Block, scope: BlockScope) => string

/** The rich text in a property of a block. */
export function textOf(block: Block, property = 'title'): Decoration[] | undefined {
  return (block.properties as Record<string, Decoration[]> | undefined)?.[property]
}

/**
 * A property of a block as Markdown. Without `property` it is the title, after the block's anchor.
 */
export function markdownOf(
  block: Block,
  scope: BlockScope,
  options: { property?: string; place?: TextPlace } = {}
): string {
  const text = inlineMarkdown(textOf(block, options.property), scope, options.place)
  return options.property === undefined ? scope.anchorOf(block) + text : text
}

/** A property of a block as plain text on one line. */
export function lineOf(block: Block, scope: TextScope, property = 'title'): string {
  return plainText(textOf(block, property), scope.nameOf).replaceAll(/\s+/g, ' ').trim()
}

/** Joins the parts that are not empty with blank lines. */
export function stacked(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n')
}

/** Puts a prefix before every line; empty lines get it without its trailing space. */
export function prefixed(text: string, prefix: string): string {
  // Only `\n` ends a line in Markdown, unlike U+2028 and others.
  const lines = text.split('\n')
  return lines.map((line) => (line === '' ? prefix.trimEnd() : prefix + line)).join('\n')
}

/** An HTML comment. Characters that could end it early are replaced by spaces. */
export function htmlComment(text: string): string {
  return `<!-- ${text.replaceAll(/(--+|[<>\p{Cc}])+/gu, ' ')} -->`
}
