import { setImmediate } from 'node:timers/promises'

import { ApiError } from '../errors.ts'
import { type ResponseRequest, addressOf } from './response-request.ts'

/** Makes stale responses again, one after the other, while visitors get the previous ones. */
export class Refresher {
  readonly #refresh: (request: ResponseRequest) => Promise<void>
  readonly #onFailure: (error: unknown) => void
  /** By address: those that a visitor has asked for since, and the others, most visited first. */
  readonly #asked = new Map<string, ResponseRequest>()
  #others = new Map<string, ResponseRequest>()
  #isRunning = false
  #isMaking = false
  #isClosed = false

  /** `onFailure` receives an error that is not an `ApiError`, whose reason is reported already. */
  constructor(
    refresh: (request: ResponseRequest) => Promise<void>,
    onFailure: (error: unknown) => void
  ) {
    this.#refresh = refresh
    this.#onFailure = onFailure
  }

  /** The number of responses that wait. */
  get waiting(): number {
    return this.#asked.size + this.#others.size
  }

  /** The number of responses that wait or are made now. */
  get pending(): number {
    return this.waiting + (this.#isMaking ? 1 : 0)
  }

  /** Adds responses, most visited first. They come before those that wait already. */
  add(requests: ResponseRequest[]): void {
    const added = requests.map((request): [string, ResponseRequest] => [
      addressOf(request),
      request
    ])
    this.#others = new Map([...added, ...this.#others])
    void this.#run()
  }

  /** Replaces everything that waits, most visited first. */
  replace(choose: (waiting: ResponseRequest[]) => ResponseRequest[]): void {
    const waiting = [...this.#asked.values(), ...this.#others.values()]
    this.#asked.clear()
    this.#others.clear()
    this.add(choose(waiting))
  }

  /** Makes a response before the others, because a visitor has asked for it. */
  prefer(request: ResponseRequest): void {
    this.#asked.set(addressOf(request), request)
    void this.#run()
  }

  close(): void {
    this.#isClosed = true
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      // A publication is announced before it is served.
      await setImmediate()
      for (let next = this.#next(); next && !this.#isClosed; next = this.#next()) {
        await this.#refreshOne(next)
      }
    } finally {
      this.#isRunning = false
    }
  }

  /** A response that cannot be made stays stale. */
  async #refreshOne(request: ResponseRequest): Promise<void> {
    this.#isMaking = true
    try {
      await this.#refresh(request)
    } catch (error) {
      if (!(error instanceof ApiError) && !this.#isClosed) this.#onFailure(error)
    } finally {
      this.#isMaking = false
    }
  }

  #next(): ResponseRequest | undefined {
    const [first] = this.#asked.size > 0 ? this.#asked : this.#others
    if (!first) return undefined
    const [address, request] = first
    this.#asked.delete(address)
    this.#others.delete(address)
    return request
  }
}
