/** A map that drops the entries that were used longest ago once it exceeds its size. */
export class BoundedMap<Key, Value extends object> {
  readonly #max: number
  readonly #sizeOf: (value: Value, key: Key) => number
  /** Least recently used first. */
  readonly #entries = new Map<Key, Value>()
  #size = 0
  #newest: Value | undefined

  /** `sizeOf` measures an entry in the unit of `max`, by default 1: a number of entries. */
  constructor(max: number, sizeOf: (value: Value, key: Key) => number = () => 1) {
    this.#max = max
    this.#sizeOf = sizeOf
  }

  /** Counts as a use. */
  get(key: Key): Value | undefined {
    const found = this.#entries.get(key)
    if (found && found !== this.#newest) {
      // A map keeps the place of a key that is set again, so it is deleted first.
      this.#entries.delete(key)
      this.#entries.set(key, found)
      this.#newest = found
    }
    return found
  }

  /** The value of a key; `make` makes a missing one. */
  getOrInsertComputed(key: Key, make: () => Value): Value {
    const found = this.get(key)
    if (found) return found
    const made = make()
    this.set(key, made)
    return made
  }

  has(key: Key): boolean {
    return this.#entries.has(key)
  }

  /** Adds or replaces a value. Returns the entries that had to leave. */
  set(key: Key, value: Value): [key: Key, value: Value][] {
    const dropped: [Key, Value][] = []
    this.delete(key)
    this.#entries.set(key, value)
    this.#newest = value
    this.#size += this.#sizeOf(value, key)
    for (const entry of this.#entries) {
      if (this.#size <= this.#max) break
      this.delete(entry[0])
      dropped.push(entry)
    }
    return dropped
  }

  delete(key: Key): Value | undefined {
    const found = this.#entries.get(key)
    if (!found) return undefined
    this.#size -= this.#sizeOf(found, key)
    this.#entries.delete(key)
    if (this.#newest === found) this.#newest = undefined
    return found
  }

  entries(): IterableIterator<[key: Key, value: Value]> {
    return this.#entries.entries()
  }

  clear(): void {
    this.#entries.clear()
    this.#size = 0
    this.#newest = undefined
  }
}
