const MAX_BYTES = 4_000_000

/** Compressed bodies by ETag, for what is asked for again, such as a search; oldest are dropped first. */
export class CompressedBodies {
  readonly #bodies = new Map<string, Buffer>()
  #bytes = 0

  /** Undefined also for a response without an ETag. */
  find(etag: string | undefined): Buffer | undefined {
    return etag === undefined ? undefined : this.#bodies.get(etag)
  }

  /** Returns the body; it is kept only if the response has an ETag. */
  add(etag: string | undefined, body: Buffer): Buffer {
    if (etag === undefined || this.#bodies.has(etag)) return body
    this.#bodies.set(etag, body)
    this.#bytes += body.length
    for (const [oldest, { length }] of this.#bodies) {
      if (this.#bytes <= MAX_BYTES) break
      this.#bodies.delete(oldest)
      this.#bytes -= length
    }
    return body
  }

  clear(): void {
    this.#bodies.clear()
    this.#bytes = 0
  }
}
