import type { HeavyPart } from '../worker/is-heavy.ts'
import { type RenderRequest, requestKey } from '../worker/render-request.ts'

/** Bounded, so that invented queries cannot fill the memory. */
const MAX_KNOWN = 10_000

/** The requests that were found to be heavy. */
export class KnownHeavy {
  #publication = ''
  #pages = new Set<string>()
  /** Kinds of lists. They only grow, so a later publication does not make them light. */
  readonly #lists = new Set<string>()

  has(publication: string, request: RenderRequest): boolean {
    if (!('pageId' in request)) return this.#lists.has(request.kind)
    if (this.#publication !== publication) return false
    return this.#pages.has(request.pageId) || this.#pages.has(requestKey(request))
  }

  add(publication: string, request: RenderRequest, part: HeavyPart): void {
    if (!('pageId' in request)) {
      this.#lists.add(request.kind)
      return
    }
    if (this.#publication !== publication || this.#pages.size >= MAX_KNOWN) this.#pages.clear()
    this.#publication = publication
    this.#pages.add(part === 'page' ? request.pageId : requestKey(request))
  }
}
