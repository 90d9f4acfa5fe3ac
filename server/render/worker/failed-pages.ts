import { type RenderedPage, keyOf } from './rendered-page.ts'

/** More are not remembered: made-up queries must not fill the memory. */
const MAX_REMEMBERED = 1000

/**
 * Pages whose rendering threw an error. They are not tried again before the next publication. A page
 * that fails without a query fails with any query.
 */
export class FailedPages {
  #state: string | undefined
  readonly #keys = new Set<string>()

  has(state: string, page: RenderedPage): boolean {
    if (this.#state !== state) return false
    return this.#keys.has(keyOf(page)) || this.#keys.has(keyOf({ ...page, search: '' }))
  }

  add(state: string, page: RenderedPage): void {
    if (this.#state !== state || this.#keys.size >= MAX_REMEMBERED) this.#keys.clear()
    this.#state = state
    this.#keys.add(keyOf(page))
  }
}
