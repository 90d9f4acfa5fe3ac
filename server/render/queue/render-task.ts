import type { PublishedMirror } from '../../publication/mirror-source.ts'
import type { Made } from '../worker/make-response.ts'
import type { RenderRequest } from '../worker/render-request.ts'

/** Who waits for a rendering, the most important first. */
export type Waiting = 'visitor' | 'feed' | 'background'

/** Who waits for a result, which may become more urgent while it is made. */
export interface Urgency {
  waiting: Waiting
}

export const priorities = { visitor: 2, feed: 1, background: 0 }

/** A request at the publication that it saw. */
export interface Queued {
  published: PublishedMirror
  request: RenderRequest
  /** The digest of the requested page, to notice that it has changed; empty for other requests. */
  digest: string
}

/** A request in the queue. Everyone who asks for it waits for the same result. */
export class RenderTask {
  readonly queued: Queued
  readonly result: Promise<Made>
  /** The most important of those who wait. */
  waiting: Waiting
  /** Whether a lane works on it. A task that is in both lanes is rendered by the first. */
  isStarted = false
  #settle: { resolve: (made: Made) => void; reject: (error: unknown) => void } | undefined

  constructor(queued: Queued, waiting: Waiting) {
    this.queued = queued
    this.waiting = waiting
    this.result = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject }
    })
  }

  resolve(made: Made): void {
    this.#settle?.resolve(made)
  }

  reject(error: unknown): void {
    this.#settle?.reject(error)
  }
}
