import { excludePages } from '../db/lists/exclude-pages.ts'
import { mirrorPaths } from '../db/mirror/mirror-paths.ts'
import { pathRules } from '../db/mirror/path-rules.ts'
import type { PageHit } from '../db/search/describe-hits.ts'
import type { SearchAnswer } from '../db/search/search-pages.ts'
import { readForeignPages } from '../db/lists/read-foreign-pages.ts'
import type { Analytics } from '../site/config/analytics.ts'
import type { SiteConfig } from '../site/config/config.ts'
import type { Shell } from '../web/pages/shell/shell.ts'
import { type PageAssets, readPageAssets } from './render/assets.ts'
import { ApiError } from './errors.ts'
import { Downloads } from './download/downloads.ts'
import { SocialImages } from './pictures/social-image/social-images.ts'
import { Variants } from './pictures/variants/variants.ts'
import type { RenderLimits } from './render/worker/heavy-pages.ts'
import { PageRenderer } from './render/worker/page-renderer.ts'
import { MirrorWatcher, type PublishedMirror } from './publication/mirror-watcher.ts'
import { navigationLinks } from './render/navigation.ts'
import type { ServedPublication } from './publication/per-publication.ts'
import { emojiMark, siteMark } from './render/site-mark.ts'
import { type Searched, type SearchParams, SiteSearch } from './search/site-search.ts'

interface Derived extends ServedPublication {
  hidden: Set<string>
  foreign: Set<string> | undefined
}

/** What every route answers from: the configuration, the mirror as it is now, and what is kept of it. */
export class Site {
  readonly config: SiteConfig
  readonly assetFolder: string
  /** Copies of the mirror that visitors download. */
  readonly downloads: Downloads
  /** Smaller copies of pictures. */
  readonly variants: Variants
  /** Pictures of pages for previews. */
  readonly socialImages: SocialImages
  readonly #renderer: PageRenderer
  readonly #mirror: MirrorWatcher
  readonly #search: SiteSearch
  readonly #assets: PageAssets
  readonly #analytics: Analytics
  #derived: Derived | undefined

  constructor(options: {
    config: SiteConfig
    /** The data directory, or a mirror's file. */
    dataDir: string
    assets?: PageAssets | undefined
    analytics?: Analytics | undefined
    onFailure: (error: unknown) => void
    onCopyFailure: (error: unknown) => void
    onPictureFailure: (error: unknown) => void
    maxVariantBytes?: number | undefined
    onRenderFailure: (error: unknown) => void
    onSearchFailure: (error: unknown) => void
    renderLimits?: Partial<RenderLimits> | undefined
    isRollbackAllowed?: boolean | undefined
  }) {
    this.config = options.config
    const place = mirrorPaths(options.dataDir)
    this.assetFolder = place.assets
    this.#mirror = new MirrorWatcher(place.file, options)
    this.#search = new SiteSearch(place.folder, {
      isCounted: this.config.areSearchesCounted,
      onFailure: options.onSearchFailure
    })
    this.downloads = new Downloads(place, options.onCopyFailure)
    this.variants = new Variants(place, {
      maxBytes: options.maxVariantBytes,
      onFailure: options.onPictureFailure
    })
    this.socialImages = new SocialImages(place, { onFailure: options.onPictureFailure })
    const { renderLimits: limits, onRenderFailure: onFailure } = options
    this.#renderer = new PageRenderer({ limits, onFailure })
    this.#assets = options.assets ?? readPageAssets()
    this.#analytics = options.analytics ?? {}
  }

  /**
   * The publication to answer from. Throws `ApiError` not_ready before the first one, and
   * mirror_unreadable when there is a file that cannot be used.
   */
  published(): PublishedMirror {
    const published = this.#mirror.current()
    if (published) return published
    throw new ApiError(this.#mirror.isUnreadable() ? 'mirror_unreadable' : 'not_ready')
  }

  /** Waits while the first mirror is looked through for damage. */
  async settled(): Promise<void> {
    await this.#mirror.settled()
  }

  isReady(): boolean {
    return this.#mirror.current() !== undefined
  }

  /** Whether paths were published under other rules than the configuration has now. */
  isOutdated(): boolean {
    const published = this.#mirror.current()
    return published !== undefined && published.publication.pathRules !== pathRules(this.config)
  }

  /** Makes the search index of the publication that is served. */
  async prepareSearch(): Promise<void> {
    if (this.isReady() && this.config.isSearchEnabled) await this.#search.prepare(this.published())
  }

  /** Pages that answer a query, without those kept back. Throws `ApiError` search_not_ready while there is no index. */
  search(params: SearchParams): Promise<SearchAnswer> {
    return this.#search.search(this.#searched(), params)
  }

  /** Counts an answer that was sent, where it is of interest; see `SiteSearch.count`. */
  countSearch(params: SearchParams, answer: Pick<SearchAnswer, 'query' | 'total'>): void {
    this.#search.count(params, answer)
  }

  /** Pages that have the words of something else than a query; none while there is no index. */
  suggest(query: string, limit: number): Promise<PageHit[]> {
    return this.#search.suggest(this.#searched(), { query, limit })
  }

  #searched(): Searched {
    return { published: this.published(), hidden: this.#derive().hidden }
  }

  /** Whether a page is kept back: `excludedPageIds` counts at once, and for all below, before the next sync. */
  hides(pageId: string): boolean {
    return this.#derive().hidden.has(pageId)
  }

  /** Whether a page is known to belong to another workspace. */
  isForeign(pageId: string): boolean {
    const derived = this.#derive()
    derived.foreign ??= readForeignPages(derived.mirror)
    return derived.foreign.has(pageId)
  }

  /** Whether the mirror still has pages that are kept back. */
  holdsHidden(): boolean {
    return this.#derive().hidden.size > 0
  }

  /** The publication that is shown; the same object as long as it is. See `perEdition`. */
  edition(): ServedPublication {
    return this.#derive()
  }

  /** What is worked out once for each generation. */
  #derive(): Derived {
    const { mirror, publication } = this.published()
    const { generation } = publication
    if (this.#derived?.mirror !== mirror || this.#derived.generation !== generation) {
      const hidden = excludePages(mirror, this.config.excludedPageIds)
      this.#derived = { mirror, generation, hidden, foreign: undefined }
    }
    return this.#derived
  }

  /** What stands around a page's content; `currentPath` is that of the page being shown, for the mark in the navigation. */
  shell(currentPath?: string): Shell {
    const links = this.isReady() ? navigationLinks(this) : []
    const navigation = links.map((link) => ({ ...link, isCurrent: link.href === currentPath }))
    const { devScripts, ...assets } = this.#assets
    const { config } = this
    const analytics = this.#analytics
    const mark = this.isReady() ? siteMark(this) : emojiMark(config.defaultPageIcon)
    const year = yearNow(config.timeZone)
    const around = { config, assets, analytics, mark, navigation, year }
    return { ...around, ...(devScripts && { devScripts }) }
  }

  /**
   * The HTML of a page at its path, with the query string of the request; undefined when the mirror
   * has no such page. Throws `ApiError` page_failed, page_late or busy.
   */
  async renderPage(page: {
    id: string
    path: string
    search: string
  }): Promise<string | undefined> {
    const { id: pageId, path, search } = page
    return this.#renderer.render(this.published(), { pageId, search, shell: this.shell(path) })
  }

  /** The article of a page, as the feed has it; undefined and thrown as by `renderPage`. */
  async renderEntry(pageId: string): Promise<string | undefined> {
    // A publication that came in meanwhile has to know first what is kept back.
    if (this.hides(pageId)) return undefined
    const asked = { pageId, search: '', shell: this.shell(), isEntry: true }
    return this.#renderer.render(this.published(), asked)
  }

  async close(): Promise<void> {
    this.#renderer.close()
    this.#search.close()
    this.#mirror.close()
    await this.downloads.close()
    await this.variants.close()
    await this.socialImages.close()
  }
}

/** The year on the site's clock. */
function yearNow(timeZone: string): number {
  return Number(new Intl.DateTimeFormat('en', { year: 'numeric', timeZone }).format())
}
