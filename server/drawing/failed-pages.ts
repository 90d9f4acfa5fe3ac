import type { PageRequest } from './draw-page.tsx'

/** Kept at most; whoever makes up queries must not fill the memory. */
const MAX_KEPT = 1000
/** How long a page that took too long is left alone: another time the machine may have more to spare. */
const LATE_MS = 5 * 60_000

type Asked = Pick<PageRequest, 'pageId' | 'search' | 'isEntry'>

/**
 * Pages that could not be drawn: they are not tried again before the next publication, those that
 * only took too long not for some minutes. A page
 * that fails without a query fails with any; one that fails with a query only with that one.
 */
export class FailedPages {
  #state: string | undefined
  /** Until when each counts. */
  readonly #failed = new Map<string, number>()

  has(state: string, asked: Asked): boolean {
    if (this.#state !== state) return false
    const until = [keyOf({ ...asked, search: '' }), keyOf(asked)].map(
      (key) => this.#failed.get(key) ?? 0
    )
    return Math.max(...until) > Date.now()
  }

  add(state: string, asked: Asked, isLate = false): void {
    if (this.#state !== state || this.#failed.size >= MAX_KEPT) this.#failed.clear()
    this.#state = state
    const until = isLate ? Date.now() + LATE_MS : Infinity
    this.#failed.set(keyOf(asked), until)
  }
}

/** What fails as an entry of the feed may still be shown to visitors. */
function keyOf({ pageId, search, isEntry }: Asked): string {
  return (isEntry ? 'entry ' : '') + pageId + (search === '' ? '' : `?${search}`)
}
