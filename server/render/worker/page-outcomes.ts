import { type PageRequest, requestKey } from './page-request.ts'

/** More are not remembered: made-up queries must not fill the memory. */
const MAX_REMEMBERED = 1000
/** Doubled each time that a page turns out too slow again. */
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 24 * 3_600_000

/**
 * How a page may be rendered: with everything, without typesetting and with few rows, or not now
 * because it is too slow, or not at all because it throws an error.
 */
export type RenderMode = 'full' | 'plain' | 'late' | 'failed'

interface Outcome {
  mode: RenderMode
  /** The publication of a page that failed, the content (`page.digest`) of one that is slow. */
  version: string
  /** In milliseconds; the outcome counts until then. */
  until: number
  pauseMs: number
}

/**
 * What became of pages that could not be rendered in full. A page that failed is not tried again
 * before the next publication. One that took too much CPU time probably would again: it is tried
 * after a growing pause, or when it has changed.
 */
export class PageOutcomes {
  readonly #outcomes = new Map<string, Outcome>()

  /** What happens to a page without a query happens to it with any query. */
  modeOf(request: PageRequest, versions: (string | undefined)[]): RenderMode {
    const known = [request, { ...request, search: '' }]
      .flatMap((each) => this.#outcomes.get(requestKey(each)) ?? [])
      .filter(({ version, until }) => versions.includes(version) && until > Date.now())
    const modes = new Set(known.map(({ mode }) => mode))
    const worst = (['failed', 'late', 'plain'] as const).find((mode) => modes.has(mode))
    return worst ?? 'full'
  }

  fail(request: PageRequest, state: string): void {
    this.#add(request, { mode: 'failed', version: state, until: Infinity, pauseMs: 0 })
  }

  /** Remembers the mode that is left for a page. */
  slow(request: PageRequest, digest: string, mode: RenderMode): void {
    const known = this.#outcomes.get(requestKey(request))
    const pauseMs = known?.version === digest ? known.pauseMs * 2 : FIRST_PAUSE_MS
    const until = Date.now() + Math.min(pauseMs, LONGEST_PAUSE_MS)
    this.#add(request, { mode, version: digest, until, pauseMs })
  }

  #add(request: PageRequest, outcome: Outcome): void {
    const key = requestKey(request)
    // Renewed, so that the oldest is the first.
    this.#outcomes.delete(key)
    this.#outcomes.set(key, outcome)
    const [oldest] = this.#outcomes.keys()
    if (this.#outcomes.size > MAX_REMEMBERED && oldest !== undefined) this.#outcomes.delete(oldest)
  }
}
