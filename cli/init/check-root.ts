import type { Block } from 'notion-types'

import { collectionIdOf } from '../../site/notion/blocks/block-references.ts'
import { plainText } from '../../site/notion/text/rich-text.ts'
import type { SiteConfig } from '../../site/config/config.ts'
import type { Environment } from '../config/environment.ts'
import { connectWorkspace } from '../sync/workspace/connect-workspace.ts'
import { probeRoot } from '../sync/workspace/probe-root.ts'
import type { Workspace } from '../sync/workspace/workspace.ts'

/** What the workspace shows of a root page. */
export interface FoundRoot {
  /** Empty if it has none. */
  title: string
  kind: 'page' | 'database'
  /** Where it was found: the sample workspace, or the base URL of the API. */
  workspace: string
}

/**
 * Requests the root page as a sync does: with one request, and one more for the name of a database.
 * Throws `SyncError`, `CallError` and `OutageError`, whose messages have cause and remedy.
 */
export async function checkRoot(config: SiteConfig, environment: Environment): Promise<FoundRoot> {
  const connection = await connectWorkspace(config, environment, { attempts: 1 })
  const { workspace, name } = connection
  try {
    const { record } = await probeRoot(workspace, config, undefined)
    const collectionId = collectionIdOf(record)
    const title =
      record.type === 'page' || collectionId === undefined
        ? titleOf(record)
        : await collectionName(workspace, collectionId)
    return { title, kind: record.type === 'page' ? 'page' : 'database', workspace: name }
  } finally {
    await connection.close()
  }
}

function titleOf({ properties }: Block): string {
  return plainText(properties?.title).trim()
}

async function collectionName(workspace: Workspace, id: string): Promise<string> {
  const records = await workspace.records([{ table: 'collection', id }])
  const found = records.collection.get(id)
  return plainText(found?.name).trim()
}
