import type { Block, Collection, CollectionView, User } from 'notion-types'
import { getBlockValue } from 'notion-utils'
import { createContext, type ReactNode, use } from 'react'

import type { SpoilerRules, Theme } from '../../../site/config/config.ts'
import type { Hosting } from '../../../site/config/hosting.ts'
import type { HeadingAnchor } from '../../../site/addresses/heading-anchors.ts'
import type { PageModel } from '../../../site/pages/page-model.ts'
import type { Messages } from '../../../site/locales/en.ts'
import type { PageSlots } from '../../slots/slots.ts'
import type { Chapters } from '../spoilers/chapters.ts'

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

/** The source address of a person's picture, or undefined if the record has none. */
export function userPhoto({ page: { recordMap } }: PageContext, id: string): string | undefined {
  return getBlockValue<User>(recordMap.notion_user[id])?.profile_photo || undefined
}

/** Canonical path of a page, or undefined if the mirror lacks it. */
export function pagePath({ page }: Pick<PageContext, 'page'>, id: string): string | undefined {
  const path: unknown = page.paths[id]
  // The ids in records are any text, and an inherited property is none.
  return typeof path === 'string' ? path : undefined
}
