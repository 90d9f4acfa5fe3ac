import type { Block, Collection, CollectionView } from 'notion-types'

import type { GroupValue } from '../../site/notion/collections/view-group.ts'

/**
 * The result of a walk, as `publish` takes it: records without their wrappers and private fields. Each
 * call iterates over all records again, in the same order, so that they can be read from disk.
 */
export interface WalkResult {
  rootPageId: string
  spaceId: string
  blocks(): Iterable<Block>
  collections(): Iterable<Collection>
  views(): Iterable<WalkedView>
  users(): Iterable<{ id: string; name: string; avatar: string | null }>
  /** Titles of pages and databases, names of users and external objects, by id, for mentions in text. */
  names(): Pick<Map<string, string>, 'get'>
  /** Files that are in the asset folder. */
  assets: Asset[]
  /** Why pages are absent, by page id; `gone_page.reason` for those that were published. */
  absences: Map<string, string>
  /** Paths that do not follow from titles and the configuration, by page id; see `publish/copies/`. */
  fixedPaths?: Map<string, string> | undefined
  /** What former paths and titles must not name; see `publish/copies/`. */
  hidden?: HiddenRecords | undefined
  /** The difference from the records that the mirror was published from; undefined when unknown. */
  changes?: WalkChanges | undefined
}

/** Withheld records. */
export interface HiddenRecords {
  /** Whether a page or database is withheld. */
  has: (id: string) => boolean
  /** The names that withheld pages have and had. */
  names: string[]
}

/** The changes of a walk to a mirror; collections, users and names are unchanged. */
export interface WalkChanges {
  /** New and changed blocks. */
  blocks(): Iterable<Block>
  /** Ids of removed blocks. */
  removed: string[]
  /** Whether views, or the rows they show, have changed. */
  hasViews: boolean
}

/** A view with the groups and rows that Notion's query returned. */
export interface WalkedView {
  view: CollectionView
  collectionId: string
  groups: ViewGroup[]
}

/**
 * The rows of one group of a view. A view without groups has one group with value null; a view with
 * sub-groups has one entry for each pair of group and sub-group.
 */
export interface ViewGroup {
  value: GroupValue | null
  subgroup?: GroupValue | null
  isHidden: boolean
  /** Notion's row count, which may exceed the number of rows that the walk could read. */
  total: number
  rowIds: string[]
}

/** A downloaded file. */
export interface Asset {
  /** The address in the records. */
  source: string
  /** sha256 of the bytes, 64 hex digits. */
  hash: string
  mediaType: string
  /** Bytes. */
  size: number
  /** Pixels; null for a format without a size. */
  width: number | null
  height: number | null
  /** A small preview as a `data:` URI; null where there is none. */
  preview: string | null
}
