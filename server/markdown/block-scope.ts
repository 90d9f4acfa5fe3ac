import type { Block, CollectionView, Decoration } from 'notion-types'

import { plainText } from '../../site/notion/text/rich-text.ts'
import { type TextPlace, inlineMarkdown } from './text/inline-markdown.ts'
import type { MarkdownScope } from './markdown-scope.ts'
import type { TextScope } from './text/text-pieces.ts'

/** What the blocks of one page are written with. */
export interface BlockScope extends TextScope {
  run: MarkdownScope
  /** Where the page's document stands. */
  file: string
  /** Every block that drawing the page needs. */
  blocks: Map<string, Block>
  /** The text that says what a collection is about, as the record has it. */
  descriptionOf: (collectionId: string) => unknown
  viewOf: (id: string) => CollectionView | undefined
  /** The place of a block that links lead to, as a tag; empty for one that no link leads to. */
  anchorOf: (block: Block) => string
  /** Markdown of what stands inside a block; empty when there is nothing. */
  content: (block: Block) => string
}

/** Writes one block as Markdown, without a line break at its ends. */
export type BlockWriter = (block: Block, scope: BlockScope) => string

/** A text of a block by its property. */
export function textOf(block: Block, property = 'title'): Decoration[] | undefined {
  return (block.properties as Record<string, Decoration[]> | undefined)?.[property]
}

/** A text of a block as Markdown; its title begins with the place that links to the block lead to. */
export function markdownOf(
  block: Block,
  scope: BlockScope,
  options: { property?: string; place?: TextPlace } = {}
): string {
  const text = inlineMarkdown(textOf(block, options.property), scope, options.place)
  return options.property === undefined ? scope.anchorOf(block) + text : text
}

/** A text of a block without marks, on one line. */
export function wordsOf(block: Block, scope: TextScope, property = 'title'): string {
  return plainText(textOf(block, property), scope.nameOf).replaceAll(/\s+/g, ' ').trim()
}

/** Parts one below the other, those that are empty left out. */
export function stacked(...parts: (string | undefined)[]): string {
  return parts.filter(Boolean).join('\n\n')
}

/** Every line behind a prefix; on empty lines without the space at its end. */
export function prefixed(text: string, prefix: string): string {
  // Other signs that some take for the end of a line are part of it.
  const lines = text.split('\n')
  return lines.map((line) => (line === '' ? prefix.trimEnd() : prefix + line)).join('\n')
}

/** A remark that is in the file and that no reader sees. */
export function remark(text: string): string {
  // Nothing in it may end it early.
  return `<!-- ${text.replaceAll(/(--+|[<>\p{Cc}])+/gu, ' ')} -->`
}
