import type { Block } from 'notion-types'

import type { MirrorIdentity } from '../../db/read-identity.ts'
import { isPage } from '../../site/block-references.ts'
import type { SiteConfig } from '../../site/config.ts'
import { ConfigError } from '../../site/read-config.ts'
import { ShrinkError, SyncError } from './sync-error.ts'
import type { Workspace } from './workspace.ts'

/** An answer that leaves the root out proves nothing; so many do. */
const MAX_ASKED = 3

/** The root page's record, and the space it stands in. */
export interface Root {
  record: Block
  spaceId: string
  /** Names of its fields that could not be read. */
  unread: string[] | undefined
}

/**
 * Reads the root page's record before anything is touched. Throws `SyncError` when it cannot be
 * read, `ShrinkError` when `held` shows that it could be before (or that it stood in another
 * space), and `ConfigError` when it stands in another space than the configuration says.
 */
export async function probeRoot(
  workspace: Workspace,
  config: SiteConfig,
  held: MirrorIdentity | undefined
): Promise<Root> {
  const id = config.rootNotionPageId
  const isKnown = held?.rootPageId === id
  const { record, unread } = await askFor(workspace, id)
  if (!record || record.alive === false) {
    throw lostRoot(id, { isTrashed: record?.alive === false, isKnown })
  }
  if (!isPage(record)) {
    throw new SyncError(`the root ${id} is a ${record.type} block; set rootNotionPageId to a page`)
  }

  const spaceId = record.space_id ?? record.parent_id
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
  return { record, spaceId, unread }
}

async function askFor(workspace: Workspace, id: string) {
  for (let asked = 1; ; asked++) {
    const { block, malformed, unread } = await workspace.records([{ table: 'block', id }])
    const record = block.get(id)
    const wrong = malformed.get(id)
    if (record !== undefined || asked === MAX_ASKED) {
      if (wrong) throw new SyncError(`the root page ${id} cannot be understood: ${wrong}`)
      return { record, unread: unread.get(id) }
    }
  }
}

function lostRoot(id: string, facts: { isTrashed: boolean; isKnown: boolean }): Error {
  const cause = facts.isTrashed ? 'is in the trash' : 'is not there, or may not be read'
  const remedy = 'check rootNotionPageId, that the page is shared to the web, or set NOTION_TOKEN'
  const message = `the root page ${id} ${cause}; ${remedy}`
  return facts.isKnown
    ? new ShrinkError(`${message}; nothing was published, and the mirror is served as it was`)
    : new SyncError(message)
}
