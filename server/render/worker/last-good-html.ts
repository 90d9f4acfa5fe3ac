import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { readIdentity } from '../../../db/mirror/read-identity.ts'
import { readMissingPages } from '../../../db/lists/read-missing-pages.ts'
import { readPageIds } from '../../../db/lists/read-site-pages.ts'
import { inSnapshot } from '../../../db/mirror/read-transaction.ts'
import type { PublishedMirror } from '../../publication/mirror-watcher.ts'
import { type PageRequest, publicationKey, requestKey } from './page-request.ts'

const DEFAULT_MAX_BYTES = 64_000_000

/**
 * The newest HTML of heavy pages, for visitors who would wait too long for another one. It may be of an
 * earlier publication, but never names a page that has left the site since: then all of it is dropped.
 */
export class LastGoodHtml {
  readonly #maxBytes: number
  /** The page that was used longest ago first. */
  readonly #html = new Map<string, Buffer>()
  #bytes = 0
  /** The publication whose pages these are: no HTML that is kept can name others. */
  #known: { state: string; pageIds: string[] } | undefined

  constructor(maxBytes = DEFAULT_MAX_BYTES) {
    this.#maxBytes = maxBytes
  }

  /** Keeps what was rendered for a request that came in at this publication. */
  add(published: PublishedMirror, request: PageRequest, html: string): void {
    // A newer publication may have been rendered, and its pages are not known yet.
    if (!this.#follow(published)) return
    const bytes = Buffer.from(html)
    this.#drop(requestKey(request))
    if (bytes.length > this.#maxBytes) return
    this.#html.set(requestKey(request), bytes)
    this.#bytes += bytes.length
    for (const key of this.#html.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#drop(key)
    }
  }

  has(request: PageRequest): boolean {
    return this.#html.has(requestKey(request))
  }

  find(published: PublishedMirror, request: PageRequest): string | undefined {
    if (!this.#follow(published)) return undefined
    const key = requestKey(request)
    const html = this.#html.get(key)
    if (!html) return undefined
    this.#html.delete(key)
    this.#html.set(key, html)
    return html.toString()
  }

  #drop(key: string): void {
    this.#bytes -= this.#html.get(key)?.length ?? 0
    this.#html.delete(key)
  }

  /**
   * Whether the request's publication is still the newest one. Drops everything when a page has left
   * the site since the last call.
   */
  #follow(published: PublishedMirror): boolean {
    const { mirror } = published
    // Closed when another file has taken its place.
    if (!mirror.$client.open) return false
    return inSnapshot(mirror, () => {
      const identity = readIdentity(mirror)
      const state = publicationKey(published)
      if (!identity || publicationKey(published, identity) !== state) return false
      if (this.#known?.state !== state) this.#take(mirror, state)
      return true
    })
  }

  #take(mirror: Mirror, state: string): void {
    const hasLost = readMissingPages(mirror, this.#known?.pageIds ?? []).length > 0
    if (hasLost) [...this.#html.keys()].forEach((key) => this.#drop(key))
    this.#known = { state, pageIds: readPageIds(mirror) }
  }
}
