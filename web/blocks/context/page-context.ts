import type { Block, Collection, CollectionView, Decoration, User } from 'notion-types'
import { getBlockValue } from 'notion-utils'
import { createContext, type ReactNode, useContext } from 'react'

import { collectionIdOf, linkedPageId } from '../../../site/notion/blocks/block-references.ts'
import { externalType, objectName } from '../../../site/notion/blocks/external-object.ts'
import { isStoredFile } from '../../../site/notion/files/file-sources.ts'
import {
  isExpiringAddress,
  isPermanentPicture,
  mapImageUrl
} from '../../../site/addresses/image-url.ts'
import type { NameOf } from '../../../site/notion/text/mentions.ts'
import { pageName } from '../../../site/notion/blocks/page-name.ts'
import type { ImageView, PageModel } from '../../../site/pages/page-model.ts'
import { plainText } from '../../../site/notion/text/rich-text.ts'
import { shortLabel } from '../../../site/notion/text/short-label.ts'
import type { Messages } from '../../../site/locales/en.ts'
import { missingMessage } from '../../../site/locales/messages-for.ts'
import type { PageOutline } from './page-outline.ts'
import { type SafeHref, safeHref } from './safe-href.ts'

/** What the blocks of one page draw from: its records, where pages and images are, language and time zone. */
export interface PageContext {
  page: PageModel
  language: string
  /** The words of the interface in that language. */
  messages: Messages
  /** The site's; dates are never written by the clock of the process. */
  timeZone: string
  /** The prepared blocks, by their ids: those of the page are a finite tree. */
  blocks: ReadonlyMap<string, Block>
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
  /** Renders consecutive blocks. Passed in the context, because a direct import would be circular. */
  renderBlocks: (blocks: Block[]) => ReactNode
}

type Records = Pick<PageContext, 'page' | 'blocks'>
type TextRecords = Pick<PageContext, 'page' | 'blocks' | 'messages'>

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
export function blockOf({ blocks }: Pick<Records, 'blocks'>, id: string): Block | undefined {
  return blocks.get(id)
}

export function collectionOf(
  { page: { recordMap } }: PageContext,
  id: string
): Collection | undefined {
  return getBlockValue<Collection>(recordMap.collection[id])
}

export function viewOf(
  { page: { recordMap } }: PageContext,
  id: string
): CollectionView | undefined {
  return getBlockValue<CollectionView>(recordMap.collection_view[id])
}

/** A person's name, or undefined when the workspace does not tell it. */
export function userName({ page: { recordMap } }: Records, id: string): string | undefined {
  const user = getBlockValue<User>(recordMap.notion_user[id])
  const name = [user?.given_name, user?.family_name].filter(Boolean).join(' ')
  return shortLabel(name) || undefined
}

/** The source address of a person's picture, or undefined when the workspace tells none. */
export function userPhoto({ page: { recordMap } }: PageContext, id: string): string | undefined {
  return getBlockValue<User>(recordMap.notion_user[id])?.profile_photo || undefined
}

/** The title of a page or database as a label, or undefined when the mirror does not hold it. */
export function pageTitle(context: TextRecords, id: string): string | undefined {
  const block = blockOf(context, id)
  // What a title mentions is called by what it is called without its own mentions: titles may name each other.
  const nameOf = (named: string, kind: string) =>
    namedRecord(context, named) ?? missingMessage(context.messages, kind)
  return block && (shortLabel(ownTitle(context, block, nameOf)) || context.messages.untitled)
}

function ownTitle({ page: { recordMap } }: Records, block: Block, nameOf?: NameOf): string {
  const isCollection = block.type.startsWith('collection_view')
  const collection = recordMap.collection[(isCollection && collectionIdOf(block)) || '']
  return pageName(block, getBlockValue<Collection>(collection), nameOf).trim()
}

function namedRecord(context: TextRecords, id: string): string | undefined {
  const block = blockOf(context, id)
  if (!block) return userName(context, id)
  if (block.type === externalType) return objectName(block)
  return ownTitle(context, block) || context.messages.untitled
}

/** A text in words, as the page itself shows it: what it mentions by its name. */
export function textOf(context: TextRecords, text: Decoration[] | undefined): string {
  return plainText(text, (id, kind) => {
    const missing = missingMessage(context.messages, kind)
    const block = blockOf(context, id)
    if (block?.type === externalType) return objectName(block) ?? missing
    return pageTitle(context, id) ?? userName(context, id) ?? missing
  })
}

/** Canonical path of a page, or undefined when the mirror does not hold it. */
export function pagePath({ page }: PageContext, id: string): string | undefined {
  return Object.hasOwn(page.paths, id) ? page.paths[id] : undefined
}

/**
 * An image or file as a page shows it: its address and what the mirror knows of it. Without an address
 * when it is neither in the mirror nor a picture that its own address shows for good.
 */
export function imageOf(
  { page }: PageContext,
  source: string,
  block: { id: string }
): { src: string | undefined; view: ImageView | undefined } {
  const view = Object.hasOwn(page.images, source) ? page.images[source] : undefined
  const src = mapImageUrl(source, block, page.images)
  return { src: view || isPermanentPicture(source) ? src : undefined, view }
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
  if (isStoredFile(address) || isExpiringAddress(address)) return undefined
  const target = safeHref(address)
  // What is relative is so to the workspace's host: a page of it may be here, a picture of it is not.
  if (target?.isExternal !== false || /^[#?]/.test(target.href)) return target
  const path = pagePath(context, linkedPageId(address) ?? '')
  return path === undefined ? undefined : { href: path, isExternal: false }
}
