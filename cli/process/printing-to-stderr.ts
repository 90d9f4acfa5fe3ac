import { Console } from 'node:console'

/**
 * Runs foreign code whose `console` prints to stderr, also what it logs: stdout is for the output of
 * the command, such as a JSON document. Rejects as `work` does.
 */
export async function printingToStderr<T>(work: () => Promise<T>): Promise<T> {
  const own = globalThis.console
  globalThis.console = new Console({ stdout: process.stderr, stderr: process.stderr })
  try {
    return await work()
  } finally {
    globalThis.console = own
  }
}
