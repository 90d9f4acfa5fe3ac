import { once } from 'node:events'

import { ExitCode } from './exit-code.ts'

/** Service managers kill a process that takes longer to stop; Docker after ten seconds. */
const EXIT_LIMIT_MS = 9_000

/**
 * Resolves at the first SIGINT or SIGTERM. The process then ends within nine seconds: immediately at a
 * second signal, and with exit code 0 when closing takes longer.
 */
export async function untilStopped(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  process.once('SIGINT', () => process.exit(ExitCode.interrupted))
  process.once('SIGTERM', () => process.exit(ExitCode.terminated))
  setTimeout(() => process.exit(ExitCode.done), EXIT_LIMIT_MS).unref()
}
