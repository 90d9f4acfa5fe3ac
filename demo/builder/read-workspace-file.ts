import { readFile } from 'node:fs/promises'

import type { WorkspaceFile } from './workspace-file.ts'

/** Reads a recorded workspace from a file. Throws if it lacks a required field. */
export async function readWorkspaceFile(file: string): Promise<WorkspaceFile> {
  const recorded = JSON.parse(await readFile(file, 'utf8')) as Partial<WorkspaceFile>
  const { rootPageId, spaceId, block, query, viewOnlyIds, privateIds } = recorded
  const { collection = {}, collection_view = {}, notion_user = {} } = recorded
  if (!rootPageId || !spaceId || !block?.[rootPageId]) {
    throw new Error(`${file} is not a recorded workspace: it needs rootPageId, spaceId and block`)
  }
  const records = { block, collection, collection_view, notion_user }
  return {
    rootPageId,
    spaceId,
    ...records,
    ...(query && { query }),
    ...(viewOnlyIds && { viewOnlyIds }),
    ...(privateIds && { privateIds })
  }
}
