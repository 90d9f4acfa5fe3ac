import type { Color, Decoration } from 'notion-types'

import type { BlockNode, Content } from './block-node.ts'
import { blockId, pageId, syncedBlockId } from './record-ids.ts'
import { richText } from './rich-text.ts'
import type { Inline } from './rich-text.ts'
import { tableOf } from './text-blocks.ts'

export interface PageOptions {
  /**
   * Required only if two pages would have the same key. Default: the title appended to the parent's
   * key.
   */
  key?: string
  icon?: string
  cover?: string
  /** Vertical position of the cover, from 0 (bottom) to 1 (top). */
  coverPosition?: number
  isFullWidth?: boolean
  isSmallText?: boolean
  font?: 'serif' | 'mono'
}

/** A page; within the content of another page it is a sub-page. */
export function page(title: string, options: PageOptions, content: Content): BlockNode {
  return {
    type: 'page',
    ...(options.key === undefined ? {} : { pageKey: options.key }),
    properties: { title: [[title]] },
    format: pageFormat(options),
    content: content.flat()
  }
}

/** The `format` of a page's record. */
export function pageFormat(options: PageOptions): Record<string, unknown> {
  const { icon, cover, coverPosition, isFullWidth, isSmallText, font } = options
  return {
    ...(icon && { page_icon: icon }),
    ...(cover && { page_cover: cover, page_cover_position: coverPosition ?? 0.5 }),
    ...(isFullWidth && { page_full_width: true }),
    ...(isSmallText && { page_small_text: true }),
    ...(font && { page_font: font })
  }
}

export const text = (...parts: Inline[]) => titled('text', parts)
export const h1 = (...parts: Inline[]) => titled('header', parts)
export const h2 = (...parts: Inline[]) => titled('sub_header', parts)
export const h3 = (...parts: Inline[]) => titled('sub_sub_header', parts)
export const h4 = (...parts: Inline[]) => titled('header_4', parts)
export const quote = (...parts: Inline[]) => titled('quote', parts)
export const divider = (): BlockNode => ({ type: 'divider' })
export const tableOfContents = (): BlockNode => ({ type: 'table_of_contents' })

/** A block equation in LaTeX. */
export const equation = (latex: string) => titled('equation', [latex])

/** A list item with nested blocks: `bullet(['Oil'], bullets('from mobs'))`. */
export const bullet = (parts: Inline[], ...content: Content) =>
  nested('bulleted_list', parts, content)
export const step = (parts: Inline[], ...content: Content) =>
  nested('numbered_list', parts, content)

/** A bulleted list, one item per argument; an array is an item with several segments. */
export const bullets = (...items: (string | Inline[])[]) =>
  items.map((item) => bullet(typeof item === 'string' ? [item] : item))

/** A numbered list, one item per argument; an array is an item with several segments. */
export const numbered = (...items: (string | Inline[])[]) =>
  items.map((item) => step(typeof item === 'string' ? [item] : item))

/** An item of a to-do list. */
export function todo(isDone: boolean, ...parts: Inline[]): BlockNode {
  const properties: Record<string, Decoration[]> = { title: richText(parts) }
  // Open items have no `checked` property.
  if (isDone) properties.checked = [['Yes']]
  return { type: 'to_do', properties }
}

/** A code block with its language and an optional caption. */
export function code(language: string, source: string, caption?: string): BlockNode {
  return {
    type: 'code',
    properties: {
      title: [[source]],
      language: [[language]],
      ...(caption && { caption: [[caption]] })
    },
    format: { code_wrap: true }
  }
}

/** An image by its source URL; `width` is in CSS pixels, by default the width of the page. */
export function image(source: string, caption?: string, width?: number): BlockNode {
  return {
    type: 'image',
    properties: { source: [[source]], ...(caption && { caption: [[caption]] }) },
    format: {
      display_source: source,
      block_full_width: false,
      block_page_width: width === undefined,
      ...(width !== undefined && { block_width: width })
    }
  }
}

/** A file to download. */
export function file(source: string, options: { name: string; size: string }): BlockNode {
  return {
    type: 'file',
    properties: { title: [[options.name]], size: [[options.size]], source: [[source]] }
  }
}

/** A callout; its text is a string or a list of segments. */
export function callout(icon: string, parts: string | Inline[], ...content: Content): BlockNode {
  return {
    type: 'callout',
    properties: { title: richText(typeof parts === 'string' ? [parts] : parts) },
    format: { page_icon: icon, block_color: 'gray_background' },
    content: content.flat()
  }
}

/** A toggle. */
export const toggle = (title: string, content: Content) => nested('toggle', [title], content)

/** A toggle heading of level 1 to 4; its title may be empty. */
export function toggleHeading(level: 1 | 2 | 3 | 4, title: string, content: Content): BlockNode {
  const types = { 1: 'header', 2: 'sub_header', 3: 'sub_sub_header', 4: 'header_4' }
  const heading = titled(types[level], title ? [title] : [])
  return { ...heading, format: { toggleable: true }, content: content.flat() }
}

/** A copy of a block with a fixed id, the target of `blockLink`. */
export function named(key: string, block: BlockNode): BlockNode {
  return { ...block, id: blockId(key) }
}

/** Two or more columns. */
export function columns(...contents: Content[]): BlockNode {
  const column_ratio = 1 / contents.length
  const asColumn = (content: Content): BlockNode => ({
    type: 'column',
    format: { column_ratio },
    content: content.flat()
  })
  return { type: 'column_list', content: contents.map(asColumn) }
}

/** A simple table; its first row is the header. */
export const table = (rows: Inline[][]) => tableOf({ rows, hasHeaderRow: true })

/** A bookmark. */
export function bookmark(address: string, title: string, description: string): BlockNode {
  return {
    type: 'bookmark',
    properties: { link: [[address]], title: [[title]], description: [[description]] }
  }
}

/** Synced blocks; `syncedCopy` with the same key shows them on another page. */
export function synced(key: string, content: Content): BlockNode {
  return { type: 'transclusion_container', id: syncedBlockId(key), content: content.flat() }
}

/** A reference to the synced blocks with this key. */
export function syncedCopy(key: string): BlockNode {
  const pointer = { id: syncedBlockId(key), table: 'block' as const }
  return {
    type: 'transclusion_reference',
    pointers: { transclusion_reference_pointer: pointer, copied_from_pointer: pointer }
  }
}

/** A link to a page elsewhere in the workspace. */
export function linkToPage(key: string): BlockNode {
  return { type: 'alias', pointers: { alias_pointer: { id: pageId(key), table: 'block' } } }
}

/** A copy of a block with one of Notion's colours. */
export function tinted(color: Color, block: BlockNode): BlockNode {
  return { ...block, format: { ...block.format, block_color: color } }
}

function titled(type: string, parts: Inline[]): BlockNode {
  // Notion sends an empty line as a text block without properties.
  return parts.length === 0 ? { type } : { type, properties: { title: richText(parts) } }
}

function nested(type: string, parts: Inline[], content: Content): BlockNode {
  return { type, properties: { title: richText(parts) }, content: content.flat() }
}
