import type { CollectionPropertySchema, ExtendedRecordMap } from 'notion-types'

import type { PageQuery } from '../addresses/page-query.ts'
import type { ViewWindow } from './view-window.ts'

/** A page as a link shows it. */
export interface PageLinkView {
  /** Dashed page id. */
  id: string
  /** Canonical path with its leading slash; `/` is the root page. */
  path: string
  title: string
  /** Emoji or the source address of an image, as the record has it. */
  icon: string | null
}

/** An image, or another file, whose bytes the mirror holds. */
export interface ImageView {
  /** sha256 of the bytes, 64 hex digits. */
  hash: string
  mediaType: string
  /** Bytes. */
  size: number
  /** Intrinsic size in CSS pixels; null where the format has none. */
  width: number | null
  height: number | null
  /** A small preview as a `data:` address; null where there is none. */
  preview: string | null
}

/** Pages that link to a page: some of them, and how many there are. */
export interface Backlinks {
  total: number
  /** Whether there may be more than the total: so many that they were not counted. */
  isOpenEnded: boolean
  pages: PageLinkView[]
}

/**
 * What the mirror computed for a rollup or formula: one item for each value of a list. A date is
 * written `YYYY-MM-DD HH:MM`, two of them with ` → ` between them, on the site's clock.
 */
export interface ComputedValue {
  items: { text: string; number: number | null }[]
  /** Why there is no value, or not all of it; null when there is. */
  problem: string | null
}

/** The key of a row's or collection's property. One text, since property ids may be any text alone. */
export function valueKey(ownerId: string, propertyId: string): string {
  return `${ownerId} ${propertyId}`
}

/** Rows that name a page in one of their relations. */
export interface RelationUse {
  collectionId: string
  collection: string
  propertyId: string
  property: string
  /** In the site's order, not all where there are many. */
  rows: PageLinkView[]
  total: number
}

/** Everything needed to render one page: what `db/page/read-page.ts` answers and `web/pages/` draws. */
export interface PageModel extends PageLinkView {
  /** Source address of the cover, or null. */
  cover: string | null
  /** First words of the page's text, at most 200 characters. */
  description: string
  /** UTC milliseconds. */
  createdTime: number
  lastEditedTime: number
  /** From the root page down to the parent page, this page not included. */
  breadcrumbs: PageLinkView[]
  /** The page's own records: blocks, collections, views, the rows shown, users; boxes are `{role, value}`. */
  recordMap: ExtendedRecordMap
  /** What rollups and formulas of the rows on the page come to, by `valueKey` of row and property. */
  values: Record<string, ComputedValue>
  /** The property that a rollup shows of the related rows, by `valueKey` of collection and rollup. */
  rolledUp: Record<string, CollectionPropertySchema>
  /** Rows of any collection that name the page, as far as its own relations do not show them. */
  usedBy: RelationUse[]
  /** What the visitor asks for, by which the rows were read. */
  query: PageQuery
  /** What is shown of views, by dashed view id: one of each collection on the page. */
  views: Record<string, ViewWindow>
  /** Views of which nothing is shown, since the page shows so much already. */
  leftOut: string[]
  /** Canonical path by dashed id, for every page the record map names and the mirror holds. */
  paths: Record<string, string>
  /** Path of the page on which a block stands, by dashed id, for those that a text here links to. */
  places: Record<string, string>
  /** Images by source address, for those the mirror holds. */
  images: Record<string, ImageView>
  /** The pages before and after it below the same parent: among sub-pages, or rows of one collection. */
  previous: PageLinkView | undefined
  next: PageLinkView | undefined
  /** Pages whose text leads to this one. */
  backlinks: Backlinks
  /** Blocks of it that a link somewhere on the site leads to; dashed ids. */
  linkedBlocks: string[]
}
