import os from 'node:os'

/**
 * Gives this thread, and threads that it starts, a lower priority than the server: Node's `nice` value,
 * above 0. (On Linux, a priority belongs to a thread.)
 */
export function lowerPriority(nice: number): void {
  try {
    os.setPriority(nice)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    // Some sandboxes forbid the call. The work is done all the same, at the server's priority.
    if (!/^(EPERM|EACCES|ENOSYS)$/.test(code)) throw error
  }
}
