import type { Block, Collection, CollectionView, User } from 'notion-types'

/**
 * A whole workspace in memory: records without `{role, value}` boxes, by dashed id. A recorded
 * `workspace.json` has the same shape.
 */
export interface WorkspaceFile {
  rootPageId: string
  spaceId: string
  block: Record<string, Block>
  collection: Record<string, Collection>
  collection_view: Record<string, CollectionView>
  notion_user: Record<string, User>
  /**
   * Recorded row order: collection id → view id → row ids. Missing orders are computed from the
   * view.
   */
  query?: Record<string, Record<string, string[]>>
  /** Rows that views list but a query without a filter omits, as some workspaces do. */
  viewOnlyIds?: string[]
  /** Ids of records that exist but may not be read. */
  privateIds?: string[]
}

/** A file of the workspace, served at a signed or public URL. */
export interface WorkspaceAsset {
  mediaType: string
  /** Reads the bytes on demand. */
  read: () => Promise<Uint8Array>
}
