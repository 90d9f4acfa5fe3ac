import type { Block, Collection, CollectionView, User } from 'notion-types'

/**
 * A whole workspace in memory, as the local workspace API serves it: values without
 * `{role, value}` boxes, by dashed id. The shape is that of a recorded `workspace.json`.
 */
export interface WorkspaceFile {
  rootPageId: string
  spaceId: string
  block: Record<string, Block>
  collection: Record<string, Collection>
  collection_view: Record<string, CollectionView>
  notion_user: Record<string, User>
  /** Recorded row order: collection id → view id → row ids. What is absent is computed from the view. */
  query?: Record<string, Record<string, string[]>>
  /**
   * Rows that a query without any filter leaves out, although the queries of views list them: some
   * workspaces answer so.
   */
  viewOnlyIds?: string[]
  /** Records that exist and may not be read. */
  privateIds?: string[]
}

/** A file of the workspace: what a signed or public address answers. */
export interface WorkspaceAsset {
  mediaType: string
  /** Reads the bytes when they are asked for. */
  read: () => Promise<Uint8Array>
}
