/** Pages of a file by number; beyond its capacity it drops the page that was used longest ago. */
export class PageCache {
  readonly #capacity: number
  /** The page that was used last is the last one. */
  readonly #pages = new Map<number, Uint8Array>()

  /** `capacity` is a number of pages. */
  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Marks the page as used. */
  get(page: number): Uint8Array | undefined {
    const bytes = this.#pages.get(page)
    if (bytes) {
      this.#pages.delete(page)
      this.#pages.set(page, bytes)
    }
    return bytes
  }

  has(page: number): boolean {
    return this.#pages.has(page)
  }

  set(page: number, bytes: Uint8Array): void {
    this.#pages.delete(page)
    this.#pages.set(page, bytes)
    if (this.#pages.size <= this.#capacity) return
    const [oldest] = this.#pages.keys()
    if (oldest !== undefined) this.#pages.delete(oldest)
  }
}
