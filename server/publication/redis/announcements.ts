/** The mirror is checked once in this time, however many announcements arrive. */
const PAUSE_MS = 250

/** Passes announcements on: the first at once, those that follow within a moment as one. */
export class Announcements {
  readonly #onPublished: () => void
  #pause: NodeJS.Timeout | undefined
  #isDue = false

  constructor(onPublished: () => void) {
    this.#onPublished = onPublished
  }

  notice(): void {
    this.#isDue = true
    if (!this.#pause) this.#pass()
  }

  /** No announcement is passed on until the next `notice`. */
  stop(): void {
    clearTimeout(this.#pause)
    this.#pause = undefined
    this.#isDue = false
  }

  #pass(): void {
    this.#pause = undefined
    if (!this.#isDue) return
    this.#isDue = false
    this.#pause = setTimeout(() => this.#pass(), PAUSE_MS)
    this.#onPublished()
  }
}
