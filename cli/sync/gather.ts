import { LastGoodCopy } from '../../db/last-good-copy.ts'
import { Pauses } from '../../db/pauses.ts'
import type { Account } from './account.ts'
import { Admission } from './admission.ts'
import { findAbsences } from './departures.ts'
import { Failures } from './failures.ts'
import { HeldPages } from './held-pages.ts'
import type { Root } from './probe-root.ts'
import { Reached } from './reached.ts'
import { RecordReader } from './record-reader.ts'
import { OutageError } from './request-budget.ts'
import { Responses } from './responses.ts'
import { SyncError } from './sync-error.ts'
import { NotedCollections, type UnchangedOptions, findUnchanged } from './unchanged.ts'
import { Walk } from './walk.ts'
import type { Workspace } from './workspace.ts'

export interface GatherOptions extends UnchangedOptions {
  workspace: Workspace
  root: Root
  account: Account
  /** Trust nothing that earlier runs have read. */
  isFull: boolean
  /** The only pages to read; undefined for all. */
  scope: Set<string> | undefined
  /** Where what was read is to be written: that needs all of it. */
  recordDir?: string | undefined
  onProgress: (reached: Reached, reader: RecordReader) => void
}

/** What a walk found. */
export interface Gathered {
  reached: Reached
  /** Why records are not part of the site, by id. */
  absences: Map<string, string>
  /** With the collections that were shown, and their rows. */
  collections: NotedCollections
}

/**
 * Brings staging up to date with the workspace and returns what is to be published. A walk that
 * met failures is repeated over what it has read, with the pages that failed as they were
 * published, and those they exchange blocks with: what they lead to stays reachable, and no page is
 * a mix of two versions. It is also repeated when a form turned up after its responses.
 */
export async function gather(options: GatherOptions): Promise<Gathered | undefined> {
  const { workspace, staging, mirror, config, root, account, isFull, scope } = options
  const { rootNotionPageId: rootPageId, excludedPageIds, timeZone } = config
  const lastGood = new LastGoodCopy(mirror)
  const reached = new Reached(staging)
  const failures = new Failures()
  const pauses = new Pauses(workspace.budget.signal)
  const responses = new Responses()
  const parts = { workspace, staging, reached, failures, lastGood, scope, responses }
  const held = new HeldPages(parts)
  const reader = new RecordReader({ ...parts, isFull })
  const { spaceId } = root
  const collections = new NotedCollections({ ...parts, reader, spaceId, timeZone })
  reader.accept({ table: 'block', id: rootPageId, unit: rootPageId }, root.record, root.unread)
  for (const known of scope || isFull ? [] : staging.knownRecords()) {
    reader.ask(known, 'ahead')
    await pauses.due()
  }

  const reasonsToRepeat = () => failures.size + (scope?.size ?? 0) + responses.lateForms
  if (!scope && !isFull && !options.recordDir) {
    const last = await findUnchanged({ ...options, ...parts, reader, collections })
    if (last) {
      Object.assign(account, last)
      return undefined
    }
  }

  for (let before = -1; reasonsToRepeat() > before;) {
    before = reasonsToRepeat()
    reached.clear()
    collections.clear()
    responses.startWalk()
    Object.assign(account, { absent: [], unsupported: [] })
    const admission = new Admission({ spaceId, excludedPageIds })
    const onProgress = () => options.onProgress(reached, reader)
    await new Walk({
      ...parts,
      reader,
      collections,
      admission,
      account,
      rootPageId,
      held,
      pauses,
      onProgress
    }).run()
    collections.noteLostRows()
    await held.noteMovedAway(reader)
  }
  if (!lastGood.isPage(rootPageId)) refuseMissingRows(collections)
  if (!reached.read('block', rootPageId)) {
    const [first] = failures.list()
    throw new SyncError(`the root page ${rootPageId} could not be read whole: ${first?.reason}`)
  }
  completeAccount(account, { reached, failures, lastGood })
  const absences = await findAbsences({ ...options, reached, reader, excludedPageIds })
  return { reached, absences, collections }
}

/** A first publication waits for rows: there is no earlier copy that could stand in for them. */
function refuseMissingRows({ outage }: NotedCollections): void {
  if (!outage) return
  throw new OutageError(`the rows of a collection are missing: ${outage.message}`, {
    cause: outage
  })
}

function completeAccount(
  account: Account,
  parts: { reached: Reached; failures: Failures; lastGood: LastGoodCopy }
): void {
  const { reached, failures, lastGood } = parts
  const { stored, absent } = reached
  account.stored = { ...stored }
  account.expected = {
    pages: stored.pages + absent.pages,
    blocks: stored.blocks + absent.blocks,
    rows: stored.rows + absent.rows,
    collections: stored.collections + absent.collections,
    views: stored.views + absent.views
  }
  account.partly_read = [...failures.unread].flatMap(([id, fields]) =>
    reached.isTaken('block', id) ? { id, fields } : []
  )
  account.failed = failures.list().map(({ table, id, unit, reason }) => ({
    table,
    id,
    page_id: unit,
    title: lastGood.title(unit) ?? null,
    reason,
    // Of a page that fails all is kept, of a view or collection what was there of itself.
    is_kept: table === 'block' ? lastGood.has('block', unit) : lastGood.has(table, id)
  }))
}
