import type { SiteConfig } from '../../site/config.ts'
import { isPage } from '../../site/block-references.ts'
import { ConfigError } from '../../site/read-config.ts'
import type { Workspace } from './workspace.ts'

/** The run cannot go on; the message names the thing, the cause and the remedy. */
class SyncError extends Error {
  override name = 'SyncError'
}

/**
 * Reads the root page's record before anything is touched, and returns its space. Throws
 * `SyncError` when it cannot be read and `ConfigError` when it stands in another space than the
 * configuration says.
 */
export async function probeRoot(workspace: Workspace, config: SiteConfig): Promise<string> {
  const id = config.rootNotionPageId
  const [records] = await workspace.records('block', [id])
  const root = records?.block.get(id)
  if (!root || root.alive === false) {
    const cause = root ? 'is in the trash' : 'is not there, or may not be read'
    throw new SyncError(
      `the root page ${id} ${cause}; check rootNotionPageId, that the page is shared to the web, or set NOTION_TOKEN`
    )
  }
  if (!isPage(root)) {
    throw new SyncError(`the root ${id} is a ${root.type} block; set rootNotionPageId to a page`)
  }
  const spaceId = root.space_id ?? root.parent_id
  if (config.rootNotionSpaceId !== null && config.rootNotionSpaceId !== spaceId) {
    throw new ConfigError([
      `Config error: the root page stands in space ${spaceId}, rootNotionSpaceId is ${config.rootNotionSpaceId}; set it to null or to that space`
    ])
  }
  return spaceId
}
