import type { Block, Collection, CollectionView, Decoration } from 'notion-types'

import { parseId, parsePathId } from './notion-id.ts'
import { markedTexts, marksOf } from '../text/rich-text.ts'

/** Ids of the records that a block refers to, by kind of reference. */
export interface BlockReferences {
  /** Child blocks and sub-pages, in order; not the template of a button, which a click copies. */
  content: string[]
  /**
   * Pages that the block mentions, links to or is related to; links may lead outside the workspace
   * or nowhere.
   */
  pages: string[]
  /** The original of a synced block, or the target of an alias. */
  originals: string[]
  collectionId: string | undefined
  viewIds: string[]
  userIds: string[]
}

/** Reads all references of a block. Malformed values are ignored. */
export function blockReferences(block: Block): BlockReferences {
  const texts = markedTexts(block)
  const isPlain = texts.length === 0
  const editors = ids([block.created_by_id, block.last_edited_by_id])
  // notion-types lacks some types.
  const type: string = block.type
  const isCollection = collectionTypes.has(type)

  return {
    content: type === 'factory' ? [] : ids(block.content),
    pages: [
      ...(isPlain
        ? []
        : texts.flatMap((text) => [...ids(marksOf(text, 'p')), ...linkedPages(text)])),
      ...linkedIds(pictureLink(block) ?? '')
    ],
    originals: originalIds(block),
    collectionId: isCollection ? collectionIdOf(block) : undefined,
    viewIds: isCollection && 'view_ids' in block ? ids(block.view_ids) : [],
    userIds: isPlain ? editors : [...texts.flatMap((text) => ids(marksOf(text, 'u'))), ...editors]
  }
}

/** The original of a synced block, or the target of an alias. */
export function originalIds({ format }: Block): string[] {
  if (!format) return []
  return ids([format.transclusion_reference_pointer?.id, format.alias_pointer?.id])
}

/** The address that a click on a picture follows; undefined if the picture has none. */
export function pictureLink({
  type,
  format
}: Partial<Pick<Block, 'type' | 'format'>>): string | undefined {
  const { image_hyperlink: address }: { image_hyperlink?: unknown } = format ?? {}
  return type === 'image' && typeof address === 'string' && address !== '' ? address : undefined
}

const collectionTypes = new Set<string>(['collection_view', 'collection_view_page'])

/** The collection of a collection view block: its own field, or the pointer of a linked view. */
export function collectionIdOf(block: Block): string | undefined {
  const ownId = 'collection_id' in block ? block.collection_id : undefined
  return ids([ownId ?? block.format?.collection_pointer?.id])[0]
}

/**
 * The collection that a view itself names. It may differ from the block's, as a block may have
 * views of several data sources. Undefined if only the block names one.
 */
export function viewCollectionId(view: CollectionView): string | undefined {
  const format: { collection_pointer?: { id?: unknown } } = view.format ?? {}
  return ids([format.collection_pointer?.id])[0]
}

/** Whether a block is a page with its own URL. */
export function isPage(block: { type: string }): boolean {
  return block.type === 'page' || block.type === 'collection_view_page'
}

/**
 * Whether a block is a template for rows of a collection. The block has a flag; a collection may
 * also list its templates.
 */
export function isTemplate(block: Block, collection?: Collection): boolean {
  const isMarked = 'is_template' in block && block.is_template === true
  return isMarked || ids(collection?.template_pages).includes(block.id)
}

/** Hosts that serve the workspace's pages. */
const workspaceHosts = /(^|\.)notion\.(so|com|site)$/

/** Pages that a text links to, by relative URLs or by URLs of the workspace's hosts. */
function linkedPages(text: Decoration[]): string[] {
  return ids(marksOf(text, 'a')).flatMap(linkedIds)
}

/** The page or block that a workspace URL leads to, dashed; undefined for any other URL. */
export function linkedPageId(address: string): string | undefined {
  return linkedIds(address)[0]
}

/**
 * The dashed ids in a workspace URL, the most specific first: the row opened beside its database
 * (`?p=`), then the page or block at the end of the path. Empty for any other URL.
 */
export function linkedIds(address: string): string[] {
  const isRelative = address.startsWith('/') && !address.startsWith('//')
  if (!URL.canParse(address, isRelative ? 'https://notion.so' : undefined)) return []
  const url = new URL(address, isRelative ? 'https://notion.so' : undefined)
  if (!/^https?:$/.test(url.protocol) || !workspaceHosts.test(url.hostname)) return []
  const named = parsePathId(url.pathname)
  const peeked = parseId(url.searchParams.get('p'))
  return ids([named && peeked, named])
}

/** The block that the fragment of a workspace URL names, dashed; undefined for any other URL. */
export function linkedBlockId(address: string): string | undefined {
  const isInside = address.startsWith('#') || linkedPageId(address) !== undefined
  return isInside ? parseId(address.split('#')[1]) : undefined
}

/** The valid ids in a list; empty if the value is not a list. */
export function ids(values: unknown): string[] {
  if (!Array.isArray(values)) return []
  // The result of `filter` has room for 17 entries. A page reads thousands of lists, nearly all valid.
  return values.every(isId) ? values.slice() : values.filter(isId)
}

/** SQLite would store half a character as another one, and the id would not be found again. */
function isId(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.isWellFormed()
}
