import type { Block } from 'notion-types'

import type { WorkspaceFile } from '../builder/workspace-file.ts'

/** Rows by collection id, of each workspace that was asked: looking through all blocks for each query takes too long. */
const indexes = new WeakMap<WorkspaceFile, Map<string, Block[]>>()

/** What stands in a collection, alive or not, in the order of the workspace's blocks. */
export function blocksIn(workspace: WorkspaceFile, collectionId: string): Block[] {
  const index = indexes.get(workspace) ?? indexOf(workspace)
  indexes.set(workspace, index)
  return index.get(collectionId) ?? []
}

/** To be called when a block has come, gone or got another parent. */
export function forgetRows(workspace: WorkspaceFile): void {
  indexes.delete(workspace)
}

function indexOf(workspace: WorkspaceFile): Map<string, Block[]> {
  const index = new Map(Object.keys(workspace.collection).map((id): [string, Block[]] => [id, []]))
  for (const block of Object.values(workspace.block)) index.get(block.parent_id)?.push(block)
  return index
}
