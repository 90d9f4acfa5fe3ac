import type { ExtendedRecordMap } from 'notion-types'

import type { PageQuery } from './page-query.ts'
import type { ViewPage } from './view-page.ts'

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

/** An image whose bytes the mirror holds. */
export interface ImageView {
  /** sha256 of the bytes, 64 hex digits. */
  hash: string
  mediaType: string
  /** Intrinsic size in CSS pixels; null where the format has none. */
  width: number | null
  height: number | null
}

/** Everything needed to render one page: what `db/read-page.ts` answers and `web/pages/` draws. */
export interface PageView extends PageLinkView {
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
  /** What the visitor asks for, by which the rows were read. */
  query: PageQuery
  /** What is shown of views, by dashed view id: one of each collection on the page. */
  views: Record<string, ViewPage>
  /** Canonical path by dashed id, for every page the record map names and the mirror holds. */
  paths: Record<string, string>
  /** Images by source address, for those the mirror holds. */
  images: Record<string, ImageView>
}
