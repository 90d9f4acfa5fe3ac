import type { SyncResult } from '../../../cli/sync/sync.ts'
import { readChanges, type PublishedChanges } from '../../../db/changes/read-changes.ts'
import { readPages } from '../../../db/lists/read-pages.ts'
import { mirrorPaths } from '../../../db/mirror/mirror-paths.ts'
import { readPageVersions } from '../../../db/page/read-page-versions.ts'
import type { WorkspaceAsset, WorkspaceFile } from '../../../demo/builder/workspace-file.ts'
import { type WorkspaceApi, startWorkspaceApi } from '../../../demo/api/workspace-api.ts'
import { MirrorWatcher } from '../../../server/publication/mirror-watcher.ts'
import { PublishedSite } from '../../../server/publication/published-site.ts'
import type { SiteConfigInput } from '../../../site/config/config.ts'
import { FollowedSearch } from './followed-search.ts'
import { onFinished } from '../../support/on-finished.ts'
import { syncOrCopy } from '../../support/run/kept-mirrors.ts'
import { syncFrom } from '../../support/workspaces/sync-from.ts'
import { testConfig } from '../../support/workspaces/test-config.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { type Answer, isSameAnswer, knownAddresses, readAnswers } from './site-answers.ts'

/** What a sync has changed on a site. */
export interface Comparison {
  changes: PublishedChanges
  /** Names of answers whose keys were touched, and of those that did change. */
  touched: string[]
  changed: string[]
  /**
   * Changed answers whose keys were not touched, and files of the search that differ from new ones: they
   * would be stale for ever.
   */
  stale: string[]
  /** Ids of pages that have changed and have the same version: copies for reading offline would be stale. */
  sameVersion: string[]
}

interface SiteOptions {
  assets?: Map<string, WorkspaceAsset> | undefined
  /** Configuration keys. */
  rules?: Partial<SiteConfigInput> | undefined
}

/** A synced workspace whose answers are compared across publications. */
export class FollowedSite {
  readonly api: WorkspaceApi
  readonly workspace: WorkspaceFile
  readonly #watcher: MirrorWatcher
  readonly #site: PublishedSite
  readonly #sync: (options: { isFull: boolean }) => Promise<SyncResult>
  readonly #known = knownAddresses()
  #answers = new Map<string, Answer>()
  #versions = new Map<string, number>()
  readonly #search = new FollowedSearch()

  private constructor(
    api: WorkspaceApi,
    workspace: WorkspaceFile,
    { dataDir, rules }: { dataDir: string } & Pick<SiteOptions, 'rules'>
  ) {
    const config = testConfig(workspace.rootPageId, rules)
    this.api = api
    this.workspace = workspace
    const paths = mirrorPaths(dataDir)
    this.#watcher = new MirrorWatcher(paths, {
      onFailure: (error) => {
        throw error
      },
      lookIntervalMs: 0
    })
    this.#site = new PublishedSite(config, { source: this.#watcher, assetFolder: paths.assets })
    this.#sync = (options) => syncFrom(api, { config, dataDir, isShrinkAllowed: true, ...options })
  }

  static async open(
    workspace: WorkspaceFile,
    { assets, rules }: SiteOptions = {}
  ): Promise<FollowedSite> {
    const api = await startWorkspaceApi({ workspace, isOwned: true, ...(assets && { assets }) })
    const dataDir = tempDir()
    const site = new FollowedSite(api, workspace, { dataDir, rules })
    onFinished(() => site.#close())
    const { config } = site.#site
    await syncOrCopy({ workspace, assets, config }, dataDir, () => site.#sync({ isFull: false }))
    site.#site.isReady()
    await site.#watcher.waitForCheck()
    site.#answers = readAnswers(site.#site, site.#known)
    site.#versions = versionsOf(site.#site)
    site.#search.update(site.#site.served().mirror)
    return site
  }

  get generation(): number {
    return this.#site.served().generation
  }

  /** Syncs, and compares all answers with those before. */
  async sync({ isFull = false } = {}): Promise<Comparison> {
    const { generation } = this
    await this.#sync({ isFull })
    const changes = readChanges(this.#site.served().mirror, generation)
    const before = this.#answers
    this.#answers = readAnswers(this.#site, this.#known)
    const names = [...before.keys()]
    const isTouched = (name: string) =>
      changes.isEverything ||
      [...(before.get(name)?.keys ?? [])].some((key) => changes.keys.has(key))
    const isChanged = (name: string) => {
      const [old, now] = [before.get(name), this.#answers.get(name)]
      // A query of a view that is gone.
      return !old || !now || !isSameAnswer(this.#site, old, now)
    }
    const changed = names.filter(isChanged)
    const touched = names.filter(isTouched)
    const staleSearch = this.#search.update(this.#site.served().mirror, changes)
    const stale = [...changed.filter((name) => !isTouched(name)), ...staleSearch]
    const versions = this.#versions
    this.#versions = versionsOf(this.#site)
    const sameVersion = changed.flatMap((name) => {
      const [, id = ''] = /^page (.*)$/.exec(name) ?? []
      const version = versions.get(id)
      return version !== undefined && version === this.#versions.get(id) ? [id] : []
    })
    return { changes, touched, changed, stale, sameVersion }
  }

  async #close(): Promise<void> {
    this.#watcher.close()
    await this.api.close()
  }
}

/** The versions of pages by id. */
function versionsOf(site: PublishedSite): Map<string, number> {
  const { mirror } = site.served()
  const ids = new Map(readPages(mirror).map(({ id, path }) => [path, id]))
  return new Map(
    readPageVersions(mirror).map(({ path, version }) => [ids.get(path) ?? path, version])
  )
}
