import type { Block, Collection, CollectionView, Decoration, User } from 'notion-types'
import { getBlockValue } from 'notion-utils'
import { createContext, type ReactNode, use } from 'react'

import type { SpoilerRules, Theme } from '../../../site/config/config.ts'
import type { Hosting } from '../../../site/config/hosting.ts'
import type { HeadingAnchor } from '../../../site/addresses/heading-anchors.ts'
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
import { shownTitle } from '../../../site/locales/shown-title.ts'
import type { PageSlots } from '../../slots/slots.ts'
import type { Chapters } from '../spoilers/chapters.ts'
import { type SafeHref, safeHref } from './safe-href.ts'

/**
 * What the blocks of a page are rendered from: the records, the addresses of pages and images, the
 * language and the time zone.
 */
export interface PageContext {
  page: PageModel
  theme: Theme
  hosting: Hosting
  language: string
  /** Interface messages in that language. */
  messages: Messages
  /** The site's time zone; the process's own is never used. */
  timeZone: string
  /** The prepared blocks by id; those of the page form a finite tree. */
  blocks: ReadonlyMap<string, Block>
  /** The first image in reading order, loaded eagerly. */
  firstImageId: string | undefined
  outline: PageOutline
  /** Blocks that some link on the site leads to. */
  linkedBlocks: ReadonlySet<string>
  /** Element ids used so far; the page is rendered once, from top to bottom. */
  placedIds: Set<string>
  /** Characters of code and formulas that may still be typeset; further ones stay plain text. */
  typesetting: { left: number }
  /** Which spoilers a configuration has, and which pages are covered. */
  spoilerRules: SpoilerRules | null
  chapters: Chapters
  /** Ids of the blocks inside covered toggles and copies. */
  covered: ReadonlySet<string>
  /** Components of the site's own; undefined if it has none. */
  slots: PageSlots | undefined
  /**
   * Renders a list of sibling blocks. Passed in the context, since importing it would close an
   * import circle: blocks render their content, which are blocks.
   */
  renderBlocks: (blocks: Block[]) => ReactNode
}

/** A heading as listed in a table of contents. */
export interface Section {
  blockId: string
  /** The id of its element. */
  anchor: string
  title: string
  /** Number of headings that contain it. */
  depth: number
}

/** The outline of a page. */
export interface PageOutline {
  /** Headings with text in reading order, also those nested in other blocks. */
  sections: Section[]
  /** Readable element ids of headings, by block id. */
  anchors: Map<string, HeadingAnchor>
  /** Depths of headings and collections, by block id; 0 is directly below the title. */
  depths: Map<string, number>
}

type Records = Pick<PageContext, 'page' | 'blocks'>
type TextRecords = Pick<PageContext, 'page' | 'blocks' | 'messages' | 'chapters'>

const Context = createContext<PageContext | null>(null)

export const PageContextProvider = Context.Provider

/** The page being rendered. Throws outside of a `PageProvider`. */
export function usePage(): PageContext {
  const context = use(Context)
  if (!context) throw new Error('A block was rendered outside of a page')
  return context
}

/** Subtracts `characters` from the page's typesetting budget; false if too few are left. */
export function mayTypeset({ typesetting }: PageContext, characters: number): boolean {
  if (characters > typesetting.left) return false
  typesetting.left -= characters
  return true
}

/** A block by its id, or undefined if the mirror lacks it. */
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

/** A person's name, or undefined if the record has none. */
export function userName({ page: { recordMap } }: Records, id: string): string | undefined {
  const user = getBlockValue<User>(recordMap.notion_user[id])
  const name = [user?.given_name, user?.family_name].filter(Boolean).join(' ')
  return shortLabel(name) || undefined
}

/** The source address of a person's picture, or undefined if the record has none. */
export function userPhoto({ page: { recordMap } }: PageContext, id: string): string | undefined {
  return getBlockValue<User>(recordMap.notion_user[id])?.profile_photo || undefined
}

/** The title of a page or database as a label, or undefined if the mirror lacks it. */
export function pageTitle(context: TextRecords, id: string): string | undefined {
  const block = blockOf(context, id)
  // Mentioned pages are named without their own mentions, since titles may mention each other.
  const nameOf = (mentionedId: string, kind: string) =>
    coverLabel(context, mentionedId) ??
    namedRecord(context, mentionedId) ??
    missingMessage(context.messages, kind)
  return block && shownTitle(shortLabel(ownTitle(context, block, nameOf)), context.messages)
}

/**
 * The title of a page as it is shown without a cover, such as in an attribute: that of a covered page is
 * its label. Undefined if the mirror lacks it.
 */
function openTitle(context: TextRecords, id: string): string | undefined {
  return coverLabel(context, id) ?? pageTitle(context, id)
}

/** What is shown instead of the name of a covered page; undefined for any other one. */
function coverLabel(context: TextRecords, id: string): string | undefined {
  const { chapters, messages } = context
  const chapter = chapters.size > 0 ? chapters.get(pagePath(context, id) ?? '') : undefined
  return chapter === undefined ? undefined : messages.spoiler(chapter)
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
  return shownTitle(ownTitle(context, block), context.messages)
}

/** A rich text as plain text, with mentions replaced by the names that the page shows. */
export function textOf(context: TextRecords, text: Decoration[] | undefined): string {
  return plainText(text, (id, kind) => {
    const missing = missingMessage(context.messages, kind)
    const block = blockOf(context, id)
    if (block?.type === externalType) return objectName(block) ?? missing
    return openTitle(context, id) ?? userName(context, id) ?? missing
  })
}

/** Canonical path of a page, or undefined if the mirror lacks it. */
export function pagePath({ page }: Pick<PageContext, 'page'>, id: string): string | undefined {
  const path: unknown = page.paths[id]
  // The ids in records are any text, and an inherited property is none.
  return typeof path === 'string' ? path : undefined
}

/**
 * The address and the mirror's facts of an image or file. `src` is undefined if the mirror lacks
 * the file and the source is not a public address that stays valid.
 */
export function imageOf(
  { page }: Pick<PageContext, 'page'>,
  source: string,
  block: { id: string }
): { src: string | undefined; view: ImageView | undefined } {
  const view = Object.hasOwn(page.images, source) ? page.images[source] : undefined
  const src = mapImageUrl(source, block, page.images)
  return { src: view || isPermanentPicture(source) ? src : undefined, view }
}

/**
 * Whether a picture is certain to be shown: the mirror has it, or its address contains it. A cover
 * from another host would leave an empty box if that host does not answer.
 */
export function hasPicture({ page: { images } }: PageContext, source: string): boolean {
  // The file of a property may be a document.
  const view = Object.hasOwn(images, source) ? images[source] : undefined
  return view ? view.mediaType.startsWith('image/') : source.startsWith('data:image/')
}

/**
 * The address of a file: in the mirror, or its own external address. Undefined for a file that only
 * the workspace can serve.
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
  // A relative address is relative to Notion's host: pages of it may be here, pictures are not.
  if (target?.isExternal !== false || /^[#?]/.test(target.href)) return target
  const path = pagePath(context, linkedPageId(address) ?? '')
  return path === undefined ? undefined : { href: path, isExternal: false }
}
