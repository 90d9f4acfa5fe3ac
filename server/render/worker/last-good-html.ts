import type { Mirror } from '../../../db/mirror/open-mirror.ts'
import { readIdentity } from '../../../db/mirror/read-identity.ts'
import { readMissingPages } from '../../../db/lists/read-missing-pages.ts'
import { readPageIds } from '../../../db/lists/read-site-pages.ts'
import { readTransaction } from '../../../db/mirror/read-transaction.ts'
import type { PublishedMirror } from '../../publication/mirror-watcher.ts'
import { type PageRequest, publicationKey, requestKey } from './page-request.ts'

const DEFAULT_MAX_BYTES = 64_000_000

/**
 * The newest HTML of heavy pages, sent when new HTML is not ready in time. It may belong to an earlier
 * publication, but never names a page that has left the site since: then all of it is dropped.
 */
export class LastGoodHtml {
  readonly #maxBytes: number
  /** Least recently used first. */
  readonly #html = new Map<string, Buffer>()
  #bytes = 0
  /** The last publication seen, and its pages: the stored HTML names no others. */
  #known: { publication: string; pageIds: string[] } | undefined

  constructor(maxBytes = DEFAULT_MAX_BYTES) {
    this.#maxBytes = maxBytes
  }

  /** Stores the HTML of a request that came in at this publication. */
  add(published: PublishedMirror, request: PageRequest, html: string): void {
    // The HTML may be of a newer publication, whose pages are not known yet.
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
   * Whether the request's publication is still the newest one. Drops all HTML if a page has left the
   * site since the last call.
   */
  #follow(published: PublishedMirror): boolean {
    const { mirror } = published
    // Closed once another file has replaced it.
    if (!mirror.$client.open) return false
    return readTransaction(mirror, () => {
      const identity = readIdentity(mirror)
      const key = publicationKey(published)
      if (!identity || publicationKey(published, identity) !== key) return false
      if (this.#known?.publication !== key) this.#enter(mirror, key)
      return true
    })
  }

  #enter(mirror: Mirror, publication: string): void {
    const hasLost = readMissingPages(mirror, this.#known?.pageIds ?? []).length > 0
    if (hasLost) [...this.#html.keys()].forEach((key) => this.#drop(key))
    this.#known = { publication, pageIds: readPageIds(mirror) }
  }
}
