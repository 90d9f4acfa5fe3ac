import { PublishedRecords } from '../../db/publish/published-records.ts'
import { Yielder } from '../../db/mirror/yielder.ts'
import { isPage } from '../../site/notion/blocks/block-references.ts'
import { UNREADABLE_TYPE } from '../../site/notion/blocks/block-types.ts'
import type { SyncReport, FailedRecord } from './report/sync-report.ts'
import { Admission } from './walk/eligibility.ts'
import { DeepPages } from './walk/deep-pages.ts'
import { findAbsences } from './walk/find-absences.ts'
import { type Failure, Failures } from './walk/failures.ts'
import { type FlawedRecord, readFlawed, readPartlyRead } from './staging/flaw.ts'
import { HeldPages } from './walk/held-pages.ts'
import { KeptRecords } from './walk/kept-records.ts'
import type { Root } from './workspace/probe-root.ts'
import { Reached } from './walk/frontier.ts'
import { RecordReader } from './walk/record-reader.ts'
import { ReportedQueries } from './incremental/reported-queries.ts'
import { OutageError } from './workspace/request-budget.ts'
import { Responses } from './walk/form-responses.ts'
import type { Staging } from './staging/staging.ts'
import { SyncError } from './sync-error.ts'
import {
  NotedCollections,
  type UnchangedOptions,
  findUnchanged
} from './incremental/find-unchanged.ts'
import { Walk, type WalkOptions } from './walk/walk.ts'
import type { Workspace } from './workspace/workspace.ts'

export interface GatherOptions extends UnchangedOptions {
  workspace: Workspace
  root: Root
  account: SyncReport
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
 * Brings staging up to date with the workspace and returns what is to be published. A walk is
 * repeated over what it has read when a query failed, when other pages turn out to belong to the
 * scope, when a kept record takes in blocks that have moved to it, or when a form turned up after
 * its responses.
 */
export async function gather(options: GatherOptions): Promise<Gathered | undefined> {
  const { workspace, staging, mirror, config, root, account, isFull, scope } = options
  const { rootNotionPageId: rootPageId, excludedPageIds, timeZone } = config
  const lastGood = new PublishedRecords(mirror)
  const reached = new Reached(staging)
  const failures = new Failures()
  const pauses = new Yielder(workspace.budget.signal)
  const responses = new Responses()
  const parts = { workspace, staging, reached, failures, lastGood, scope, responses }
  const held = new HeldPages(parts)
  const kept = new KeptRecords(parts)
  const reader = new RecordReader({ ...parts, isFull })
  const deepPages = new DeepPages({ workspace, reader })
  const { spaceId } = root
  const collections = new NotedCollections({ ...parts, reader, spaceId, timeZone })
  // In every kind of run, and before anything is staged, which outdates it.
  const lastRun = staging.takeLastRun()
  acceptRoot(reader, root)
  for (const known of scope || isFull ? [] : staging.knownRecords()) {
    reader.ask(known, 'ahead')
    await pauses.due()
  }

  if (lastRun !== undefined && !scope && !isFull && !options.recordDir) {
    const known = await findUnchanged(lastRun, { ...options, ...parts, reader, collections })
    if (known) {
      Object.assign(account, known)
      return undefined
    }
  }

  await walkUntilSettled(options, { ...parts, reader, deepPages, collections, held, kept, pauses })
  if (!lastGood.isPage(rootPageId)) refuseMissingRows(collections)
  kept.dropMoved()
  if (!reached.isTaken('block', rootPageId)) {
    throw new SyncError(`the root page ${rootPageId} is not part of the site that starts from it`)
  }
  completeAccount(account, parts)
  const absences = await findAbsences({ ...options, reached, reader, excludedPageIds })
  return { reached, absences, collections }
}

type WalkParts = Omit<WalkOptions, 'account' | 'admission' | 'rootPageId' | 'onProgress'> & {
  collections: NotedCollections
  kept: KeptRecords
}

/** Walks again while a walk changes what the next one would find. */
async function walkUntilSettled(options: GatherOptions, parts: WalkParts): Promise<void> {
  const { account, config, root } = options
  const { rootNotionPageId: rootPageId, excludedPageIds } = config
  const { reached, reader, collections, responses, failures, scope, held, kept } = parts
  // Grows with each query that failed, page that is to be read after all, block taken in, and late form.
  const changes = () => failures.size + (scope?.size ?? 0) + kept.adopted + responses.lateForms
  for (let before = -1; changes() > before;) {
    before = changes()
    reached.clear()
    collections.clear()
    responses.startWalk()
    Object.assign(account, { absent: [], unsupported: [] })
    const admission = new Admission({ spaceId: root.spaceId, excludedPageIds })
    const onProgress = () => options.onProgress(reached, reader)
    await new Walk({ ...parts, admission, account, rootPageId, onProgress }).run()
    collections.noteLostRows()
    await held.noteMovedAway(reader)
    await kept.adoptLost(reader)
  }
}

function acceptRoot({ intake }: RecordReader, { record, unread, damaged }: Root): void {
  const found = { table: 'block', id: record.id, unit: record.id } as const
  if (damaged) intake.acceptFlawed(found, damaged)
  else intake.accept(found, record, unread)
}

/** A first publication waits for rows, because there is no earlier copy of them. */
function refuseMissingRows({ outage }: NotedCollections): void {
  if (!outage) return
  throw new OutageError(`the rows of a collection are missing: ${outage.message}`, {
    cause: outage
  })
}

function completeAccount(
  account: SyncReport,
  parts: { staging: Staging; reached: Reached; failures: Failures; lastGood: PublishedRecords }
): void {
  const { staging, reached, failures, lastGood } = parts
  const { stored, absent } = reached
  account.stored = { ...stored }
  account.expected = {
    pages: stored.pages + absent.pages,
    blocks: stored.blocks + absent.blocks,
    rows: stored.rows + absent.rows,
    collections: stored.collections + absent.collections,
    views: stored.views + absent.views
  }
  const reported = new ReportedQueries(staging.client)
  account.partly_read = readPartlyRead(staging)
  account.failed = [
    ...readFlawed(staging).map((record) => failedRecord(record, lastGood)),
    ...failures.list().map((failure) => failedQuery(failure, { lastGood, reported }))
  ]
}

function failedRecord(found: FlawedRecord, lastGood: PublishedRecords): FailedRecord {
  const { table, id, unit, type, isTaken, flaw, isReported } = found
  const isPageId = table === 'block' && ((type && isPage({ type })) || lastGood.isPage(id))
  const pageId = isPageId ? id : unit
  return {
    table,
    id,
    page_id: pageId,
    title: lastGood.title(pageId) ?? null,
    reason: flaw.reason,
    is_kept: flaw.isKept && isTaken,
    outcome: outcomeOf(found),
    is_new: !isReported
  }
}

function outcomeOf({ type, isTaken, flaw }: FlawedRecord): FailedRecord['outcome'] {
  if (!isTaken) return 'left out'
  if (flaw.isKept) return 'kept'
  return type === UNREADABLE_TYPE ? 'placeholder' : 'part'
}

function failedQuery(
  failure: Failure,
  { lastGood, reported }: { lastGood: PublishedRecords; reported: ReportedQueries }
): FailedRecord {
  const { table, id, unit, reason, isFinal } = failure
  const isKept = lastGood.has(table, id)
  return {
    table,
    id,
    page_id: unit,
    title: lastGood.title(unit) ?? null,
    reason,
    is_kept: isKept,
    outcome: isKept ? 'kept' : 'left out',
    is_new: !isFinal || !reported.has(failure)
  }
}
