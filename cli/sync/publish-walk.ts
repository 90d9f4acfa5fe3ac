import path from 'node:path'

import { readAssets } from '../../db/assets/read-assets.ts'
import type { MirrorIdentity } from '../../db/mirror/read-identity.ts'
import { type Publication, publish } from '../../db/publish/publish.ts'
import { isWithheld } from '../../db/publish/withheld-pages.ts'
import type { RunRecord } from '../../db/publish/write-run.ts'
import type { Asset, WalkResult } from '../../db/records/walk-result.ts'
import type { SiteConfig } from '../../site/config/config.ts'
import type { SharedCache } from '../../server/publication/redis/shared-cache.ts'
import { DamagedFiles } from '../check/damaged-files.ts'
import { type DownloadRules, MB } from './assets/download/download-budget.ts'
import { fetchFiles } from './assets/fetch-files.ts'
import { FileLog } from './assets/file-log.ts'
import { findChanges } from './incremental/find-changes.ts'
import { noteRun } from './incremental/find-unchanged.ts'
import { ReportedQueries } from './incremental/reported-queries.ts'
import type { SyncReport } from './report/sync-report.ts'
import { bareLinks } from './staging/bare-links.ts'
import { finishRun } from './staging/last-publication.ts'
import type { Staging } from './staging/staging.ts'
import type { MirrorTarget } from './target/target-mirror.ts'
import type { WalkOutcome } from './walk-workspace.ts'
import type { AcceptedRecords } from './walk/accepted-records.ts'
import { recordWorkspace } from './walk/record-workspace.ts'
import type { Workspace } from './workspace/workspace.ts'

/** Options of a run that its publication needs, too. */
export interface RunOptions {
  config: SiteConfig
  workspace: Workspace
  /** The data directory. */
  dataDir: string
  /** Origin of the workspace's web host, for relative addresses and for downloads. */
  origin: string
  /** Read everything again. */
  isFull: boolean
  /** Id or path of the one page to read, with all pages below it. */
  page?: string | undefined
  /** Where to write the records for the local workspace API. */
  recordDir?: string | undefined
  /** Rules of downloads that differ from the defaults and the configuration. */
  downloads?: Partial<DownloadRules> | undefined
  /** Previews of images that other machines have drawn. */
  shared?: SharedCache | undefined
}

interface PublishOptions extends RunOptions {
  staging: Staging
  target: MirrorTarget
  identity: MirrorIdentity
  report: SyncReport
  /** The run as the mirror stores it; called when the publication begins. */
  runRecord: () => RunRecord
  onProgress: (step: 'files' | 'publish') => void
}

/**
 * Fetches the files that a walk found, publishes both in one transaction, and stores in staging what
 * the next run compares with. Throws the reason for which the run was stopped.
 */
export async function publishWalk(
  options: PublishOptions,
  { frontier, absences, collections, failures }: WalkOutcome
): Promise<Publication> {
  const { config, workspace, staging, target, identity, report, isFull, runRecord } = options
  const { mirror } = target
  const { records } = frontier
  const hiddenIds = hiddenIdsOf(options)
  bareLinks({ staging, records, hiddenIds, domain: config.domain })
  if (options.recordDir) recordWorkspace(options.recordDir, records, identity)
  const assets = await readFiles(options, records)
  const { signal } = workspace.budget
  signal.throwIfAborted()

  const publication = await publish(mirror, {
    signal,
    lastGeneration: target.lastGeneration,
    walkResult: {
      ...walkResultOf(records, { identity, assets, absences }),
      changes: isFull ? undefined : findChanges({ staging, frontier, mirror })
    },
    config,
    run: runRecord()
  })
  const isWhole = options.page === undefined
  finishRun(staging, mirror, isWhole)
  if (isWhole) new ReportedQueries(staging.client).replace(report.failed)
  if (isWhole) noteRun({ ...options, mirror, frontier, collections, failures })
  return publication
}

/**
 * Ids of the pages that each run withholds: excluded pages, and absent ones with such a reason. Pages
 * that only this run finds withdrawn are not among them, because the next run does not know them.
 */
function hiddenIdsOf({ config, report }: PublishOptions): Set<string> {
  const absent = report.absent.filter(({ reason }) => isWithheld(reason))
  return new Set([...config.excludedPageIds, ...absent.map(({ id }) => id)])
}

async function readFiles(options: PublishOptions, records: AcceptedRecords): Promise<Asset[]> {
  const { config, workspace, target, staging, dataDir, origin, report, onProgress } = options
  const assets = await fetchFiles({
    workspace,
    records,
    report,
    rootPageId: config.rootNotionPageId,
    folder: path.join(dataDir, 'assets'),
    defaults: [config.defaultPageCover, config.defaultPageIcon],
    known: readAssets(target.mirror),
    origin,
    rules: {
      allowedOrigins: new Set([origin]),
      maxBytes: config.maxFileSizeMB * MB,
      maxRunBytes: config.maxSyncDownloadMB * MB,
      ...options.downloads
    },
    isPreviewWanted: config.isPreviewImageSupportEnabled,
    shared: options.shared,
    log: new FileLog(staging.client),
    damaged: new DamagedFiles(dataDir),
    isFull: options.isFull,
    signal: workspace.budget.signal,
    onProgress: () => onProgress('files')
  })
  onProgress('publish')
  return assets
}

function walkResultOf(
  records: AcceptedRecords,
  facts: { identity: MirrorIdentity; assets: Asset[]; absences: Map<string, string> }
): WalkResult {
  return {
    ...facts.identity,
    assets: facts.assets,
    absences: facts.absences,
    blocks: () => records.blocks(),
    collections: () => records.collections(),
    views: () => records.views(),
    users: () => records.users(),
    names: () => records.names()
  }
}
