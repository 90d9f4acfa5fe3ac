import { type RenderedPage, keyOf } from './rendered-page.ts'

const MAX_REMEMBERED = 1000
/** Doubled each time that the page turns out too slow again. */
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 24 * 3_600_000

/** How a page may be rendered: with everything, without typesetting and with few rows, or not at all. */
export type RenderMode = 'full' | 'plain' | 'none'

interface SlowPage {
  /** Of the page's content. After an edit it may be faster. */
  digest: string
  mode: RenderMode
  pauseMs: number
  /** Until when the mode counts, in milliseconds. */
  until: number
}

/**
 * Pages that took more CPU time than allowed. Most of them would again: each attempt is paid for
 * once, and repeated only after a growing pause or when the page has changed.
 */
export class SlowPages {
  readonly #pages = new Map<string, SlowPage>()

  /** A page that is too slow without a query is so with any query. */
  modeOf(digest: string, page: RenderedPage): RenderMode {
    const known = [page, { ...page, search: '' }].flatMap(
      (each) => this.#pages.get(keyOf(each)) ?? []
    )
    const modes = known
      .filter((each) => each.digest === digest && each.until > Date.now())
      .map(({ mode }) => mode)
    return modes.includes('none') ? 'none' : (modes[0] ?? 'full')
  }

  /** Remembers the mode that is left for a page. */
  add(digest: string, page: RenderedPage, mode: RenderMode): void {
    const key = keyOf(page)
    const known = this.#pages.get(key)
    const isAgain = known?.digest === digest
    const pauseMs = isAgain ? Math.min(known.pauseMs * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS
    // Renewed, so that the oldest is the first.
    this.#pages.delete(key)
    this.#pages.set(key, { digest, mode, pauseMs, until: Date.now() + pauseMs })
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > MAX_REMEMBERED && oldest !== undefined) this.#pages.delete(oldest)
  }
}
