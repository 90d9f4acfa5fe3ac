import type { Mirror } from '../../db/mirror/open-mirror.ts'

/** Requests that started while one mirror file was served. */
interface Epoch {
  running: number
  /** The mirror that was replaced when the epoch ended; undefined while it is served. */
  retired?: Mirror
}

/**
 * Closes replaced mirrors. A request may read the mirror that was served when it started, or a newer
 * one, so a replaced mirror is closed when all requests that started before its replacement ended.
 */
export class RetiredMirrors {
  /** Oldest first; the last one is the current epoch. */
  readonly #epochs: Epoch[] = [{ running: 0 }]

  /** Registers a running request. The returned function ends it; further calls have no effect. */
  hold(): () => void {
    const epoch = this.#epochs.at(-1)
    if (!epoch) throw new Error('there is always a current epoch')
    epoch.running++
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      epoch.running--
      this.#closeUnused()
    }
  }

  /** Closes a mirror that was replaced, once nothing reads it. */
  retire(mirror: Mirror): void {
    const epoch = this.#epochs.at(-1)
    if (epoch) epoch.retired = mirror
    this.#epochs.push({ running: 0 })
    this.#closeUnused()
  }

  /** Closes all replaced mirrors, whatever still runs. */
  close(): void {
    for (const { retired } of this.#epochs) retired?.$client.close()
  }

  #closeUnused(): void {
    for (
      let [first] = this.#epochs;
      first?.retired && first.running === 0;
      [first] = this.#epochs
    ) {
      first.retired.$client.close()
      this.#epochs.shift()
    }
  }
}
