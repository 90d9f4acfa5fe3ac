import type { Block } from 'notion-types'

import type { MirrorIdentity } from '../../../db/mirror/read-identity.ts'
import { isPage } from '../../../site/notion/blocks/block-references.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import { ConfigError } from '../../../site/config/read-config.ts'
import { accessRemedy } from './access-remedy.ts'
import { CallError } from './call-error.ts'
import { recordKey } from './records/record-tables.ts'
import type { Damaged } from './records/salvage.ts'
import { ShrinkError, SyncError } from '../sync-error.ts'
import type { Workspace } from './workspace.ts'

/** One response without the root page may be a fault of the API; this many count as a refusal. */
const MAX_REQUESTS = 3

/** The root page's record and its space. */
export interface Root {
  record: Block
  spaceId: string
  /** Names of fields with unexpected values that do not affect what the page shows. */
  unread: string[] | undefined
  /** The faults of the record; undefined when it is intact. */
  damaged: Damaged | undefined
}

/**
 * Reads the root page's record before anything is written. `published` identifies the workspace of
 * the current mirror. Throws `SyncError` when the page cannot be read, `ShrinkError` when it was
 * published before (or in another space), and `ConfigError` when its space is not the configured one.
 */
export async function probeRoot(
  workspace: Workspace,
  config: SiteConfig,
  published: MirrorIdentity | undefined
): Promise<Root> {
  const id = config.rootNotionPageId
  const isKnown = published?.rootPageId === id
  const { record, unread, damaged } = await requestRoot(workspace, id)
  if (!record || record.alive === false) {
    throw lostRoot(id, { isTrashed: record?.alive === false, isKnown })
  }
  if (!isPage(record)) {
    throw new SyncError(`the root ${id} is a ${record.type} block; set rootNotionPageId to a page`)
  }

  const spaceId = record.space_id ?? record.parent_id
  if (config.rootNotionSpaceId !== null && config.rootNotionSpaceId !== spaceId) {
    throw new ConfigError([
      `Config error: the root page belongs to space ${spaceId}, but rootNotionSpaceId is ${config.rootNotionSpaceId}; set it to null or to the id of that space`
    ])
  }
  if (isKnown && published.spaceId !== spaceId) {
    throw new ShrinkError(
      `the root page ${id} has moved from space ${published.spaceId} to ${spaceId}, so nothing was published; if this is intended, run "fansite sync --allow-shrink"`
    )
  }
  return { record, spaceId, unread, damaged }
}

async function requestRoot(workspace: Workspace, id: string) {
  for (let requests = 1; ; requests++) {
    const records = await workspace
      .records([{ table: 'block', id }])
      .catch((error: unknown) => refuseRoot(id, error))
    const record = records.block.get(id)
    const damaged = records.damaged.get(recordKey('block', id))
    if (record !== undefined || requests === MAX_REQUESTS) {
      const usable = damaged && usableRoot(id, damaged)
      return { record: record ?? usable, unread: records.unread.get(id), damaged }
    }
  }
}

/** The usable part of a damaged root page. Throws when its type or content is lost: no page would be left. */
function usableRoot(id: string, { record, reason }: Damaged): Block {
  const root = record as Block | undefined
  if (root && isPage(root) && Array.isArray(root.content)) return root
  throw new SyncError(
    `the record of the root page ${id} is damaged: ${reason}; edit the page in Notion, or set rootNotionPageId to another page`
  )
}

/** Statuses of an endpoint that does not exist. The API refuses a page that may not be read with 400. */
const noEndpoint = new Set<number | undefined>([404, 405, 410])

/** A refusal of the first request usually means that the caller may not read the root page. */
function refuseRoot(id: string, error: unknown): never {
  if (!(error instanceof CallError) || !error.isFinal) throw error
  if (noEndpoint.has(error.status)) {
    throw new SyncError(
      `${error.message}; the API does not have this endpoint: check NOTION_API_BASE_URL, or update fansite`,
      { cause: error }
    )
  }
  throw new SyncError(`the root page ${id} cannot be read: ${error.message}; ${accessRemedy}`, {
    cause: error
  })
}

function lostRoot(id: string, facts: { isTrashed: boolean; isKnown: boolean }): Error {
  const message = facts.isTrashed
    ? `the root page ${id} is in the trash; restore it, or set rootNotionPageId to another page`
    : `the root page ${id} does not exist or is private; ${accessRemedy}`
  return facts.isKnown
    ? new ShrinkError(`${message}; nothing was published, and the mirror is unchanged`)
    : new SyncError(message)
}
