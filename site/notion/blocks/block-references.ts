import type { Block, Collection, CollectionView, Decoration } from 'notion-types'

import { parseId, parsePathId } from './notion-id.ts'
import { marksOf } from '../text/rich-text.ts'

/** Ids of the records that one block names, by the way it names them. */
export interface BlockReferences {
  /** Child blocks and sub-pages, in order. */
  content: string[]
  /** Pages mentioned, linked or related; a link may point outside the workspace or at nothing. */
  pages: string[]
  /** The original of a synced block, or the target of an alias. */
  originals: string[]
  collectionId: string | undefined
  viewIds: string[]
  userIds: string[]
}

/** Reads every reference out of a block's record. Unknown or malformed parts name nothing. */
export function blockReferences(block: Block): BlockReferences {
  const texts = Object.values(block.properties ?? {}) as Decoration[][]
  const isCollection = collectionTypes.has(block.type)

  return {
    content: ids(block.content),
    pages: texts.flatMap((text) => [...ids(marksOf(text, 'p')), ...linkedPages(text)]),
    originals: ids([
      block.format?.transclusion_reference_pointer?.id,
      block.format?.alias_pointer?.id
    ]),
    collectionId: isCollection ? collectionIdOf(block) : undefined,
    viewIds: isCollection && 'view_ids' in block ? ids(block.view_ids) : [],
    userIds: [
      ...texts.flatMap((text) => ids(marksOf(text, 'u'))),
      ...ids([block.created_by_id, block.last_edited_by_id])
    ]
  }
}

const collectionTypes = new Set<string>(['collection_view', 'collection_view_page'])

/** The collection that a collection view block shows: its own field, or the pointer of a linked view. */
export function collectionIdOf(block: Block): string | undefined {
  const ownId = 'collection_id' in block ? block.collection_id : undefined
  return ids([ownId ?? block.format?.collection_pointer?.id])[0]
}

/**
 * The collection that a view says it shows, which may be another than that of its block: a block
 * may have views of several data sources. Undefined when only the block says so.
 */
export function viewCollectionId(view: CollectionView): string | undefined {
  const format: { collection_pointer?: { id?: unknown } } = view.format ?? {}
  return ids([format.collection_pointer?.id])[0]
}

/** Whether a block is a page with an address of its own. */
export function isPage(block: { type: string }): boolean {
  return block.type === 'page' || block.type === 'collection_view_page'
}

/**
 * Whether a block is a template, from which rows of a collection are made. The block says so itself;
 * a collection may also list its templates.
 */
export function isTemplate(block: Block, collection?: Collection): boolean {
  const isMarked = 'is_template' in block && block.is_template === true
  return isMarked || ids(collection?.template_pages).includes(block.id)
}

/** Hosts on which the workspace's own pages are published. */
const workspaceHosts = /(^|\.)notion\.(so|com|site)$/

/** Pages behind the links of a text: relative addresses and those on the workspace's own hosts. */
function linkedPages(text: Decoration[]): string[] {
  return ids(marksOf(text, 'a')).flatMap(linkedIds)
}

/** The page or block that an address inside the workspace points at, dashed; undefined for any other address. */
export function linkedPageId(address: string): string | undefined {
  return linkedIds(address)[0]
}

/**
 * What an address inside the workspace names, dashed, the nearest first: the row that is opened
 * beside its database (`?p=`), and what its path ends in, a page or a block. None for any other address.
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

/** The block that an address inside the workspace points at by its fragment, dashed; undefined for any other. */
export function linkedBlockId(address: string): string | undefined {
  const isInside = address.startsWith('#') || linkedPageId(address) !== undefined
  return isInside ? parseId(address.split('#')[1]) : undefined
}

/** The ids in a list of them; none in what is no list. */
export function ids(values: unknown): string[] {
  if (!Array.isArray(values)) return []
  return values.filter((value): value is string => typeof value === 'string' && value !== '')
}
