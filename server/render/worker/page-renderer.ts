import { isHeavyPage, isHeavyQuery } from '../../../db/limits/heavy-page.ts'
import { parsePageQuery } from '../../../site/addresses/page-query.ts'
import { ApiError } from '../../errors.ts'
import type { PublishedMirror } from '../../publication/mirror-watcher.ts'
import { HeavyPages, type RenderLimits } from './heavy-pages.ts'
import { PageOutcomes } from './page-outcomes.ts'
import { type RenderRequest, publicationKey } from './page-request.ts'
import { renderPage } from './render-page.tsx'

const defaultLimits: RenderLimits = { cpuMs: 4000, patienceMs: 25_000 }

interface RendererOptions {
  limits?: Partial<RenderLimits> | undefined
  /** Receives the error of a page that could not be rendered. */
  onFailure: (error: unknown) => void
}

/** Renders light pages at once, and heavy ones (`isHeavyPage`, `isHeavyQuery`) through `HeavyPages`. */
export class PageRenderer {
  readonly #onFailure: RendererOptions['onFailure']
  readonly #outcomes = new PageOutcomes()
  readonly #heavy: HeavyPages
  /** By page id, for one publication. */
  #heaviness: { publication: string; isHeavy: Map<string, boolean> } | undefined

  constructor({ limits, onFailure }: RendererOptions) {
    this.#onFailure = onFailure
    this.#heavy = new HeavyPages({
      limits: { ...defaultLimits, ...limits },
      outcomes: this.#outcomes,
      onFailure
    })
  }

  /**
   * The HTML of a page; undefined if the mirror has no such page. Throws `ApiError`: page_failed
   * if rendering throws an error, page_late or busy if the page is not ready in time.
   */
  async render(published: PublishedMirror, request: RenderRequest): Promise<string | undefined> {
    const publication = publicationKey(published)
    const isFailed = () => this.#outcomes.modeOf(request, [publication]) === 'failed'
    if (isFailed()) throw new ApiError('page_failed')
    try {
      if (!this.#isHeavy(published, request)) return renderPage(published.mirror, request)
      return await this.#heavy.render(published, request)
    } catch (error) {
      if (error instanceof ApiError) throw error
      // Concurrent requests share one result, which is reported once.
      if (!isFailed()) this.#onFailure(failure(request, error))
      this.#outcomes.fail(request, publication)
      throw new ApiError('page_failed')
    }
  }

  close(): void {
    this.#heavy.close()
  }

  #isHeavy(published: PublishedMirror, { pageId, search }: RenderRequest): boolean {
    if (this.#isHeavyPage(published, pageId)) return true
    return search !== '' && isHeavyQuery(published.mirror, parsePageQuery(search))
  }

  /** Estimated once per publication. */
  #isHeavyPage(published: PublishedMirror, pageId: string): boolean {
    const publication = publicationKey(published)
    if (this.#heaviness?.publication !== publication)
      this.#heaviness = { publication, isHeavy: new Map() }
    const { isHeavy } = this.#heaviness
    const known = isHeavy.get(pageId) ?? isHeavyPage(published.mirror, pageId)
    isHeavy.set(pageId, known)
    return known
  }
}

function failure({ pageId }: RenderRequest, cause: unknown): Error {
  return new Error(`page ${pageId} cannot be rendered: ${String(cause)}`, { cause })
}
