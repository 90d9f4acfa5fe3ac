import path from 'node:path'

import type { Asset, Harvest } from '../../db/harvest.ts'
import { publish } from '../../db/publish.ts'
import { readAssets } from '../../db/read-assets.ts'
import type { MirrorIdentity } from '../../db/read-identity.ts'
import { readMissingPages } from '../../db/read-missing-pages.ts'
import type { SiteConfig } from '../../site/config.ts'
import { type Account, newAccount } from './account.ts'
import { fetchFiles } from './fetch-files.ts'
import { type MirrorTarget, openTarget, readHeldIdentity } from './mirror-file.ts'
import { probeRoot } from './probe-root.ts'
import { refuseSuspiciousShrink } from './shrink-brake.ts'
import { Staging } from './staging.ts'
import { walk } from './walk.ts'
import type { Workspace } from './workspace.ts'

/** Files larger than this are left out and reported. */
const MAX_FILE_BYTES = 50 * 1024 * 1024

export interface SyncOptions {
  config: SiteConfig
  workspace: Workspace
  /** The data directory. */
  dataDir: string
  /** Origin of the workspace's web host, for addresses relative to it and for downloads. */
  origin: string
  /** Publish even when most pages or the root's space are gone. */
  isShrinkAllowed?: boolean
  onProgress: (progress: SyncProgress) => void
}

export interface SyncProgress {
  step: 'walk' | 'files' | 'publish'
  account: Account
  requests: number
  /** Blocks that are known by name and not read yet. */
  pending: number
}

export interface SyncResult {
  account: Account
  generation: number
  /** False when the workspace had not changed since the last publication. */
  isPublished: boolean
  requests: number
  durationMs: number
  /** Things a maintainer should know that did not stop the run, a sentence each. */
  warnings: string[]
}

/**
 * Walks the workspace and publishes what it brought home, in one transaction at the very end: a
 * run that fails leaves the mirror as it was.
 */
export async function sync(options: SyncOptions): Promise<SyncResult> {
  const startedAt = Date.now()
  const { config, workspace, dataDir } = options
  const file = path.join(dataDir, 'mirror.db')
  const held = options.isShrinkAllowed ? undefined : readHeldIdentity(file)
  const spaceId = await probeRoot(workspace, config, held)
  const identity = { rootPageId: config.rootNotionPageId, spaceId }
  const target = openTarget(file, identity)
  const staging = new Staging(path.join(dataDir, 'staging.db'))
  try {
    const account = newAccount()
    const assets = await gather({ ...options, staging, target, account, spaceId })
    const harvest = harvestOf(staging, { identity, assets })
    const run = {
      startedAt,
      finishedAt: Date.now(),
      requests: workspace.requests,
      account,
      exitCode: 0
    }
    const publication = publish(target.mirror, { harvest, config, run })
    const warnings = [...publication.warnings, ...warningsFor(target, config)]
    target.finish()
    const durationMs = Date.now() - startedAt
    return { account, ...publication, requests: workspace.requests, durationMs, warnings }
  } catch (error) {
    target.abandon()
    throw error
  } finally {
    staging.close()
  }
}

interface GatherOptions extends SyncOptions {
  staging: Staging
  target: MirrorTarget
  account: Account
  spaceId: string
}

/** Walks into staging, fetches the files and returns what can be published of them. */
async function gather(options: GatherOptions): Promise<Asset[]> {
  const { config, workspace, staging, target, account, dataDir, origin, spaceId } = options
  const report = (step: SyncProgress['step'], pending = 0) => {
    if (step === 'walk') account.stored = staging.counts()
    options.onProgress({ step, account, requests: workspace.requests, pending })
  }

  const rootPageId = config.rootNotionPageId
  const onProgress = (pending: number) => report('walk', pending)
  const { excludedPageIds } = config
  await walk({
    workspace,
    staging,
    account,
    rootPageId,
    spaceId,
    excludedPageIds,
    onProgress
  })
  report('walk')
  if (!options.isShrinkAllowed) refuseSuspiciousShrink(target.mirror, staging.pageIds())
  const assets = await fetchFiles({
    workspace,
    staging,
    account,
    folder: path.join(dataDir, 'assets'),
    defaults: [config.defaultPageCover, config.defaultPageIcon],
    known: readAssets(target.mirror),
    origin,
    rules: { allowedOrigins: new Set([origin]), maxBytes: MAX_FILE_BYTES },
    onProgress: () => report('files')
  })
  report('publish')
  return assets
}

function harvestOf(
  staging: Staging,
  facts: { identity: MirrorIdentity; assets: Asset[] }
): Harvest {
  return {
    ...facts.identity,
    assets: facts.assets,
    absences: new Map(),
    blocks: () => staging.blocks(),
    collections: () => staging.collections(),
    views: () => staging.views(),
    users: () => staging.users(),
    names: () => staging.names()
  }
}

function warningsFor(target: MirrorTarget, config: SiteConfig): string[] {
  const overrides = Object.entries(config.pageUrlOverrides)
  const links = config.navigationLinks.flatMap((link) => (link.pageId ? [link] : []))
  const ids = [...overrides.map(([, id]) => id), ...links.map((link) => link.pageId)]
  const missing = new Set(readMissingPages(target.mirror, ids))
  return [
    ...overrides.flatMap(([override, id]) =>
      missing.has(id) ? [`pageUrlOverrides "${override}": page ${id} is not in the mirror`] : []
    ),
    ...links.flatMap(({ title, pageId }) =>
      missing.has(pageId) ? [`navigationLinks "${title}": page ${pageId} is not in the mirror`] : []
    ),
    ...(target.keptAs ? [`the mirror of another workspace is kept as ${target.keptAs}`] : [])
  ]
}
