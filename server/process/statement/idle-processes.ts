import type { ChildProcess } from 'node:child_process'

import { endProcess, hasEnded } from '../end-process.ts'

/** An idle process takes about 50 MB. */
const MAX_IDLE_MS = 60_000

/**
 * Processes that wait for another statement, since a start takes much longer than most statements. They do
 * not keep this process running.
 */
export class IdleProcesses {
  readonly #idle = new Map<ChildProcess, NodeJS.Timeout>()
  #isClosed = false

  /** A process that waits; undefined if there is none. */
  take(): ChildProcess | undefined {
    for (const [child, timer] of this.#idle) {
      clearTimeout(timer)
      this.#idle.delete(child)
      if (!child.connected || hasEnded(child)) continue
      child.ref()
      child.channel?.ref()
      return child
    }
    return undefined
  }

  /** Keeps a process for a while. Returns whether it does: not after `close`. */
  keep(child: ChildProcess): boolean {
    if (this.#isClosed || child.killed || !child.connected) return false
    child.unref()
    child.channel?.unref()
    this.#idle.set(child, setTimeout(() => this.#end(child), MAX_IDLE_MS).unref())
    return true
  }

  /** Resolves when the processes have ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#idle.keys()].map((child) => this.#end(child)))
  }

  async #end(child: ChildProcess): Promise<void> {
    clearTimeout(this.#idle.get(child))
    this.#idle.delete(child)
    child.ref()
    await endProcess(child)
  }
}
