import { isHeavyPage, isHeavyQuery } from '../../../db/limits/page-cost.ts'
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
  /** Hears why a page could not be rendered. */
  onFailure: (error: unknown) => void
}

/** Renders pages: light ones at once, heavy ones (`isHeavyPage`, `isHeavyQuery`) as `HeavyPages` does. */
export class PageRenderer {
  readonly #onFailure: RendererOptions['onFailure']
  readonly #outcomes = new PageOutcomes()
  readonly #heavy: HeavyPages
  #weights: { state: string; isHeavy: Map<string, boolean> } | undefined

  constructor({ limits, onFailure }: RendererOptions) {
    this.#onFailure = onFailure
    this.#heavy = new HeavyPages({
      limits: { ...defaultLimits, ...limits },
      outcomes: this.#outcomes,
      onFailure
    })
  }

  /**
   * The HTML of a page; undefined when the mirror has no such page. Throws `ApiError`: page_failed
   * for a page that throws an error, page_late and busy for one that is not ready in time.
   */
  async render(published: PublishedMirror, request: RenderRequest): Promise<string | undefined> {
    const state = publicationKey(published)
    const isFailed = () => this.#outcomes.modeOf(request, [state]) === 'failed'
    if (isFailed()) throw new ApiError('page_failed')
    try {
      if (!this.#isHeavy(published, request)) return renderPage(published.mirror, request)
      return await this.#heavy.render(published, request)
    } catch (error) {
      if (error instanceof ApiError) throw error
      // Many may have waited for one.
      if (!isFailed()) this.#onFailure(failure(request, error))
      this.#outcomes.fail(request, state)
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

  /** Estimated once for each publication. */
  #isHeavyPage(published: PublishedMirror, pageId: string): boolean {
    const state = publicationKey(published)
    if (this.#weights?.state !== state) this.#weights = { state, isHeavy: new Map() }
    const { isHeavy } = this.#weights
    const known = isHeavy.get(pageId) ?? isHeavyPage(published.mirror, pageId)
    isHeavy.set(pageId, known)
    return known
  }
}

function failure({ pageId }: RenderRequest, cause: unknown): Error {
  return new Error(`page ${pageId} cannot be rendered: ${String(cause)}`, { cause })
}
