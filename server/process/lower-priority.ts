import { existsSync, readdirSync } from 'node:fs'
import os from 'node:os'

/** The threads of this process, where they have priorities of their own: on Linux. */
const THREADS = '/proc/self/task'

/**
 * Gives this process a lower priority than the server: Node's `nice` value, above 0. On Linux, a
 * priority belongs to a thread: those that V8 has started to compile and to collect garbage get it too,
 * and threads that are started later inherit it.
 */
export function lowerPriority(nice: number): void {
  for (const thread of threadIds()) setPriority(thread, nice)
}

/** 0 is the whole process, where threads have no priorities. */
function threadIds(): number[] {
  return existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [0]
}

function setPriority(id: number, nice: number): void {
  try {
    os.setPriority(id, nice)
  } catch (error) {
    // Some sandboxes forbid the call. The work is done all the same, at the server's priority. A thread
    // may have ended.
    if (!/^(EPERM|EACCES|ENOSYS|ESRCH)$/.test(systemCode(error))) throw error
  }
}

/** The name of the system's error: `code` is the same for all errors of this call. */
function systemCode(error: unknown): string {
  const { info } = error as { info?: { code?: string } }
  return info?.code ?? ''
}
