import type { PageRequest } from './draw-page.tsx'

/** Kept at most; whoever makes up queries must not fill the memory. */
const MAX_KEPT = 1000

/**
 * Pages that could not be drawn: they are not tried again before the next publication. A page
 * that fails without a query fails with any; one that fails with a query only with that one.
 */
export class FailedPages {
  #state: string | undefined
  readonly #failed = new Set<string>()

  has(state: string, { pageId, search }: Pick<PageRequest, 'pageId' | 'search'>): boolean {
    if (this.#state !== state) return false
    return this.#failed.has(pageId) || this.#failed.has(`${pageId}?${search}`)
  }

  add(state: string, { pageId, search }: Pick<PageRequest, 'pageId' | 'search'>): void {
    if (this.#state !== state || this.#failed.size >= MAX_KEPT) this.#failed.clear()
    this.#state = state
    this.#failed.add(search === '' ? pageId : `${pageId}?${search}`)
  }
}
