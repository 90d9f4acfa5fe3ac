import type { MirrorIdentity } from '../../db/read-identity.ts'
import type { SiteConfig } from '../../site/config.ts'
import { isPage } from '../../site/block-references.ts'
import { ConfigError } from '../../site/read-config.ts'
import { ShrinkError } from './shrink-brake.ts'
import type { Workspace } from './workspace.ts'

/** The run cannot go on; the message names the thing, the cause and the remedy. */
class SyncError extends Error {
  override name = 'SyncError'
}

/**
 * Reads the root page's record before anything is touched, and returns its space. Throws
 * `SyncError` when it cannot be read, `ShrinkError` when `held` shows that it could be before (or
 * that it stood in another space), and `ConfigError` when it stands in another space than the
 * configuration says.
 */
export async function probeRoot(
  workspace: Workspace,
  config: SiteConfig,
  held: MirrorIdentity | undefined
): Promise<string> {
  const id = config.rootNotionPageId
  const isKnown = held?.rootPageId === id
  const [records] = await workspace.records('block', [id])
  const root = records?.block.get(id)
  if (!root || root.alive === false)
    throw lostRoot(id, { isTrashed: root?.alive === false, isKnown })
  if (!isPage(root)) {
    throw new SyncError(`the root ${id} is a ${root.type} block; set rootNotionPageId to a page`)
  }

  const spaceId = root.space_id ?? root.parent_id
  if (config.rootNotionSpaceId !== null && config.rootNotionSpaceId !== spaceId) {
    throw new ConfigError([
      `Config error: the root page stands in space ${spaceId}, rootNotionSpaceId is ${config.rootNotionSpaceId}; set it to null or to that space`
    ])
  }
  if (isKnown && held.spaceId !== spaceId) {
    throw new ShrinkError(
      `the root page ${id} has moved from space ${held.spaceId} to ${spaceId}, so nothing was published; if that is right, run "fansite sync --allow-shrink"`
    )
  }
  return spaceId
}

function lostRoot(id: string, facts: { isTrashed: boolean; isKnown: boolean }): Error {
  const cause = facts.isTrashed ? 'is in the trash' : 'is not there, or may not be read'
  const remedy = 'check rootNotionPageId, that the page is shared to the web, or set NOTION_TOKEN'
  const message = `the root page ${id} ${cause}; ${remedy}`
  return facts.isKnown
    ? new ShrinkError(`${message}; nothing was published, and the mirror is served as it was`)
    : new SyncError(message)
}
