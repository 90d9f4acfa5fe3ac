import { excludePages } from '../../db/lists/exclusion/exclude-pages.ts'
import type { Mirror } from '../../db/mirror/open-mirror.ts'
import { pathRules } from '../../db/mirror/path-rules.ts'
import type { SiteConfig } from '../../site/config/config.ts'
import type { Hosting } from '../../site/config/hosting.ts'
import { ApiError } from '../errors.ts'
import type { MirrorSource, PublishedMirror } from './mirror-source.ts'

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
  /** The path that the site is mounted at, without a slash at its end; empty for the root of its host. */
  readonly basePath: string
  readonly hosting: Hosting
  readonly #source: MirrorSource
  #served: ServedPublication | undefined

  constructor(
    config: SiteConfig,
    from: {
      source: MirrorSource
      assetFolder: string
      basePath?: string
      /** `server` by default. */
      hosting?: Hosting
    }
  ) {
    this.config = config
    this.assetFolder = from.assetFolder
    this.basePath = from.basePath ?? ''
    this.hosting = from.hosting ?? 'server'
    this.#source = from.source
  }

  /**
   * The open mirror, the same object until the next publication; undefined before the first. For `now`
   * see `MirrorSource`.
   */
  current(now?: number): PublishedMirror | undefined {
    return this.#source.current(now)
  }

  /**
   * The open mirror. Throws `ApiError` not_ready before the first publication, mirror_unreadable if
   * the file cannot be used.
   */
  published(): PublishedMirror {
    const published = this.#source.current()
    if (published) return published
    throw new ApiError(this.#source.isUnreadable() ? 'mirror_unreadable' : 'not_ready')
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

  isReady(): boolean {
    return this.#source.current() !== undefined
  }

  /** Whether the published paths were made by other rules than the configuration has now. */
  isOutdated(): boolean {
    const published = this.#source.current()
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
}
