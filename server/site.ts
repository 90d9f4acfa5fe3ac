import path from 'node:path'

import { readPagePaths } from '../db/find-page.ts'
import { pathRules } from '../db/path-rules.ts'
import type { Mirror } from '../db/open-mirror.ts'
import { type SearchIndex, buildSearchIndex } from '../db/search.ts'
import type { SiteConfig } from '../site/config.ts'
import type { NavigationItem, Shell } from '../web/pages/Document.tsx'
import { type PageAssets, readPageAssets } from './assets.ts'
import { ApiError } from './errors.ts'
import { LiveMirror, type PublishedMirror } from './live-mirror.ts'

/** What every route answers from: the configuration, the mirror as it is now, and what is kept of it. */
export class Site {
  readonly config: SiteConfig
  readonly assetFolder: string
  readonly #mirror: LiveMirror
  readonly #assets: PageAssets
  #search: { mirror: Mirror; generation: number; index: SearchIndex } | undefined

  constructor(options: {
    config: SiteConfig
    dataDir: string
    assets?: PageAssets | undefined
    onFailure: (error: unknown) => void
  }) {
    this.config = options.config
    this.assetFolder = path.join(options.dataDir, 'assets')
    this.#mirror = new LiveMirror(path.join(options.dataDir, 'mirror.db'), options.onFailure)
    this.#assets = options.assets ?? readPageAssets()
  }

  /** The publication to answer from. Throws `ApiError` not_ready before the first one. */
  published(): PublishedMirror {
    const published = this.#mirror.current()
    if (!published) throw new ApiError('not_ready')
    return published
  }

  isReady(): boolean {
    return this.#mirror.current() !== undefined
  }

  /** Whether paths were published under other rules than the configuration has now. */
  isOutdated(): boolean {
    const published = this.#mirror.current()
    return published !== undefined && published.publication.pathRules !== pathRules(this.config)
  }

  /** The index over the current publication; built when the first query of a generation asks. */
  search(): { mirror: Mirror; index: SearchIndex } {
    const { mirror, publication } = this.published()
    const { generation } = publication
    if (this.#search?.mirror !== mirror || this.#search.generation !== generation) {
      this.#search = { mirror, generation, index: buildSearchIndex(mirror) }
    }
    return { mirror, index: this.#search.index }
  }

  /** What stands around a page's content; `currentPath` is that of the page being shown, for the mark in the navigation. */
  shell(currentPath?: string): Shell {
    const navigation = this.isReady() ? this.#navigation(currentPath) : []
    const { devScripts, ...assets } = this.#assets
    return { config: this.config, assets, navigation, ...(devScripts && { devScripts }) }
  }

  close(): void {
    this.#mirror.close()
  }

  #navigation(currentPath: string | undefined): NavigationItem[] {
    if (this.config.navigationStyle === 'default') return []
    const links = this.config.navigationLinks
    const ids = links.flatMap((link) => (link.pageId ? [link.pageId] : []))
    const paths = readPagePaths(this.published().mirror, ids)
    return links.flatMap(({ title, pageId, url }) => {
      const href = url ?? paths[pageId ?? '']
      // A page that is not in the mirror would be a dead link; the sync has warned of it.
      if (href === undefined) return []
      return [{ title, href, isExternal: url !== undefined, isCurrent: href === currentPath }]
    })
  }
}
