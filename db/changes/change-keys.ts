import { hash as digest } from 'node:crypto'

import type { ChangeKey } from './record-reads.ts'

/**
 * Makes the keys of change. A key that is touched too often costs a needless rendering; a missing key
 * leaves a page stale. Source addresses and names of options are hashed: the log keeps keys after
 * their values are gone.
 */
export const keys = {
  /** The blocks of a page, its text, its property values and its times. */
  page: (id: string): ChangeKey => `page:${id}`,
  /** What a link to a page shows: title, icon, cover, path and parent; whether the page exists. */
  name: (id: string): ChangeKey => `name:${id}`,
  /** A page that was not on the site before; no reader depends on it. */
  added: (id: string): ChangeKey => `added:${id}`,
  /** The order of a page relative to other pages. */
  place: (id: string): ChangeKey => `place:${id}`,
  /** The pages before and after a page on its parent page. */
  neighbours: (id: string): ChangeKey => `neighbours:${id}`,
  /** The sub-pages directly below a page, in order, without rows. */
  subPages: (id: string): ChangeKey => `sub-pages:${id}`,
  /** Whether a page has sub-pages, and the number of its views if it is a database. */
  branch: (id: string): ChangeKey => `branch:${id}`,
  /** What the search reads of a page, by the page's number in the search index. */
  texts: (number: number): ChangeKey => `${TEXTS}${number}`,
  /** A block: its content, its page, whether it exists. */
  block: (id: string): ChangeKey => `block:${id}`,
  /** The links and relations to a page, and the links to its blocks. */
  backlinks: (id: string): ChangeKey => `backlinks:${id}`,
  /** The name, icon and schema of a collection. */
  collection: (id: string): ChangeKey => `collection:${id}`,
  /** The rows of a collection: which ones exist, their links and their values, without `edited`. */
  rows: (collectionId: string): ChangeKey => `rows:${collectionId}`,
  /** The time and author of the last edit of the rows of a collection. */
  edited: (collectionId: string): ChangeKey => `edited:${collectionId}`,
  /** The settings of a view. */
  view: (id: string): ChangeKey => `view:${id}`,
  /** The groups of a view and the order of its rows. */
  viewRows: (viewId: string): ChangeKey => `view-rows:${viewId}`,
  /** The rows with an option of a property. */
  tag: (collectionId: string, propertyId: string, option: string): ChangeKey =>
    `tag:${hash(JSON.stringify([collectionId, propertyId, option]))}`,
  /** The rows with an option of a property, as long as they are few; see `SharedTags`. */
  sharedTag: (collectionId: string, propertyId: string, option: string): ChangeKey =>
    `shared-tag:${hash(JSON.stringify([collectionId, propertyId, option]))}`,
  /** The stored file of a source address. */
  file: (source: string): ChangeKey => `${FILE}${hash(source)}`,
  user: (id: string): ChangeKey => `user:${id}`,
  /** The pages that have or had a path. */
  path: (path: string): ChangeKey => `path:${hash(path)}`,
  /** The pages with a slug. */
  slug: (slug: string): ChangeKey => `slug:${hash(slug)}`,
  /** All options and the number of their rows. */
  tags: 'tags',
  /** The pages of the site: added, removed, renamed or moved below another page. */
  list: 'list',
  /** The order of all pages. */
  order: 'order',
  /** The time of the last edit of any page. */
  edits: 'edits',
  /** The links to blocks of any page. */
  anchors: 'anchors',
  /** Whether pages show pictures that browsers load from Unsplash. */
  publicPictures: 'public-pictures',
  /** The titles, other names and headings of any page, as the search finds them. */
  names: 'names',
  /** The last sync; touched by each publication. */
  sync: 'sync'
} as const

const FILE = 'file:'
const TEXTS = 'texts:'

const editTypes = new Set(['last_edited_time', 'last_edited_by'])

/** Whether a change of a property of this type touches `edited`, and not `rows`. */
export function isEditType(type: string): boolean {
  return editTypes.has(type)
}

/** Whether a key is that of some stored file. */
export function isFileKey(key: ChangeKey): boolean {
  return key.startsWith(FILE)
}

/** The page number in a key of search texts; undefined for any other key. */
export function textsNumber(key: ChangeKey): number | undefined {
  return key.startsWith(TEXTS) ? Number(key.slice(TEXTS.length)) : undefined
}

/** 96 bits: accidental matches only cost a rendering. */
function hash(text: string): string {
  return digest('sha256', text.toWellFormed()).slice(0, 24)
}
