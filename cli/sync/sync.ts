import { existsSync } from 'node:fs'
import path from 'node:path'

import { findPage } from '../../db/lists/find-page.ts'
import { readDescendants } from '../../db/lists/read-descendants.ts'
import { removeDatabase } from '../../db/mirror/files/remove-database.ts'
import { MirrorError, explainFailure, explained } from '../../db/mirror/mirror-error.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'
import type { MirrorIdentity } from '../../db/mirror/read-identity.ts'
import { spoilerCopies } from '../../db/mirror/spoiler-copies.ts'
import { publishSpoilerCopies } from '../../db/publish/copies/publish-copies.ts'
import { type Publication, noteUnchangedRun } from '../../db/publish/publish.ts'
import type { RunRecord } from '../../db/publish/write-run.ts'
import { parsePageLink } from '../../site/notion/blocks/page-link.ts'
import { ExitCode } from '../process/exit-code.ts'
import { collectGarbage } from './assets/collect-garbage.ts'
import { FileLog } from './assets/file-log.ts'
import { type RunOptions, publishWalk } from './publish-walk.ts'
import { ALL_READ, withRest, withoutCopies } from './report/ended-run.ts'
import { missingPageWarnings } from './report/missing-pages.ts'
import {
  type Absence,
  type SyncReport,
  isPartial,
  newReport,
  publicReport
} from './report/sync-report.ts'
import { refuseSuspiciousShrink } from './shrink-guard.ts'
import { isDamage, refuseNewerStaging } from './staging/staging-file.ts'
import { Staging } from './staging/staging.ts'
import { UnknownPageError } from './sync-error.ts'
import { isOutdated, renewMirror } from './target/renew-mirror.ts'
import { inspectMirror } from './target/stored-identity.ts'
import { type MirrorTarget, openTarget } from './target/target-mirror.ts'
import { verifiedNote } from './target/verified-note.ts'
import { type WalkOutcome, walkWorkspace } from './walk-workspace.ts'
import { type Root, probeRoot } from './workspace/probe-root.ts'
import { counted } from '../formats/quantities.ts'

export interface SyncOptions extends RunOptions {
  /** Publish even if most pages are gone or the root page is in another space. */
  isShrinkAllowed: boolean
  onProgress: (progress: SyncProgress) => void
}

export interface SyncProgress {
  step: 'walk' | 'files' | 'publish'
  report: SyncReport
  requests: number
  /** Milliseconds spent waiting after rate limits. */
  waitedMs: number
  /** Found records that are not decided yet, and unsent requests. */
  pending: number
  /** Blocks of the last publication: an estimate of the total. */
  knownBlocks: number
}

export interface SyncResult {
  report: SyncReport
  generation: number
  /** False if the workspace is unchanged since the last publication. */
  isPublished: boolean
  requests: number
  waitedMs: number
  durationMs: number
  /** One sentence each. */
  warnings: string[]
}

/**
 * Brings the mirror up to date with the workspace, and publishes in one transaction at the end. A
 * failed or stopped run leaves the mirror unchanged, and the next one resumes it. Throws the errors
 * of `sync-error.ts`, `OutageError` and `MirrorError`.
 */
export async function sync(options: SyncOptions): Promise<SyncResult> {
  const { config, workspace, dataDir, isFull } = options
  const file = path.join(dataDir, 'mirror.db')
  const noteVerified = verifiedNote(dataDir, spoilerCopies(file, config.spoilers)?.public ?? file)
  const wasOutdated = existsSync(file) && isOutdated(file)
  const stored = inspectMirror(file)
  const published = typeof stored === 'string' ? undefined : stored
  const stagingFile = path.join(dataDir, 'staging.db')
  // Before this version derives anything again from a mirror that a newer one has published.
  explained(stagingFile, () => refuseNewerStaging(stagingFile))
  if (published?.rootPageId === config.rootNotionPageId) {
    const { signal } = workspace.budget
    await renewMirror(file, { config, folder: dataDir, wasOutdated, signal })
  }
  const root = await probeRoot(workspace, config, options.isShrinkAllowed ? undefined : published)
  workspace.canaryId = config.rootNotionPageId
  const identity = { rootPageId: config.rootNotionPageId, spaceId: root.spaceId }
  const target = openTarget(file, identity, stored)
  let staging: Staging | undefined
  try {
    staging = new Staging(stagingFile, { identity, isFull })
    const result = await runOnce({ ...options, staging, target, root, identity })
    target.finish()
    noteVerified()
    result.warnings.push(...removeGarbage(dataDir, staging))
    return result
  } catch (error) {
    target.abandon()
    if (!isDamage(error)) throw explainFailure(error, stagingFile)
    staging?.close()
    removeDatabase(stagingFile)
    throw new MirrorError(
      `${stagingFile} was damaged and is removed; nothing was published, and the next sync reads everything`,
      { cause: error }
    )
  } finally {
    staging?.close()
  }
}

interface Run extends SyncOptions {
  staging: Staging
  target: MirrorTarget
  root: Root
  identity: MirrorIdentity
}

async function runOnce(options: Run): Promise<SyncResult> {
  const { target } = options
  const startedAt = Date.now()
  const report = newReport()
  const onProgress = progressOf(options, report)
  const runRecord = () => recordOf(options, { startedAt, report })
  const outcome = await walk(options, { report, onProgress })
  const publication = outcome
    ? await publishWalk({ ...options, report, runRecord, onProgress }, outcome).catch(
        (error: unknown) => {
          throw withRest(error, ALL_READ)
        }
      )
    : noteUnchangedRun(target.mirror, runRecord())
  const { config, dataDir, workspace } = options
  const { signal } = workspace.budget
  await publishSpoilerCopies(target.mirror, { config, folder: dataDir, signal }).catch(
    (error: unknown) => {
      throw target.isInPlace && publication.isPublished
        ? withoutCopies(error, publication.generation)
        : withRest(error, ALL_READ)
    }
  )
  return resultOf(options, { startedAt, report, publication })
}

function recordOf(
  { workspace }: Run,
  { startedAt, report }: { startedAt: number; report: SyncReport }
): RunRecord {
  return {
    startedAt,
    finishedAt: Date.now(),
    requests: workspace.budget.requests,
    account: publicReport(report),
    exitCode: isPartial(report) ? ExitCode.partial : ExitCode.done
  }
}

function resultOf(
  { workspace, target, config }: Run,
  facts: { startedAt: number; report: SyncReport; publication: Publication }
): SyncResult {
  const { startedAt, report, publication } = facts
  const { requests, waitedMs } = workspace.budget
  const durationMs = Date.now() - startedAt
  const warnings = [
    ...publication.warnings,
    ...missingPageWarnings(target.mirror, config),
    ...target.warnings
  ]
  return { report, ...publication, requests, waitedMs, durationMs, warnings }
}

/** Reasons that the shrink guard does not count. */
const deliberate = new Set<Absence>(['template', 'response'])

/**
 * Walks the workspace; undefined when it is unchanged. Throws `ShrinkError`, and the errors of the
 * walk with what is left for the next run.
 */
async function walk(
  options: Run,
  { report, onProgress }: { report: SyncReport; onProgress: StepProgress }
): Promise<WalkOutcome | undefined> {
  const { target, isShrinkAllowed } = options
  const { mirror } = target
  let pending = 0
  const outcome = await walkWorkspace({
    ...options,
    mirror,
    report,
    scope: scopeOf(mirror, options.page),
    onProgress: (frontier) => {
      report.stored = { ...frontier.accepted }
      pending = frontier.pending + frontier.requests.size
      onProgress('walk', pending)
    }
  }).catch((error: unknown) => {
    const { blocks } = report.stored
    const left = pending > 0 ? `, with at least ${counted(pending, 'record')} to go` : ''
    const rest = `${counted(blocks, 'block')} read and stored${left}; the next sync continues from there`
    throw withRest(error, rest)
  })
  const removed = report.absent.filter(({ reason }) => deliberate.has(reason))
  const excludedIds = [...options.config.excludedPageIds, ...removed.map(({ id }) => id)]
  if (outcome && !isShrinkAllowed) {
    refuseSuspiciousShrink(mirror, { reachedIds: outcome.frontier.records.pageIds(), excludedIds })
  }
  return outcome
}

/** Removes files that no record uses any more. Returns a warning for each mirror that prevented it. */
function removeGarbage(dataDir: string, staging: Staging): string[] {
  const folder = path.join(dataDir, 'assets')
  const log = new FileLog(staging.client)
  log.removeCopies()
  const unreadable = collectGarbage({ dataDir, folder, log })
  return unreadable.map((mirror) => `no file was removed from assets: ${mirror}`)
}

type StepProgress = (step: SyncProgress['step'], pending?: number) => void

function progressOf({ workspace, target, onProgress }: Run, report: SyncReport): StepProgress {
  const knownBlocks = countBlocks(target.mirror)
  return (step, pending = 0) => {
    const { requests, waitedMs } = workspace.budget
    onProgress({ step, report, requests, waitedMs, pending, knownBlocks })
  }
}

function countBlocks(mirror: Mirror): number {
  return mirror.$client.prepare<[], number>('select count(*) from block').pluck().get() ?? 0
}

/** Ids of the page of `--page` and all pages below it; undefined to read all. Throws `UnknownPageError`. */
function scopeOf(mirror: Mirror, page: string | undefined): Set<string> | undefined {
  if (page === undefined) return undefined
  const id = parsePageLink(page) ?? findPage(mirror, page.startsWith('/') ? page : `/${page}`)?.id
  const scope = readDescendants(mirror, id ? [id] : [])
  if (scope.size > 0) return scope
  throw new UnknownPageError(
    `the mirror has no page "${page}"; write its id or path, or run "fansite sync" for all pages`
  )
}
