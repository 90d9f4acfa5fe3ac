import type { Block, Collection, CollectionView } from 'notion-types'

/**
 * What a walk brought home, in the form `publish` takes: records without their boxes and without
 * private fields. The lists are read once each, in any order, so that they can come from disk.
 */
export interface Harvest {
  rootPageId: string
  spaceId: string
  blocks(): Iterable<Block>
  collections(): Iterable<Collection>
  views(): Iterable<HarvestedView>
  users(): Iterable<{ id: string; name: string; avatar: string | null }>
  /** Titles of pages and names of users by id, for mentions in text. */
  names(): Map<string, string>
  /** Files whose bytes stand in the asset folder. */
  assets: Asset[]
}

export interface HarvestedView {
  view: CollectionView
  collectionId: string
  groups: ViewGroup[]
}

/** The rows of one group of a view; a view without groups has one, whose value is null. */
export interface ViewGroup {
  value: { type: string; value?: unknown } | null
  /** The group within the group, where a board has both columns and groups. */
  subgroup?: { type: string; value?: unknown } | null
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
  /** A few pixels of the picture as a `data:` address; null for other files and when previews are off. */
  preview: string | null
}
