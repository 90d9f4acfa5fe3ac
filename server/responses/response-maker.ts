import { recordReads } from '../../db/changes/record-reads.ts'
import { ApiError } from '../errors.ts'
import { pageInfoText } from '../feeds/page-info.ts'
import type { PublishedMirror } from '../publication/mirror-source.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { RenderQueue } from '../render/queue/render-queue.ts'
import type { Made } from '../render/worker/make-response.ts'
import type { Urgency, Waiting } from '../render/queue/render-task.ts'
import { finish } from './finished-response.ts'
import { publicationId } from './publication-mark.ts'
import type { ResponseRequest } from './response-request.ts'
import { hashKeys, mergeHashes } from './store/key-hash.ts'
import { surrogateKeys } from './surrogate-keys.ts'

/** After this time, a feed without the HTML of a page is made again. */
const RETRY_MS = 300_000

/** Makes responses: in child processes, except for those that take next to no time. */
export class ResponseMaker {
  readonly #site: PublishedSite
  readonly #queue: Pick<RenderQueue, 'render' | 'prefer'>

  constructor(site: PublishedSite, queue: Pick<RenderQueue, 'render' | 'prefer'>) {
    this.#site = site
    this.#queue = queue
  }

  /** Throws `ApiError` page_failed, page_late, busy, or an error of `findPageFacts`. */
  async make(request: ResponseRequest, urgency: Urgency): Promise<Made> {
    const published = this.#site.published()
    if (request.kind === 'page-info') return this.#makePageInfo(request.pageId)
    if (request.kind === 'feed') return this.#makeFeed(published, urgency)
    return this.#queue.render(published, request, urgency.waiting)
  }

  /** Moves a rendering forward, because a visitor waits for it. The feed does that for its own parts. */
  prefer(request: ResponseRequest): void {
    if (request.kind === 'feed') return
    this.#queue.prefer(this.#site.published(), request, 'visitor')
  }

  #makePageInfo(pageId: string): Made {
    const publications = [publicationId(this.#site.published())]
    const { value, keys } = recordReads(() => pageInfoText(this.#site, pageId))
    const result = finish(value, surrogateKeys(keys, value))
    return { result, publications, keys: hashKeys(keys), slotFaults: [], expiresAt: undefined }
  }

  /**
   * The entries are rendered one by one, so that a page that cannot be rendered costs only its own
   * entry.
   */
  async #makeFeed(published: PublishedMirror, urgency: Urgency): Promise<Made> {
    const waiting = () => (urgency.waiting === 'background' ? 'background' : 'feed')
    const pages = await this.#queue.render(published, { kind: 'feed-pages' }, waiting())
    const parts = [pages]
    const entries: Record<string, string> = {}
    let retryAt: number | undefined
    for (const pageId of JSON.parse(textOf(pages)) as string[]) {
      const entry = await this.#makeEntry(published, { pageId, waiting: waiting() })
      // The page is listed with its text; its HTML may be ready later.
      if (!entry) retryAt = Date.now() + RETRY_MS
      if (!entry?.result) continue
      parts.push(entry)
      entries[pageId] = textOf(entry)
    }
    const request = { kind: 'feed-document', entries } as const
    const feed = await this.#queue.render(published, request, waiting())
    parts.push(feed)
    return {
      ...feed,
      publications: parts.flatMap(({ publications }) => publications),
      keys: mergeHashes(parts.map(({ keys }) => keys)),
      expiresAt: earliest([retryAt, ...parts.map(({ expiresAt }) => expiresAt)])
    }
  }

  /** Undefined for a page that cannot be rendered; the queue reports the reason. */
  async #makeEntry(
    published: PublishedMirror,
    { pageId, waiting }: { pageId: string; waiting: Waiting }
  ): Promise<Made | undefined> {
    try {
      return await this.#queue.render(published, { kind: 'entry', pageId }, waiting)
    } catch (error) {
      if (error instanceof ApiError) return undefined
      throw error
    }
  }
}

function earliest(times: (number | undefined)[]): number | undefined {
  const known = times.flatMap((time) => time ?? [])
  return known.length === 0 ? undefined : Math.min(...known)
}

function textOf({ result }: Made): string {
  return result && 'bodies' in result ? result.bodies.identity.toString() : ''
}
