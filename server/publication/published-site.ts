import { excludePages } from '../../db/lists/exclude-pages.ts'
import { readForeignPages } from '../../db/lists/read-foreign-pages.ts'
import type { MirrorPaths } from '../../db/mirror/mirror-paths.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { pathRules } from '../../db/mirror/path-rules.ts'
import type { SiteConfig } from '../../site/config/config.ts'
import { ApiError } from '../errors.ts'
import {
  MirrorWatcher,
  type PublishedMirror,
  type WatcherOptions,
  type WatcherState
} from './mirror-watcher.ts'

/** The publication that is served: one object per generation of one mirror file. */
export interface ServedPublication {
  mirror: Mirror
  generation: number
  /** Ids of pages that `excludedPageIds` names, and of all pages below them. */
  excluded: Set<string>
}

/** The configuration together with the mirror that is served now. */
export class PublishedSite {
  readonly config: SiteConfig
  /** The folder of the fetched files. */
  readonly assetFolder: string
  readonly #watcher: MirrorWatcher
  #served: ServedPublication | undefined
  #foreign: { of: ServedPublication; ids: Set<string> } | undefined

  /** `onFailure` is called when the mirror file cannot be used, once for each reason. */
  constructor(config: SiteConfig, paths: MirrorPaths, options: WatcherOptions) {
    this.config = config
    this.assetFolder = paths.assets
    this.#watcher = new MirrorWatcher(paths, options)
  }

  /**
   * The open mirror. Throws `ApiError` not_ready before the first publication, mirror_unreadable if
   * the file cannot be used.
   */
  published(): PublishedMirror {
    const published = this.#watcher.current()
    if (published) return published
    throw new ApiError(this.#watcher.isUnreadable() ? 'mirror_unreadable' : 'not_ready')
  }

  /** The same object until the next publication. Throws like `published`. */
  served(): ServedPublication {
    const { mirror, publication } = this.published()
    const { generation } = publication
    if (this.#served?.mirror !== mirror || this.#served.generation !== generation) {
      const excluded = excludePages(mirror, this.config.excludedPageIds)
      this.#served = { mirror, generation, excluded }
    }
    return this.#served
  }

  /** Looks at the mirror file now; see `MirrorWatcher.look`. */
  look(): void {
    this.#watcher.look()
  }

  /** Adds a listener for new publications; see `MirrorWatcher.onPublication`. */
  onPublication(listener: (published: PublishedMirror) => void): void {
    this.#watcher.onPublication(listener)
  }

  /** Keeps the mirrors that a request reads open until the returned function is called. */
  hold(): () => void {
    return this.#watcher.hold()
  }

  /** Refused files and swaps, for metrics and health checks. */
  watcherState(): WatcherState {
    return this.#watcher.state()
  }

  /** Resolves when the first mirror file has been checked for damage. */
  async waitForCheck(): Promise<void> {
    await this.#watcher.waitForCheck()
  }

  isReady(): boolean {
    return this.#watcher.current() !== undefined
  }

  /** Whether the published paths were made by other rules than the configuration has now. */
  isOutdated(): boolean {
    const published = this.#watcher.current()
    return published !== undefined && published.publication.pathRules !== pathRules(this.config)
  }

  /** A change of `excludedPageIds` takes effect before the next sync. */
  isExcluded(pageId: string): boolean {
    return this.served().excluded.has(pageId)
  }

  /** Whether the mirror file still contains pages that are excluded by now. */
  hasExcludedPages(): boolean {
    return this.served().excluded.size > 0
  }

  /** Whether a page is known to belong to another workspace. */
  isForeign(pageId: string): boolean {
    const served = this.served()
    if (this.#foreign?.of !== served) {
      this.#foreign = { of: served, ids: readForeignPages(served.mirror) }
    }
    return this.#foreign.ids.has(pageId)
  }

  close(): void {
    this.#watcher.close()
  }
}
