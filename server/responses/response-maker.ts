import { recordReads } from '../../db/changes/record-reads.ts'
import { ApiError } from '../errors.ts'
import { pageInfoText } from '../feeds/page-info.ts'
import type { PublishedMirror } from '../publication/mirror-source.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { RenderQueue, Waiting } from '../render/render-queue.ts'
import type { Made } from '../render/worker/make-response.ts'
import { finish } from './finished-response.ts'
import type { ResponseRequest } from './response-request.ts'
import { surrogateKeys } from './surrogate-keys.ts'

/** Makes responses: in child processes, except for those that take next to no time. */
export class ResponseMaker {
  readonly #site: PublishedSite
  readonly #queue: RenderQueue

  constructor(site: PublishedSite, queue: RenderQueue) {
    this.#site = site
    this.#queue = queue
  }

  /** Throws `ApiError` page_failed, page_late, busy, or an error of `findPageFacts`. */
  async make(request: ResponseRequest, waiting: Waiting): Promise<Made> {
    const published = this.#site.published()
    if (request.kind === 'page-info') return this.#makePageInfo(request.pageId)
    if (request.kind === 'feed') return this.#makeFeed(published, waiting)
    return this.#queue.render(published, request, waiting)
  }

  #makePageInfo(pageId: string): Made {
    const { generation } = this.#site.served()
    const { value, keys } = recordReads(() => pageInfoText(this.#site, pageId))
    const result = finish(value, surrogateKeys(keys, value))
    return { result, generation, keys: [...keys], expiresAt: undefined }
  }

  /**
   * The entries are rendered one by one, so that a page that cannot be rendered costs only its own
   * entry.
   */
  async #makeFeed(published: PublishedMirror, waiting: Waiting): Promise<Made> {
    const background = waiting === 'nobody' ? 'nobody' : 'feed'
    const pages = await this.#queue.render(published, { kind: 'feed-pages' }, background)
    const parts = [pages]
    const entries: Record<string, string> = {}
    for (const pageId of JSON.parse(textOf(pages)) as string[]) {
      const entry = await this.#makeEntry(published, { pageId, background })
      if (!entry) continue
      parts.push(entry)
      entries[pageId] = textOf(entry)
    }
    const request = { kind: 'feed-document', entries } as const
    const feed = await this.#queue.render(published, request, background)
    parts.push(feed)
    return {
      ...feed,
      generation: Math.min(...parts.map(({ generation }) => generation)),
      keys: [...new Set(parts.flatMap(({ keys }) => keys))]
    }
  }

  /** Undefined for a page that cannot be rendered; the queue reports the reason. */
  async #makeEntry(
    published: PublishedMirror,
    { pageId, background }: { pageId: string; background: Waiting }
  ): Promise<Made | undefined> {
    try {
      const made = await this.#queue.render(published, { kind: 'entry', pageId }, background)
      return made.result && made
    } catch (error) {
      if (error instanceof ApiError) return undefined
      throw error
    }
  }
}

function textOf({ result }: Made): string {
  return result && 'bodies' in result ? result.bodies.identity.toString() : ''
}
