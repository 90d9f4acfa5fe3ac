import type { Block, Collection, CollectionView } from 'notion-types'

import type { GroupValue } from '../../site/notion/collections/view-group.ts'

/**
 * What a walk brought home, in the form `publish` takes: records without their boxes and without
 * private fields. The lists are read once each, so that they can come from disk; they stand in
 * the same order every time.
 */
export interface WalkResult {
  rootPageId: string
  spaceId: string
  blocks(): Iterable<Block>
  collections(): Iterable<Collection>
  views(): Iterable<WalkedView>
  users(): Iterable<{ id: string; name: string; avatar: string | null }>
  /** Titles of pages, also of those that are databases, names of users and of objects of other sites by id, for mentions in text. */
  names(): Pick<Map<string, string>, 'get'>
  /** Files whose bytes stand in the asset folder. */
  assets: Asset[]
  /** Why pages are not in the harvest, by page id; what `gone_page` says of those that were published. */
  absences: Map<string, string>
  /** How the records differ from those that the mirror was made from; undefined when that is not known. */
  changes?: WalkChanges | undefined
}

/** What a harvest changes in a mirror; collections, users, and what things are called stay the same. */
export interface WalkChanges {
  /** Blocks that are new or changed. */
  blocks(): Iterable<Block>
  /** Ids of blocks that are gone. */
  removed: string[]
  /** Whether views, or the rows they show, have changed. */
  hasViews: boolean
}

export interface WalkedView {
  view: CollectionView
  collectionId: string
  groups: ViewGroup[]
}

/**
 * The rows of one group of a view; a view without groups has one, whose value is null. Where
 * groups have sub-groups there is one for each pair of the two.
 */
export interface ViewGroup {
  value: GroupValue | null
  subgroup?: GroupValue | null
  isHidden: boolean
  /** Rows the workspace counts, which may be more than the walk could read. */
  total: number
  rowIds: string[]
}

export interface Asset {
  /** The address as records have it. */
  source: string
  /** sha256 of the bytes, 64 hex digits. */
  hash: string
  mediaType: string
  /** Bytes. */
  size: number
  /** Pixels; null where the format has no size of its own. */
  width: number | null
  height: number | null
  /** A small preview as a `data:` URI; null where there is none. */
  preview: string | null
}
