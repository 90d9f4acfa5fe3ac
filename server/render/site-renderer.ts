import type { PublishedSite } from '../publication/published-site.ts'
import type { SiteShell } from './site-shell.ts'
import type { RenderLimits } from './worker/heavy-pages.ts'
import { PageRenderer } from './worker/page-renderer.ts'

/** Renders pages of the publication that is served, within the limits of `PageRenderer`. */
export class SiteRenderer {
  readonly #site: PublishedSite
  readonly #shell: SiteShell
  readonly #renderer: PageRenderer

  constructor(
    site: PublishedSite,
    shell: SiteShell,
    options: { limits?: Partial<RenderLimits> | undefined; onFailure: (error: unknown) => void }
  ) {
    this.#site = site
    this.#shell = shell
    this.#renderer = new PageRenderer(options)
  }

  /**
   * The HTML of a page; `search` is the query string of the request. Undefined if the mirror has no
   * such page. Throws `ApiError` page_failed, page_late or busy.
   */
  async renderPage(page: {
    id: string
    path: string
    search: string
  }): Promise<string | undefined> {
    const { id: pageId, path, search } = page
    const request = { pageId, search, shell: this.#shell(path) }
    return this.#renderer.render(this.#site.published(), request)
  }

  /** The article of a page for the feed; like `renderPage`, and undefined for an excluded page. */
  async renderEntry(pageId: string): Promise<string | undefined> {
    // A feed takes a while: the publication, and with it the excluded pages, may have changed.
    if (this.#site.isExcluded(pageId)) return undefined
    const request = { pageId, search: '', shell: this.#shell(), isEntry: true }
    return this.#renderer.render(this.#site.published(), request)
  }

  close(): void {
    this.#renderer.close()
  }
}
