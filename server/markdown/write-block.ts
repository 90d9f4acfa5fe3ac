import { isPage } from '../../site/notion/blocks/block-references.ts'
import { plainText } from '../../site/notion/text/rich-text.ts'
import {
  type BlockWriter,
  markdownOf,
  prefixed,
  htmlComment,
  stacked,
  textOf,
  lineOf
} from './block-scope.ts'
import { codeFence } from './text/escape.ts'
import { inlineHtml, inlineMarkdown } from './text/inline-markdown.ts'
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
  return stacked(markdownOf(block, scope), content && prefixed(content, '> '))
}

const contentOnly: BlockWriter = (block, scope) =>
  stacked(markdownOf(block, scope), scope.content(block))

const quote: BlockWriter = (block, scope) => prefixed(contentOnly(block, scope) || '\u00a0', '> ')

const callout: BlockWriter = (block, scope) => {
  const icon: unknown = block.format?.page_icon
  const picture = typeof icon === 'string' ? scope.fileLink(icon) : undefined
  const mark = picture
    ? `![](${picture})`
    : typeof icon === 'string' && !isAddressLike(icon)
      ? icon
      : ''
  const text = [mark, markdownOf(block, scope)].filter(Boolean).join(' ')
  return prefixed(`[!NOTE]\n${stacked(text, scope.content(block))}`, '> ').trimEnd()
}

const toggle: BlockWriter = (block, scope) => {
  const summary = inlineHtml(textOf(block), scope).trim()
  return stacked(
    `<details>\n<summary>${summary || 'More'}</summary>`,
    scope.content(block),
    '</details>'
  )
}

/** Only the title of the page is a heading of level 1. */
const levels = new Map([
  ['header', '##'],
  ['sub_header', '###'],
  ['sub_sub_header', '####'],
  ['header_4', '#####']
])

const heading: BlockWriter = (block, scope) => {
  const text = markdownOf(block, scope, { place: 'line' })
  const line = text && `${levels.get(block.type) ?? '##'} ${text}`
  return stacked(line, scope.content(block))
}

const code: BlockWriter = (block, scope) => {
  const text = plainText(textOf(block), scope.nameOf).replaceAll(/\r\n?/g, '\n')
  const language = lineOf(block, scope, 'language')
  const caption = markdownOf(block, scope, { property: 'caption' })
  return stacked(codeFence(text, language), caption, scope.content(block))
}

const equation: BlockWriter = (block, scope) => {
  const tex = plainText(textOf(block), scope.nameOf)
    .replaceAll(/\n\s*\n/g, '\n')
    .trim()
  return stacked(tex && `$$\n${tex}\n$$`, scope.content(block))
}

const page: BlockWriter = (block, scope) => pageLink(block.id, block, scope)

const alias: BlockWriter = (block, scope) => {
  const target: unknown = block.format?.alias_pointer?.id
  return typeof target === 'string' ? pageLink(target, block, scope) : ''
}

const synced: BlockWriter = (block, scope) => {
  const original: unknown = block.format?.transclusion_reference_pointer?.id
  const isMissing = typeof original === 'string' && !scope.blocks.has(original)
  const note = isMissing ? htmlComment(`synced block ${original}: it is not in the mirror`) : ''
  return stacked(note, contentOnly(block, scope))
}

/** A block of an unknown type: its type and id as a comment, and all of its texts. */
const unknown: BlockWriter = (block, scope) => {
  const texts = Object.keys(block.properties ?? {})
    .filter((property) => !nonText.has(property))
    .map((property) => inlineMarkdown(textOf(block, property), scope))
  return stacked(htmlComment(`${block.type} ${block.id}`), ...texts, scope.content(block))
}

const cards =
  `audio bookmark codepen drive embed excalidraw external_object_instance figma file gist
  link_preview maps miro pdf replit tweet typeform video`.split(/\s+/)

/** The writer of each block type. `contentWriter` writes list items. */
const writers = new Map<string, BlockWriter>([
  ['text', paragraph],
  ['quote', quote],
  ['callout', callout],
  ['toggle', toggle],
  ['header', heading],
  ['sub_header', heading],
  ['sub_sub_header', heading],
  ['header_4', heading],
  ['divider', (block, scope) => stacked('---', scope.content(block))],
  ['code', code],
  ['equation', equation],
  ['image', image],
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
  ...cards.map((type): [string, BlockWriter] => [type, linkCard])
])

/** Properties that contain addresses, sizes and switches instead of text. */
const nonText = new Set(['source', 'link', 'size', 'language', 'checked'])

/** Texts that the block writers write themselves. */
const written = new Set(['title', 'caption', 'description'])

/** One block as Markdown with its content. Every text is written, whatever property it is in. */
export const writeBlock: BlockWriter = (block, scope) => {
  const markdown = writeTexts(block, scope)
  const anchor = scope.anchorOf(block)
  // A block without a title has its anchor above.
  return markdown.includes(anchor) ? markdown : stacked(anchor, markdown)
}

const writeTexts: BlockWriter = (block, scope) => {
  const writer = writers.get(block.type)
  if (!writer) return unknown(block, scope)
  const isOwnText = isPage(block) || block.type === 'table'
  const others = Object.keys(isOwnText ? {} : (block.properties ?? {}))
    .filter((property) => !nonText.has(property) && !written.has(property))
    .map((property) => inlineMarkdown(textOf(block, property), scope))
  return stacked(writer(block, scope), ...others)
}

function isAddressLike(icon: string): boolean {
  return /^(https?:|attachment:|notion:|\/)/.test(icon)
}
