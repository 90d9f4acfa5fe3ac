import type { BlockContent, Nodes, PhrasingContent } from 'mdast'

import { mediaTypes, nonTextProperties } from '../../site/notion/blocks/block-types.ts'
import { isPage } from '../../site/notion/blocks/block-references.ts'
import { plainText } from '../../site/notion/text/rich-text.ts'
import { type BlockWriter, lineOf, propertyOf, textOf, titleOf } from './block-scope.ts'
import { html, htmlComment } from './text/html.ts'
import { mathSource } from './text/math.ts'
import { paragraph as paragraphOf } from './text/markdown-text.ts'
import { inlineHtml } from './text/phrasing.ts'
import { mentionNames } from './text/text-pieces.ts'
import { image, linkCard } from './media-blocks.ts'
import { pageLink } from './page-link.ts'
import { simpleTable } from './simple-table.ts'
import { collectionViews } from './collection-views.ts'

/**
 * Blocks indented below a paragraph become a quote: Markdown has no other indentation that is
 * neither a list nor, with four spaces, code.
 */
const paragraph: BlockWriter = (block, scope) => {
  const content = scope.content(block)
  return [...paragraphOf(titleOf(block, scope)), ...(content.length === 0 ? [] : quoted(content))]
}

const contentOnly: BlockWriter = (block, scope) => [
  ...paragraphOf(titleOf(block, scope)),
  ...scope.content(block)
]

function quoted(children: BlockContent[]): BlockContent[] {
  return [{ type: 'blockquote', children }]
}

const quote: BlockWriter = (block, scope) => quoted(contentOnly(block, scope))

const callout: BlockWriter = (block, scope) => {
  const [icon, title] = [calloutIcon(block, scope), titleOf(block, scope)]
  const gap: PhrasingContent[] =
    icon.length > 0 && title.length > 0 ? [{ type: 'text', value: ' ' }] : []
  const text = [...icon, ...gap, ...title]
  const mark = html(text.length === 0 ? '[!NOTE]' : '[!NOTE]\n')
  return quoted([...paragraphOf([mark, ...text]), ...scope.content(block)])
}

function calloutIcon(...[block, scope]: Parameters<BlockWriter>): PhrasingContent[] {
  const icon: unknown = block.format?.page_icon
  if (typeof icon !== 'string') return []
  const url = scope.fileLink(icon)
  if (url !== undefined) return [{ type: 'image', url, alt: '' }]
  return isAddressLike(icon) ? [] : [{ type: 'text', value: icon }]
}

const toggle: BlockWriter = (block, scope) => {
  const summary = inlineHtml(textOf(block), scope)
  return [
    html(`<details>\n<summary>${summary || 'More'}</summary>`),
    ...scope.content(block),
    html('</details>')
  ]
}

/** Only the title of the page is a heading of level 1. */
const levels = new Map<string, 2 | 3 | 4 | 5>([
  ['header', 2],
  ['sub_header', 3],
  ['sub_sub_header', 4],
  ['header_4', 5]
])

const heading: BlockWriter = (block, scope) => {
  const children = titleOf(block, scope, 'line')
  const depth = levels.get(block.type) ?? 2
  const line: BlockContent[] = children.length === 0 ? [] : [{ type: 'heading', depth, children }]
  return [...line, ...scope.content(block)]
}

const code: BlockWriter = (block, scope) => {
  const value = plainText(textOf(block), mentionNames(scope)).replaceAll(/\r\n?/g, '\n')
  const language = lineOf(block, scope, 'language').toLowerCase()
  const lang = language.replaceAll(/[^\p{L}\p{N}+#.-]+/gu, '-')
  return [
    { type: 'code', lang, value },
    ...propertyOf(block, scope, 'caption'),
    ...scope.content(block)
  ]
}

const equation: BlockWriter = (block, scope) => {
  const tex = plainText(textOf(block), scope.nameOf)
    .replaceAll(/\n\s*\n/g, '\n')
    .trim()
  return [...(tex === '' ? [] : [html(`$$\n${mathSource(tex)}\n$$`)]), ...scope.content(block)]
}

const page: BlockWriter = (block, scope) => pageLink(block.id, block, scope)

const alias: BlockWriter = (block, scope) => {
  const target: unknown = block.format?.alias_pointer?.id
  const link = typeof target === 'string' ? pageLink(target, block, scope) : []
  const isNamed =
    typeof target === 'string' && lineOf(block, scope) === scope.nameOf(target)?.trim()
  const own = isNamed ? [] : propertyOf(block, scope, 'title')
  return [...link, ...own, ...scope.content(block)]
}

const synced: BlockWriter = (block, scope) => {
  const original: unknown = block.format?.transclusion_reference_pointer?.id
  const isMissing = typeof original === 'string' && !scope.blocks.has(original)
  const note = htmlComment(`synced block ${String(original)}: it is not in the mirror`)
  return [...(isMissing ? [note] : []), ...contentOnly(block, scope)]
}

/** A block of an unknown type: its type and id as a comment, and all of its texts. */
const unknown: BlockWriter = (block, scope) => {
  const texts = Object.keys(block.properties ?? {})
    .filter((property) => !nonTextProperties.has(property))
    .flatMap((property) => propertyOf(block, scope, property))
  return [htmlComment(`${block.type} ${block.id}`), ...texts, ...scope.content(block)]
}

/** The writer of each block type. `contentWriter` writes list items. */
const writers = new Map<string, BlockWriter>([
  ['text', paragraph],
  ['quote', quote],
  ['callout', callout],
  ['meeting_notes', quote],
  ['transcription', quote],
  ['toggle', toggle],
  ['header', heading],
  ['sub_header', heading],
  ['sub_sub_header', heading],
  ['header_4', heading],
  ['divider', (block, scope) => [{ type: 'thematicBreak' }, ...scope.content(block)]],
  ['code', code],
  ['equation', equation],
  ['table', simpleTable],
  ['page', page],
  ['collection_view_page', page],
  ['alias', alias],
  ['collection_view', collectionViews],
  ['column_list', contentOnly],
  ['column', contentOnly],
  ['tab', contentOnly],
  ['transclusion_container', contentOnly],
  ['transclusion_reference', synced],
  // Both repeat what the front matter and the headings contain.
  ['breadcrumb', contentOnly],
  ['table_of_contents', contentOnly],
  ...[...mediaTypes].map((type): [string, BlockWriter] => [type, linkCard]),
  ['image', image]
])

/** Texts that the writer of a type writes itself; of all other types it is the title. */
const ownTexts = new Map<string, string[]>([
  ...['collection_view', 'divider', 'table'].map((type): [string, string[]] => [type, []]),
  ...[...mediaTypes].map((type): [string, string[]] => [type, ['title', 'caption', 'description']]),
  ['image', ['title', 'caption', 'alt_text']],
  ['code', ['title', 'caption']]
])

/** The texts of a block that its writer does not write. */
export const otherTexts: BlockWriter = (block, scope) => {
  const own = ownTexts.get(block.type) ?? ['title']
  return Object.keys(isPage(block) ? {} : (block.properties ?? {}))
    .filter((property) => !nonTextProperties.has(property) && !own.includes(property))
    .flatMap((property) => propertyOf(block, scope, property))
}

/** One block with its content. Every text is written, whatever property it is in. */
export const writeBlock: BlockWriter = (block, scope) => {
  const nodes = writeTexts(block, scope)
  const [anchor] = scope.anchorOf(block)
  // A block without a title has its anchor above.
  return !anchor || contains(nodes, anchor) ? nodes : [...paragraphOf([anchor]), ...nodes]
}

const writeTexts: BlockWriter = (block, scope) => {
  const writer = writers.get(block.type)
  if (!writer) return unknown(block, scope)
  return [...writer(block, scope), ...otherTexts(block, scope)]
}

function contains(nodes: Nodes[], anchor: PhrasingContent): boolean {
  return nodes.some(
    (node) =>
      (node.type === 'html' && anchor.type === 'html' && node.value === anchor.value) ||
      ('children' in node && contains(node.children, anchor))
  )
}

function isAddressLike(icon: string): boolean {
  return /^(https?:|attachment:|notion:|\/)/.test(icon)
}
