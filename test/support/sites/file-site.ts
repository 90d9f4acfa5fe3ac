import path from 'node:path'

import Database from 'better-sqlite3'
import sharp from 'sharp'
import type { Block } from 'notion-types'

import type { DownloadRules } from '../../../cli/sync/assets/download/download-budget.ts'
import type { SyncResult } from '../../../cli/sync/sync.ts'
import type { WorkspaceAsset, WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { type WorkspaceApi, startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import type { SiteConfigInput } from '../../../site/config/config.ts'
import { onFinished } from '../on-finished.ts'
import { type FileHost, startFileHost } from './file-host.ts'
import { ROOT_ID, record, testId, workspaceOf } from '../workspaces/records.ts'
import type { syncFrom } from '../workspaces/sync-from.ts'
import { testConfig } from '../workspaces/test-config.ts'
import { syncElsewhere } from '../run/sync-elsewhere.ts'
import { tempDir } from '../temp-dir.ts'

/** A workspace with files, another host for files, and a data directory. */
export interface FileSite {
  api: WorkspaceApi
  host: FileHost
  dataDir: string
  workspace: WorkspaceFile
  /** Files in the workspace's store; may change between runs. */
  assets: Map<string, WorkspaceAsset>
  sync: (options?: SiteRun) => Promise<SyncResult>
}

interface SiteRun {
  config?: Partial<SiteConfigInput>
  downloads?: Partial<DownloadRules>
  signal?: AbortSignal
  isFull?: boolean
}

/** `blocks` returns the blocks of the root page, which may refer to files of the given host. */
export async function openFileSite(
  blocks: (host: FileHost) => Block[],
  sync: typeof syncFrom = syncElsewhere
): Promise<FileSite> {
  const host = await startFileHost()
  const content = blocks(host)
  const workspace = workspaceOf(
    content.map(({ id }) => id),
    content
  )
  const assets = new Map<string, WorkspaceAsset>()
  const api = await startWorkspaceApi({ workspace, assets })
  onFinished(() => api.close())
  const dataDir = tempDir()
  const run = ({ config, downloads, ...rest }: SiteRun = {}) =>
    sync(api, {
      config: testConfig(workspace.rootPageId, config),
      dataDir,
      downloads: {
        allowedOrigins: new Set([api.origin, host.origin]),
        firstBackoffMs: 20,
        ...downloads
      },
      ...rest
    })
  return { api, host, dataDir, workspace, assets, sync: run }
}

/** An image block. */
export function imageBlock(number: number, source: string): Block {
  return record(number, { type: 'image', properties: { source: [[source]] } })
}

/** The source of a file in the workspace's store. */
export function attachment(number: number, name = 'picture.png'): string {
  return `attachment:${testId(number)}:${name}`
}

/** A picture in one colour determined by a seed; different seeds give different bytes. */
export async function picture(seed: number, size = 40): Promise<Buffer> {
  const background = { r: seed % 256, g: (seed * 7) % 256, b: (seed * 13) % 256 }
  return sharp({ create: { width: size, height: size, channels: 3, background } })
    .png()
    .toBuffer()
}

export function asset(bytes: Uint8Array): WorkspaceAsset {
  return { mediaType: 'application/octet-stream', read: async () => bytes }
}

/** Rows of a query on a database in the data directory. */
export function queryRows<T>(site: { dataDir: string }, file: string, sql: string): T[] {
  const database = new Database(path.join(site.dataDir, file), { fileMustExist: true })
  try {
    const statement = database.prepare<[], T>(sql)
    return statement.reader ? statement.all() : (statement.run(), [])
  } finally {
    database.close()
  }
}

/** Hash and size of each published file, by source URL. */
export function published(site: { dataDir: string }): Map<string, { hash: string; size: number }> {
  const rows = queryRows<{ source: string; hash: string; size: number }>(
    site,
    'mirror.db',
    'select source, hash, size from asset'
  )
  return new Map(rows.map(({ source, ...bytes }) => [source, bytes]))
}

/** Makes recorded failures this many hours older. */
export function ageFailures(site: { dataDir: string }, hours: number): void {
  queryRows(
    site,
    'staging.db',
    `update file_failure set failed_at = failed_at - ${hours} * 3600000`
  )
}

/** The environment for the `fansite` command to sync a site. */
export function commandEnv({ api }: { api: WorkspaceApi }): Record<string, string> {
  const config = { rootNotionPageId: ROOT_ID, pageUrlOverrides: {}, navigationLinks: [] }
  return { NOTION_API_BASE_URL: api.baseUrl, SITE_CONFIG: JSON.stringify(config) }
}

/** Makes the last requests of files on other hosts this many days older. */
export function ageRequests(site: { dataDir: string }, days: number): void {
  queryRows(site, 'staging.db', `update file_asked set asked_at = asked_at - ${days} * 86400000`)
}
