import { createHash } from 'node:crypto'
import path from 'node:path'

import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { publicationRules } from '../../../db/mirror/publication-rules.ts'
import { readAssets } from '../../../db/assets/read-assets.ts'
import { readIdentity } from '../../../db/mirror/read-identity.ts'
import { publishedIndex } from '../../../db/search/published-index.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import { isStoredFile } from '../../../site/notion/files/file-sources.ts'
import { version } from '../../config/version.ts'
import { DamagedFiles } from '../../check/damaged-files.ts'
import { type SyncReport, isPartial } from '../report/sync-report.ts'
import { hasAsset } from '../assets/asset-folder.ts'
import { CollectionReader, type FoundRows } from '../walk/collections/collection-reader.ts'
import type { ShownCollection } from '../walk/collections/collection-tasks.ts'
import { isPaused } from '../assets/failure-log.ts'
import type { Failures } from '../walk/failures.ts'
import { FileLog } from '../assets/file-log.ts'
import type { Frontier } from '../walk/frontier.ts'
import type { RecordFetcher } from '../walk/requests/record-fetcher.ts'
import { hasUnconfirmed, unconfirmedRows } from '../staging/known-records.ts'
import { type LastRun, saveLastRun } from './last-run.ts'
import type { Staging } from '../staging/staging.ts'

/** Increase when a walk over the same records gives another result. */
const WALK = 3

/** Reads collections, and logs the calls and their results for the next run. */
export class CollectionLog extends CollectionReader {
  readonly shown: ShownCollection[] = []
  readonly found: FoundRows[] = []

  override async read(shown: ShownCollection[]): Promise<FoundRows[]> {
    const found = await super.read(shown)
    this.shown.push(...shown)
    this.found.push(...found)
    return found
  }

  /** Empties the log, for a repeated walk. */
  clear(): void {
    this.shown.length = 0
    this.found.length = 0
  }
}

export interface UnchangedOptions {
  staging: Staging
  mirror: Mirror
  config: SiteConfig
  /** Origin of the workspace's web host. */
  origin: string
  dataDir: string
}

interface CheckOptions extends UnchangedOptions {
  frontier: Frontier
  fetcher: RecordFetcher
  collections: CollectionLog
  failures: Failures
}

/**
 * Returns the report of the last run if the workspace is unchanged since; undefined if a walk is
 * needed. Compares the versions of known records, then the rows of collections and of views that
 * depend on the time. The walk does not request again what was read here.
 */
export async function findUnchanged(
  last: LastRun,
  options: CheckOptions
): Promise<SyncReport | undefined> {
  const { staging, fetcher, collections, frontier, failures } = options
  if (last.inputs !== inputsOf(options) || areFilesDue(options, last.report)) return undefined
  await fetcher.drain()
  const isSame = () => failures.size === 0 && staging.changes === 0
  if (!isSame() || hasUnconfirmed(staging)) return undefined
  frontier.acceptAgain(last.accepted)
  await collections.read(last.shown)
  // No query returns rows that are found through links alone.
  for (const row of unconfirmedRows(staging)) frontier.request(row, 'prefetch')
  await fetcher.drain()
  if (unconfirmedRows(staging).length > 0) return undefined
  if (!isSame() || digestOf(staging, collections) !== last.digest) return undefined
  saveLastRun(staging, last)
  return withoutNews(last.report)
}

/** Stores what the next run needs to find the workspace unchanged, unless this run is incomplete. */
export function noteRun(
  options: UnchangedOptions & {
    frontier: Frontier
    collections: CollectionLog
    report: SyncReport
    failures: Failures
  }
): void {
  const { staging, frontier, collections, report, failures } = options
  // The next walk does not report form responses that this one has removed from the mirror.
  const hasRemovedResponses = report.absent.some(({ reason }) => reason === 'response')
  // What a failed query has kept as it was is not compared with the workspace.
  const hasFailedQueries = failures.size > 0
  if (isPartial(report) || hasRemovedResponses || hasFailedQueries) return
  saveLastRun(staging, {
    inputs: inputsOf(options),
    report,
    shown: collections.shown,
    accepted: frontier.records.collectionsAndViews(),
    digest: digestOf(staging, collections)
  })
}

function inputsOf({ mirror, config, origin }: UnchangedOptions): string {
  const { generation, digest, publishedAt } = readIdentity(mirror) ?? {}
  const published = [generation, digest, publishedAt, publishedIndex(mirror)]
  // No sync reads these files.
  const read = { ...config, components: null, customCss: null }
  return JSON.stringify([WALK, version, publicationRules(config), read, origin, ...published])
}

/** Whether a published file is missing, damaged or due for revalidation, or a failed one is due for a retry. */
function areFilesDue({ mirror, staging, dataDir }: UnchangedOptions, report: SyncReport): boolean {
  const folder = path.join(dataDir, 'assets')
  const log = new FileLog(staging.client)
  const isDue = ({ source }: { source: string }) => {
    const failure = log.failures.find(source)
    return failure === undefined || !isPaused(failure)
  }
  if (report.files.failed.some(isDue)) return true
  const isStale = ({ source }: { source: string }) => !isStoredFile(source) && !log.isFresh(source)
  const damaged = new DamagedFiles(dataDir)
  return [...readAssets(mirror).values()].some(
    (asset) =>
      !hasAsset(folder, asset) || ((damaged.has(asset.hash) || isStale(asset)) && isDue(asset))
  )
}

/** The report for a run that found nothing new and requested no files. */
function withoutNews(report: SyncReport): SyncReport {
  const groups = report.file_failures.map((group) => ({
    ...group,
    newly_failed: 0,
    paused: group.files
  }))
  const failed = report.failed.map((record) => ({ ...record, is_new: false }))
  return { ...report, failed, file_failures: groups }
}

function digestOf(staging: Staging, { found }: CollectionLog): string {
  const rows = found.map(({ rowIds, referencedBy }) => [referencedBy, rowIds.toSorted()])
  const hash = createHash('sha256').update(JSON.stringify(rows))
  const views = staging.client.prepare<[], unknown[]>(
    'select view_id, collection_id, groups from shown order by view_id'
  )
  for (const row of views.raw().iterate()) hash.update(JSON.stringify(row))
  return hash.digest('hex')
}
