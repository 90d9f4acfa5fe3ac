import type { Block, Collection, CollectionView, ExtendedRecordMap, User } from 'notion-types'
import { getBlockTitle, getBlockValue } from 'notion-utils'
import { createContext, type ReactNode, useContext } from 'react'

import { isStoredFile } from '../../site/file-sources.ts'
import { mapImageUrl } from '../../site/image-url.ts'
import type { ImageView, PageView } from '../../site/page-view.ts'
import type { Words } from '../../site/words/en.ts'
import type { PageOutline } from './page-outline.ts'
import { type SafeHref, safeHref } from './safe-href.ts'

/** What the blocks of one page draw from: its records, where pages and images are, language and time zone. */
export interface PageContext {
  page: PageView
  language: string
  /** The words of the interface in that language. */
  words: Words
  /** The site's; dates are never written by the clock of the process. */
  timeZone: string
  /** The prepared record map: a finite tree with the original block types. */
  recordMap: ExtendedRecordMap
  /** The first image in reading order, which is loaded at once. */
  firstImageId: string | undefined
  /** Its headings and how they belong to each other. */
  outline: PageOutline
  /** Blocks that a link somewhere leads to. */
  linkedBlocks: ReadonlySet<string>
  /** Ids that elements have been given so far: the page is drawn once, from top to bottom. */
  placedIds: Set<string>
  /** Characters of code and formulas that this page may still have typeset; what is beyond stays plain. */
  typesetting: { left: number }
  /** Draws blocks that follow each other. Handed on, since blocks and what they hold draw each other. */
  drawBlocks: (blocks: Block[]) => ReactNode
}

type Records = Pick<PageContext, 'recordMap'>

const Context = createContext<PageContext | null>(null)

export const PageContextProvider = Context.Provider

/** The page that is being drawn. */
export function usePage(): PageContext {
  const context = useContext(Context)
  if (!context) throw new Error('A block was drawn outside of a page')
  return context
}

/** Whether so many characters may still be typeset on this page; they count from then on. */
export function maySet({ typesetting }: PageContext, characters: number): boolean {
  if (characters > typesetting.left) return false
  typesetting.left -= characters
  return true
}

/** One block of the page, or undefined when the mirror does not hold it. */
export function blockOf({ recordMap }: Records, id: string): Block | undefined {
  return Object.hasOwn(recordMap.block, id) ? getBlockValue<Block>(recordMap.block[id]) : undefined
}

export function collectionOf({ recordMap }: PageContext, id: string): Collection | undefined {
  const collection = getBlockValue<Collection>(recordMap.collection[id])
  // A database that was never given a property has no schema.
  return collection && { ...collection, schema: collection.schema ?? {} }
}

export function viewOf({ recordMap }: PageContext, id: string): CollectionView | undefined {
  return getBlockValue<CollectionView>(recordMap.collection_view[id])
}

/** A person's name, or undefined when the workspace does not tell it. */
export function userName({ recordMap }: Records, id: string): string | undefined {
  const user = getBlockValue<User>(recordMap.notion_user[id])
  const name = [user?.given_name, user?.family_name].filter(Boolean).join(' ')
  return name || undefined
}

/** The source address of a person's picture, or undefined when the workspace tells none. */
export function userPhoto({ recordMap }: PageContext, id: string): string | undefined {
  return getBlockValue<User>(recordMap.notion_user[id])?.profile_photo || undefined
}

/** The title of a page or database, or undefined when the mirror does not hold it. */
export function pageTitle(
  context: Pick<PageContext, 'recordMap' | 'words'>,
  id: string
): string | undefined {
  const block = blockOf(context, id)
  return block && (getBlockTitle(block, context.recordMap).trim() || context.words.untitled)
}

/** Canonical path of a page, or undefined when the mirror does not hold it. */
export function pagePath({ page }: PageContext, id: string): string | undefined {
  return Object.hasOwn(page.paths, id) ? page.paths[id] : undefined
}

/**
 * An image or file as a page shows it: its address and what the mirror knows of it. Without an address
 * when only our own server could have it, and it is not in the mirror.
 */
export function imageOf(
  { page }: PageContext,
  source: string,
  block: { id: string }
): { src: string | undefined; view: ImageView | undefined } {
  const view = Object.hasOwn(page.images, source) ? page.images[source] : undefined
  const src = mapImageUrl(source, block, page.images)
  return { src: view || isShownUnmirrored(src) ? src : undefined, view }
}

/** Pictures written into the record itself, and those of a host that wants to serve them. */
function isShownUnmirrored(src: string | undefined): boolean {
  return /^(data:image\/|https:)/.test(src ?? '')
}

/**
 * Where a file can be had: from the mirror, or at its own address; undefined for one that only the
 * workspace could hand out.
 */
export function fileHref(
  context: PageContext,
  address: string,
  block: { id: string }
): SafeHref | undefined {
  const { src, view } = imageOf(context, address, block)
  if (view && src) return { href: src, isExternal: false }
  return isStoredFile(address) ? undefined : safeHref(address)
}
