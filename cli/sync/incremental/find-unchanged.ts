import { createHash } from 'node:crypto'
import path from 'node:path'

import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { publicationRules } from '../../../db/publish/publish.ts'
import { readAssets } from '../../../db/assets/read-assets.ts'
import { readIdentity } from '../../../db/mirror/read-identity.ts'
import { publishedIndex } from '../../../db/search/published-index.ts'
import type { SiteConfig } from '../../../site/config/config.ts'
import { isStoredFile } from '../../../site/notion/files/file-sources.ts'
import { version } from '../../config/version.ts'
import { DamagedFiles } from '../../check/damaged-files.ts'
import { type SyncReport, isPartial } from '../report/sync-report.ts'
import { hasAsset } from '../assets/asset-folder.ts'
import {
  CollectionReader,
  type FoundRows,
  type ShownCollection
} from '../walk/collection-reader.ts'
import { isPaused } from '../assets/failure-log.ts'
import type { Failures } from '../walk/failures.ts'
import { FileLog } from '../assets/file-log.ts'
import type { Reached, TakenRecord } from '../walk/frontier.ts'
import type { RecordReader } from '../walk/record-reader.ts'
import type { Staging } from '../staging/staging.ts'

/** Raised when a walk over the same records would find something else. */
const WALK = 1

/** Reads collections, and keeps which ones with the rows that were found. */
export class NotedCollections extends CollectionReader {
  readonly shown: ShownCollection[] = []
  readonly found: FoundRows[] = []

  override async read(shown: ShownCollection[]): Promise<FoundRows[]> {
    const found = await super.read(shown)
    this.shown.push(...shown)
    this.found.push(...found)
    return found
  }

  /** Forgets what was kept: the walk begins again. */
  clear(): void {
    this.shown.length = 0
    this.found.length = 0
  }
}

/** What an unchanged run needs to know of the last one. */
interface LastRun {
  /** Of everything beside the workspace that a publication depends on, and of the publication. */
  basis: string
  account: SyncReport
  shown: ShownCollection[]
  /** The collections and views of the site. */
  taken: TakenRecord[]
  /** Of the rows that were found, and of the views with their rows. */
  digest: string
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
  reached: Reached
  reader: RecordReader
  collections: NotedCollections
  failures: Failures
}

/**
 * Returns the account of the last run when the workspace is as that run left it; undefined when a
 * walk is needed. Compares versions of known records, then the rows of collections and the views
 * that change by themselves. What it reads counts for the walk, which asks for nothing twice.
 */
export async function findUnchanged(
  lastRun: object,
  options: CheckOptions
): Promise<SyncReport | undefined> {
  const { staging, reader, collections, reached, failures } = options
  const last = lastRun as LastRun
  if (last.basis !== basisOf(options) || areFilesDue(options, last.account)) return undefined
  await reader.drain()
  const isSame = () => failures.size === 0 && staging.changes === 0
  if (!isSame() || staging.hasUnconfirmed()) return undefined
  reached.takeAgain(last.taken)
  await collections.read(last.shown)
  // Rows that only links lead to come with no query.
  for (const row of staging.unconfirmedRows()) reader.ask(row, 'ahead')
  await reader.drain()
  if (staging.unconfirmedRows().length > 0) return undefined
  if (!isSame() || digestOf(staging, collections) !== last.digest) return undefined
  staging.saveLastRun(last)
  return asKnown(last.account)
}

/** Keeps what the next run needs to find the workspace unchanged; after a run that left nothing owed. */
export function noteRun(
  options: UnchangedOptions & {
    reached: Reached
    collections: NotedCollections
    account: SyncReport
  }
): void {
  const { staging, reached, collections, account } = options
  // The next walk lists no responses that this one has taken from the site.
  const isLeaving = account.absent.some(({ reason }) => reason === 'response')
  if (isPartial(account) || isLeaving) return
  const last: LastRun = {
    basis: basisOf(options),
    account,
    shown: collections.shown,
    taken: reached.takenCollections(),
    digest: digestOf(staging, collections)
  }
  staging.saveLastRun(last)
}

function basisOf({ mirror, config, origin }: UnchangedOptions): string {
  const { generation, digest, publishedAt } = readIdentity(mirror) ?? {}
  const published = [generation, digest, publishedAt, publishedIndex(mirror)]
  return JSON.stringify([WALK, version, publicationRules(config), config, origin, ...published])
}

/** Whether a published file is missing or damaged, its host is to be asked again, or one that failed is. */
function areFilesDue({ mirror, staging, dataDir }: UnchangedOptions, account: SyncReport): boolean {
  const folder = path.join(dataDir, 'assets')
  const log = new FileLog(staging.client)
  const isDue = ({ source }: { source: string }) => {
    const failure = log.failures.find(source)
    return failure === undefined || !isPaused(failure)
  }
  if (account.files.failed.some(isDue)) return true
  const damaged = new DamagedFiles(dataDir)
  return [...readAssets(mirror).values()].some(
    (asset) =>
      !hasAsset(folder, asset) ||
      damaged.has(asset.hash) ||
      (!isStoredFile(asset.source) && !log.isFresh(asset.source))
  )
}

/** The account of a run that found nothing new and requested no files: what failed before is waiting. */
function asKnown(account: SyncReport): SyncReport {
  const groups = account.file_failures.map((group) => ({
    ...group,
    newly_failed: 0,
    paused: group.files
  }))
  const failed = account.failed.map((record) => ({ ...record, is_new: false }))
  return { ...account, failed, file_failures: groups }
}

function digestOf(staging: Staging, { found }: NotedCollections): string {
  const rows = found.map(({ rowIds, namedBy }) => [namedBy, rowIds.toSorted()])
  const hash = createHash('sha256').update(JSON.stringify(rows))
  const views = staging.client.prepare<[], unknown[]>(
    'select view_id, collection_id, groups from shown order by view_id'
  )
  for (const row of views.raw().iterate()) hash.update(JSON.stringify(row))
  return hash.digest('hex')
}
