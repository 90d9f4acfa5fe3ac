import type { FastifyInstance, InjectOptions } from 'fastify'
import { expect } from 'vitest'

import type { WorkspaceAsset, WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { type WorkspaceApi, startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import { type AppOptions, buildApp } from '../../../server/app.ts'
import type { SiteConfigInput } from '../../../site/config/config.ts'
import { onFinished } from '../../support/on-finished.ts'
import { syncOrCopy } from '../../support/run/kept-mirrors.ts'
import { syncElsewhere } from '../../support/run/sync-elsewhere.ts'
import { patient, testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { samplesOf } from '../metrics/samples.ts'

const TOKEN = 'a-token-of-the-tests'

/** Addresses of responses that are kept, besides those of pages. */
export const keptLists = [
  '/all-pages',
  '/recent-changes',
  '/tags',
  '/feed.xml',
  '/sitemap.xml',
  '/llms.txt',
  '/robots.txt',
  '/_app'
]

export interface KeptSite {
  api: WorkspaceApi
  dataDir: string
  sync: () => Promise<unknown>
  /** Another server of the same directory, which looks for publications at each request. */
  open: (options?: Partial<AppOptions>) => Promise<FastifyInstance>
}

/** A synced workspace that can be edited. */
export async function keptSite(
  workspace: WorkspaceFile,
  options: { assets?: Map<string, WorkspaceAsset>; config?: Partial<SiteConfigInput> } = {}
): Promise<KeptSite> {
  const { assets, config: overrides } = options
  const api = await startWorkspaceApi({ workspace, isOwned: true, ...(assets && { assets }) })
  onFinished(() => api.close())
  const dataDir = tempDir()
  const config = testConfig(workspace.rootPageId, overrides)
  // An edit may discard a page with many below it.
  const sync = () => syncElsewhere(api, { config, dataDir, isShrinkAllowed: true })
  await syncOrCopy({ workspace, assets, config }, dataDir, sync)
  const open = async (changes: Partial<AppOptions> = {}) => {
    const app = await buildApp({
      config,
      dataDir,
      logLevel: 'error',
      lookIntervalMs: 0,
      metricsToken: TOKEN,
      ...patient,
      ...changes
    })
    onFinished(() => app.close())
    return app
  }
  return { api, dataDir, sync, open }
}

async function scrape(app: FastifyInstance): Promise<Record<string, number>> {
  const headers = { authorization: `Bearer ${TOKEN}` }
  return samplesOf((await app.inject({ url: '/metrics', headers })).body)
}

/** The requests of a route, by status. */
export async function requestsOf(
  app: FastifyInstance,
  route: string
): Promise<Record<string, number>> {
  const pattern = /^fansite_requests_total\{route="(.*)",status="(\d+)"\}$/
  const entries = Object.entries(await scrape(app)).flatMap(([name, count]) => {
    const [, found, status = ''] = pattern.exec(name) ?? []
    return found === route ? [[status, count]] : []
  })
  return Object.fromEntries(entries) as Record<string, number>
}

/** What the server counts about its finished responses. */
export async function countsOf(app: FastifyInstance) {
  const samples = await scrape(app)
  const of = (name: string) => samples[`fansite_${name}`] ?? 0
  return {
    hits: of('cache_hits_total'),
    staleHits: of('cache_stale_hits_total'),
    misses: of('cache_misses_total'),
    renders: of('renders_total'),
    queued: of('renders_queued'),
    refreshes: of('refreshes_total'),
    withdrawn: of('cache_withdrawn_total'),
    entries: of('cache_entries'),
    oldestStale: of('cache_oldest_stale_seconds')
  }
}

/** Waits until everything that a publication has changed is rendered again. */
export async function untilRefreshed(app: FastifyInstance): Promise<void> {
  await expect
    .poll(async () => {
      const { queued, oldestStale } = await countsOf(app)
      return { queued, oldestStale }
    })
    .toEqual({ queued: 0, oldestStale: 0 })
}

/** The status and the decoded text of a response. */
export async function answerOf(app: FastifyInstance, url: string, options: InjectOptions = {}) {
  const { statusCode, body, headers } = await app.inject({ ...options, url })
  return { statusCode, body, headers }
}
