import { PublishedRecords } from '../../db/publish/published-records.ts'
import { Yielder } from '../../db/mirror/yielder.ts'
import type { SyncReport } from './report/sync-report.ts'
import {
  CollectionLog,
  type UnchangedOptions,
  findUnchanged
} from './incremental/find-unchanged.ts'
import { takeLastRun } from './incremental/last-run.ts'
import { knownRecords } from './staging/known-records.ts'
import { SyncError } from './sync-error.ts'
import { Eligibility } from './walk/eligibility.ts'
import { Failures } from './walk/failures.ts'
import { findAbsences } from './walk/find-absences.ts'
import { CorrectedRows } from './walk/collections/corrected-rows.ts'
import { FormResponses } from './walk/collections/form-responses.ts'
import { Frontier } from './walk/frontier.ts'
import { FrozenPages } from './walk/moves/frozen-pages.ts'
import { LostBlocks } from './walk/moves/lost-blocks.ts'
import { OutdatedLists } from './walk/moves/outdated-lists.ts'
import { StrayBlocks } from './walk/moves/stray-blocks.ts'
import { DeepPages } from './walk/requests/deep-pages.ts'
import { RecordFetcher } from './walk/requests/record-fetcher.ts'
import { RecordIntake } from './walk/requests/record-intake.ts'
import { RecordReader } from './walk/requests/record-reader.ts'
import { completeReport } from './walk/walk-report.ts'
import { Walk, type WalkOptions } from './walk/walk.ts'
import type { Root } from './workspace/probe-root.ts'
import { OutageError } from './workspace/request-budget.ts'
import type { Workspace } from './workspace/workspace.ts'

export interface WalkWorkspaceOptions extends UnchangedOptions {
  workspace: Workspace
  root: Root
  report: SyncReport
  /** Trust nothing that earlier runs have read. */
  isFull: boolean
  /** The only pages to read; undefined for all. */
  scope: Set<string> | undefined
  /** Where to write all records that were read, which needs a complete walk. */
  recordDir?: string | undefined
  onProgress: (frontier: Frontier) => void
}

/** What a walk found. */
export interface WalkOutcome {
  frontier: Frontier
  /** Why records are not part of the site, by id. */
  absences: Map<string, string>
  /** With the collections that were read, and their rows. */
  collections: CollectionLog
  failures: Failures
}

/**
 * Brings staging up to date with the workspace; undefined when the workspace is unchanged. A walk is
 * repeated over what it has read when a query failed, when the scope has grown, when a block
 * has moved meanwhile, or when a form was found after its responses. Throws `OutageError`, `SyncError`,
 * or the reason for which the run was stopped.
 */
export async function walkWorkspace(
  options: WalkWorkspaceOptions
): Promise<WalkOutcome | undefined> {
  const { config, staging, root, report, isFull, scope } = options
  const { rootNotionPageId: rootPageId, excludedPageIds } = config
  const parts = partsOf(options)
  const { frontier, fetcher, intake, published, collections, yielder } = parts
  // Removed in every kind of run, before anything is staged: the facts of the last run are outdated then.
  const lastRun = takeLastRun(staging)
  acceptRoot(intake, root)
  for (const known of scope || isFull ? [] : knownRecords(staging)) {
    frontier.request(known, 'prefetch')
    await yielder.due()
  }

  if (lastRun !== undefined && !scope && !isFull && !options.recordDir) {
    const known = await findUnchanged(lastRun, { ...options, ...parts })
    if (known) {
      Object.assign(report, known)
      return undefined
    }
  }

  await walkUntilSettled(options, parts)
  if (!published.isPage(rootPageId)) refuseMissingRows(collections)
  parts.lists.dropMoved()
  parts.strays.place()
  if (!frontier.isAccepted('block', rootPageId)) {
    throw new SyncError(`the root page ${rootPageId} is not part of the site that starts from it`)
  }
  completeReport(report, parts)
  const absences = await findAbsences({ ...options, frontier, fetcher, excludedPageIds })
  return { frontier, absences, collections, failures: parts.failures }
}

type WalkParts = ReturnType<typeof partsOf>

function partsOf(options: WalkWorkspaceOptions) {
  const { workspace, staging, mirror, config, root, isFull, scope } = options
  const { budget } = workspace
  const published = new PublishedRecords(mirror)
  const frontier = new Frontier(staging)
  const reader = new RecordReader(workspace, staging.readBatchSizes())
  const intake = new RecordIntake({ staging, frontier, published, isFull })
  const fetcher = new RecordFetcher({ budget, staging, frontier, reader, intake })
  const records = { staging, frontier, published, intake, fetcher, scope }
  const responses = new FormResponses()
  const correctedRows = new CorrectedRows()
  const parts = { ...records, failures: new Failures(), responses, correctedRows }
  const { spaceId } = root
  const { timeZone } = config
  const collections = new CollectionLog({ ...parts, workspace, spaceId, timeZone })
  return {
    ...parts,
    collections,
    deepPages: new DeepPages(workspace),
    frozen: new FrozenPages(parts),
    lists: new OutdatedLists(parts),
    lost: new LostBlocks(parts),
    strays: new StrayBlocks(parts),
    yielder: new Yielder(budget.signal)
  }
}

/** Walks again while a walk changes what the next one would find. */
async function walkUntilSettled(options: WalkWorkspaceOptions, parts: WalkParts): Promise<void> {
  const { report, config, root } = options
  const { rootNotionPageId: rootPageId, excludedPageIds } = config
  const { frontier, collections, correctedRows, responses, failures, scope } = parts
  const { frozen, lists, lost, strays } = parts
  // Grows with each failed query, late form, page added to the scope, and corrected row or block.
  const changes = () => {
    const corrections = correctedRows.size + lists.corrections + lost.corrections
    return failures.size + responses.lateForms + (scope?.size ?? 0) + corrections
  }
  for (let before = -1; changes() > before;) {
    before = changes()
    frontier.clear()
    collections.clear()
    strays.clear()
    responses.startWalk()
    Object.assign(report, { absent: [], unsupported: [] })
    const eligibility = new Eligibility({ spaceId: root.spaceId, excludedPageIds })
    const onProgress = () => options.onProgress(frontier)
    const walk: WalkOptions = { ...parts, eligibility, report, rootPageId, onProgress }
    await new Walk(walk).run()
    collections.noteLostRows()
    await frozen.noteMovedAway()
    frozen.noteLeft()
    lists.dropLeft()
    await lost.adopt()
  }
}

function acceptRoot(intake: RecordIntake, { record, unread, damaged }: Root): void {
  const found = { table: 'block', id: record.id, pageId: record.id } as const
  if (damaged) intake.acceptFlawed(found, damaged)
  else intake.accept(found, record, unread)
}

/** A first publication waits for rows, because there is no earlier copy of them. */
function refuseMissingRows({ outage }: CollectionLog): void {
  if (!outage) return
  throw new OutageError(`the rows of a collection are missing: ${outage.message}`, {
    cause: outage
  })
}
