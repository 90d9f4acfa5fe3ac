import type { Block } from 'notion-types'

import type { MirrorIdentity } from '../../../db/mirror/read-identity.ts'
import { isPage } from '../../../site/notion/blocks/block-references.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import { ConfigError } from '../../../site/config/read-config.ts'
import { accessRemedy } from './access-remedy.ts'
import { CallError } from './call-error.ts'
import { recordKey } from './record-tables.ts'
import type { Damaged } from '../staging/salvage.ts'
import { ShrinkError, SyncError } from '../sync-error.ts'
import type { Workspace } from './workspace.ts'

/** An answer that leaves the root out proves nothing; so many do. */
const MAX_ASKED = 3

/** The root page's record, and the space it stands in. */
export interface Root {
  record: Block
  spaceId: string
  /** Names of its fields that could not be read and decide nothing. */
  unread: string[] | undefined
  /** What is wrong with the record; undefined when nothing is. */
  damaged: Damaged | undefined
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
  const { record, unread, damaged } = await askFor(workspace, id)
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
  return { record, spaceId, unread, damaged }
}

async function askFor(workspace: Workspace, id: string) {
  for (let asked = 1; ; asked++) {
    const records = await workspace
      .records([{ table: 'block', id }])
      .catch((error: unknown) => refuseRoot(id, error))
    const record = records.block.get(id)
    const damaged = records.damaged.get(recordKey('block', id))
    if (record !== undefined || asked === MAX_ASKED) {
      const usable = damaged && usableRoot(id, damaged)
      return { record: record ?? usable, unread: records.unread.get(id), damaged }
    }
  }
}

/** What can be used of a damaged root page. Throws when its type or its content are lost: nothing hangs on it then. */
function usableRoot(id: string, { record, reason }: Damaged): Block {
  const root = record as Block | undefined
  if (root && isPage(root) && Array.isArray(root.content)) return root
  throw new SyncError(`the root page ${id} cannot be understood: ${reason}`)
}

/** A refusal of the first request most often means that the root page may not be read. */
function refuseRoot(id: string, error: unknown): never {
  if (!(error instanceof CallError) || !error.isFinal) throw error
  throw new SyncError(`the root page ${id} cannot be read: ${error.message}; ${accessRemedy}`, {
    cause: error
  })
}

function lostRoot(id: string, facts: { isTrashed: boolean; isKnown: boolean }): Error {
  const message = facts.isTrashed
    ? `the root page ${id} is in the trash; restore it, or set rootNotionPageId to another page`
    : `the root page ${id} is not there, or may not be read; ${accessRemedy}`
  return facts.isKnown
    ? new ShrinkError(`${message}; nothing was published, and the mirror is served as it was`)
    : new SyncError(message)
}
