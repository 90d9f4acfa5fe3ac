import type { Block } from 'notion-types'

import type { WorkspaceFile } from '../builder/workspace-file.ts'

/**
 * Blocks by collection id, for each queried workspace: scanning all blocks for each query takes too
 * long.
 */
const indexes = new WeakMap<WorkspaceFile, Map<string, Block[]>>()

/** Blocks whose parent is a collection, alive or not, in the order of the workspace's blocks. */
export function blocksOfCollection(workspace: WorkspaceFile, collectionId: string): Block[] {
  const index = indexes.get(workspace) ?? buildIndex(workspace)
  indexes.set(workspace, index)
  return index.get(collectionId) ?? []
}

/** Must be called when a block is added, removed or gets another parent. */
export function clearRowIndex(workspace: WorkspaceFile): void {
  indexes.delete(workspace)
}

function buildIndex(workspace: WorkspaceFile): Map<string, Block[]> {
  const index = new Map(Object.keys(workspace.collection).map((id): [string, Block[]] => [id, []]))
  for (const block of Object.values(workspace.block)) index.get(block.parent_id)?.push(block)
  return index
}
