import { BoundedMap } from '../../../site/limits/bounded-map.ts'
import { type RenderRequest, requestKey } from '../worker/render-request.ts'

/** Bounded, so that invented queries cannot fill the memory. */
const MAX_OUTCOMES = 1000
const LONGEST_PAUSE_MS = 24 * 3_600_000

/**
 * How a page may be rendered: in full; plainly, that is without typesetting and with few rows; not
 * now, because it is too slow (`late`); or not at all, because it throws an error (`failed`).
 */
export type RenderMode = 'full' | 'plain' | 'late' | 'failed'

interface Outcome {
  mode: RenderMode
  /** The publication for a page that failed, the `page.digest` for a slow one. */
  version: string
  publication: string
  /** When the outcome expires, on the clock of `performance`, which is never set. */
  until: number
  pauseMs: number
}

/**
 * The pages that could not be rendered in full. A page that failed is not tried again before the next
 * publication. A page that took too much CPU time would probably do so again: it is tried after a
 * pause that grows, or once its content has changed. So is a page whose processes ended, after a short
 * pause at first, because they may have been killed from outside.
 */
export class PageOutcomes {
  readonly #outcomes = new BoundedMap<string, Outcome>(MAX_OUTCOMES)

  /** The outcome of a page without a query applies to the page with any query. */
  modeOf(request: RenderRequest, versions: string[]): RenderMode {
    const known = [request, withoutQuery(request)]
      .flatMap((each) => this.#outcomes.get(requestKey(each)) ?? [])
      .filter(({ version, until }) => versions.includes(version) && until > performance.now())
    const modes = new Set(known.map(({ mode }) => mode))
    const worst = (['failed', 'late', 'plain'] as const).find((mode) => modes.has(mode))
    return worst ?? 'full'
  }

  /** When a page that was too slow is tried again in full, in UTC milliseconds. */
  retryAt(request: RenderRequest): number | undefined {
    const until = this.#outcomes.get(requestKey(request))?.until
    // Rounded up: a response that expires before its page may be rendered in full would be made in vain.
    return until === undefined ? undefined : Math.ceil(Date.now() + until - performance.now()) + 1
  }

  fail(request: RenderRequest, publication: string): void {
    const outcome = { mode: 'failed', version: publication, publication } as const
    this.#outcomes.set(requestKey(request), { ...outcome, until: Infinity, pauseMs: 0 })
  }

  /**
   * Records the mode that remains for a slow page, or for one whose processes ended. `firstPauseMs`:
   * time until the first retry; doubled each time. Returns whether this is the first time in its
   * publication.
   */
  slow(
    request: RenderRequest,
    outcome: { mode: RenderMode; digest: string; publication: string; firstPauseMs: number }
  ): boolean {
    const { mode, digest, publication, firstPauseMs } = outcome
    const key = requestKey(request)
    const known = this.#outcomes.get(key)
    const doubledMs = known?.version === digest ? known.pauseMs * 2 : 0
    const pauseMs = Math.max(doubledMs, firstPauseMs)
    const until = performance.now() + Math.min(pauseMs, LONGEST_PAUSE_MS)
    this.#outcomes.set(key, { mode, version: digest, publication, until, pauseMs })
    return known?.mode !== mode || known.publication !== publication
  }
}

/** The page itself, for a request of a page with options of its views. */
export function withoutQuery(request: RenderRequest): RenderRequest {
  return request.kind === 'page' ? { ...request, search: '' } : request
}
