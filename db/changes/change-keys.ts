import type { ChangeKey } from './record-reads.ts'

/** Makes the keys of change. Over-approximation is safe; a missing key leaves a page stale. */
export const keys = {
  /** The blocks of a page, its property values and its own dates. */
  page: (id: string): ChangeKey => `page:${id}`,
  /** What a link to a page shows: title, icon, cover, path, parent, and whether the page exists. */
  name: (id: string): ChangeKey => `name:${id}`,
  /** The order of a page among other pages. */
  place: (id: string): ChangeKey => `place:${id}`,
  /** Whether a block exists and on which page; also the content of a block that is on no page. */
  block: (id: string): ChangeKey => `block:${id}`,
  /** The sub-pages and rows directly below a page, in order. */
  children: (id: string): ChangeKey => `children:${id}`,
  /** The links to a page and to its blocks. */
  backlinks: (id: string): ChangeKey => `backlinks:${id}`,
  /** The schema, name and icon of a collection. */
  collection: (id: string): ChangeKey => `collection:${id}`,
  /** The rows of a collection with their values, except for times of the last edit. */
  rows: (collectionId: string): ChangeKey => `rows:${collectionId}`,
  /** The times of the last edit in the rows of a collection. */
  edited: (collectionId: string): ChangeKey => `edited:${collectionId}`,
  /** A view of a collection with its groups and the order of its rows. */
  view: (id: string): ChangeKey => `view:${id}`,
  /** The stored file of a source address. */
  file: (source: string): ChangeKey => `file:${source}`,
  user: (id: string): ChangeKey => `user:${id}`,
  /** The pages that have or had a path. */
  path: (path: string): ChangeKey => `path:${path}`,
  /** The options of all collections and the rows that have them. */
  tags: 'tags',
  /** The pages of the site: added, removed, renamed or moved below another page. */
  list: 'list',
  /** The order of all pages. */
  order: 'order',
  /** The time of the last edit of any page. */
  edits: 'edits',
  /** All links of the site. */
  links: 'links',
  /** The root page and the space of the mirror. */
  site: 'site',
  /** The present date in the site's time zone; never touched by a publication. */
  day: 'day'
} as const
