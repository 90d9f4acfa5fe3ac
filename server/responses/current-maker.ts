import { ApiError } from '../errors.ts'
import type { PublishedSite } from '../publication/published-site.ts'
import type { SlotFaults } from '../render/slots/slot-fault.ts'
import type { Made } from '../render/worker/make-response.ts'
import type { Urgency } from '../render/queue/render-task.ts'
import { isOutdated } from './publication-mark.ts'
import type { ResponseMaker } from './response-maker.ts'
import type { ResponseRequest } from './response-request.ts'

/** Publications that may follow each other while one response is made. */
const ATTEMPTS = 4

interface CurrentMakerOptions {
  site: PublishedSite
  maker: ResponseMaker
  /** Looks for a new publication now. */
  look: () => void
  /** Resolves when a file that has replaced the mirror is verified. */
  waitForReplacement: () => Promise<void>
  /** Keeps the mirrors open until the returned function is called. */
  hold: () => () => void
  slotFaults: SlotFaults
}

/** Makes responses that no publication has changed meanwhile. */
export class CurrentMaker {
  readonly #options: CurrentMakerOptions
  #renders = 0
  #renderSeconds = 0

  constructor(options: CurrentMakerOptions) {
    this.#options = options
  }

  /** What has been counted since the start. */
  numbers(): { renders: number; renderSeconds: number; slotFailures: number } {
    const { count: slotFailures } = this.#options.slotFaults
    return { renders: this.#renders, renderSeconds: this.#renderSeconds, slotFailures }
  }

  /** Moves a response that is being made forward, because a visitor waits for it. */
  prefer(request: ResponseRequest): void {
    this.#options.maker.prefer(request)
  }

  /**
   * Makes a response, and calls `use` with it before the next publication can enter. Throws `ApiError`
   * page_late if publications follow each other too fast, and like `ResponseMaker`.
   */
  async make<Used>(
    request: ResponseRequest,
    urgency: Urgency,
    use: (made: Made) => Used
  ): Promise<Used> {
    const { site, look } = this.#options
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const made = await this.#tryToMake(request, urgency)
      // A child process may notice a publication first.
      const served = site.published().publication.generation
      if (made?.publications.some(({ generation }) => generation > served)) look()
      if (made && !isOutdated(made, site.published())) return use(made)
    }
    throw new ApiError('page_late')
  }

  /** Undefined if the mirror file was replaced meanwhile: the other file is verified by then. */
  async #tryToMake(request: ResponseRequest, urgency: Urgency): Promise<Made | undefined> {
    const { site, waitForReplacement } = this.#options
    const published = site.published()
    try {
      return await this.#makeOnce(request, urgency)
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'mirror_unreadable') throw error
      await waitForReplacement()
      if (site.current() === published) throw error
      return undefined
    }
  }

  async #makeOnce(request: ResponseRequest, urgency: Urgency): Promise<Made> {
    const { maker, hold, slotFaults } = this.#options
    const release = hold()
    const started = performance.now()
    try {
      const made = await maker.make(request, urgency)
      slotFaults.add(made.slotFaults)
      return made
    } finally {
      release()
      this.#renders++
      this.#renderSeconds += (performance.now() - started) / 1000
    }
  }
}
