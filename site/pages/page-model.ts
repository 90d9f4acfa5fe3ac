import type { CollectionPropertySchema, ExtendedRecordMap } from 'notion-types'

import type { PageQuery } from '../addresses/page-query.ts'
import type { AddressWords } from './view-words.ts'
import type { ViewWindow } from './view-window.ts'

/** A page as shown in a link. */
export interface PageLinkView {
  /** Dashed page id. */
  id: string
  /** Canonical path with its leading slash; `/` is the root page. */
  path: string
  title: string
  /** Emoji or the source URL of an image, as in the record. */
  icon: string | null
}

/** A stored image or other file. */
export interface ImageView {
  /** sha256 of the bytes, 64 hex digits. */
  hash: string
  mediaType: string
  /** Size in bytes. */
  size: number
  /** Intrinsic size in CSS pixels; null if the format has none. */
  width: number | null
  height: number | null
  /** A tiny preview as a `data:` URL; null if there is none. */
  preview: string | null
}

/** Pages that link to a page: a sample, and the total. */
export interface Backlinks {
  total: number
  /** Whether `total` is a lower bound, because counting stopped at a limit. */
  isOpenEnded: boolean
  pages: PageLinkView[]
}

/**
 * The computed value of a rollup or formula: one item for each value of a list. Dates are written
 * `YYYY-MM-DD HH:MM` in the site's time zone, ranges with ` → ` between start and end.
 */
export interface ComputedValue {
  items: { text: string; number: number | null }[]
  /** Why the value is missing or incomplete; null if it is complete. */
  problem: string | null
  /** The chapter of a value that is computed from covered pages; undefined for any other one. */
  spoiler?: string | undefined
}

/** The key of a property of a row or collection. A property id alone may be any string. */
export function valueKey(ownerId: string, propertyId: string): string {
  return `${ownerId} ${propertyId}`
}

/** Rows that refer to a page by one relation property. */
export interface RelationUse {
  collectionId: string
  collection: string
  propertyId: string
  property: string
  /** In the site's order; only some of them if there are many. */
  rows: PageLinkView[]
  total: number
}

/**
 * Everything needed to render one page: the result of `db/page/read-page.ts` and the input of
 * `web/pages/`.
 */
export interface PageModel extends PageLinkView {
  /** Source URL of the cover, or null. */
  cover: string | null
  /** First words of the page's text, at most 200 characters. */
  description: string
  /** UTC milliseconds. */
  createdTime: number
  lastEditedTime: number
  /** From the root page to the parent page, without this page. */
  breadcrumbs: PageLinkView[]
  /**
   * The page's records: blocks, collections, views, the rows shown and users; values are boxed as
   * `{role, value}`.
   */
  recordMap: ExtendedRecordMap
  /**
   * Computed values of rollups and formulas of the rows on the page, by `valueKey` of row and
   * property.
   */
  values: Record<string, ComputedValue>
  /** The target property of each rollup, by `valueKey` of collection and rollup. */
  rolledUp: Record<string, CollectionPropertySchema>
  /** Rows of any collection that refer to the page, unless the page's own relations show them. */
  usedBy: RelationUse[]
  /** The visitor's options, by which the rows were read. */
  query: PageQuery
  /** The shown part of views, by dashed view id: one view of each collection on the page. */
  views: Record<string, ViewWindow>
  /** What addresses call the views of the page; empty for a page that shows none. */
  words: AddressWords
  /** Ids of views that are not shown because the page is too large. */
  leftOut: string[]
  /**
   * Canonical path by dashed id, for every page that the record map mentions and the mirror
   * contains.
   */
  paths: Record<string, string>
  /**
   * Path of the page that contains a block, by dashed block id, for blocks that this page links to.
   */
  places: Record<string, string>
  /**
   * The chapters of blocks and collections that are inside a covered page or toggle, by dashed id; this
   * page may show or name them in another place. Empty if nothing is covered.
   */
  covers: ReadonlyMap<string, string>
  /** Stored images by source URL. */
  images: Record<string, ImageView>
  /** The neighbouring pages with the same parent: sub-pages, or rows of one collection. */
  previous: PageLinkView | undefined
  next: PageLinkView | undefined
  /** Pages whose text links to this page. */
  backlinks: Backlinks
  /** The closest related pages first; empty if the site does not show them. */
  related: PageLinkView[]
  /** Dashed ids of the page's blocks that are targets of links on the site. */
  linkedBlocks: string[]
}
