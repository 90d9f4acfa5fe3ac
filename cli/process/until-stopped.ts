import { once } from 'node:events'

import { ExitCode } from './exit-code.ts'

/** Service managers kill a process that takes longer; Docker after ten seconds. */
const EXIT_LIMIT_MS = 9_000

/**
 * Resolves at the first SIGINT or SIGTERM. From then on the process ends in bounded time: at a second
 * signal at once, and with exit code 0 when closing takes too long.
 */
export async function untilStopped(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  process.once('SIGINT', () => process.exit(ExitCode.interrupted))
  process.once('SIGTERM', () => process.exit(ExitCode.terminated))
  setTimeout(() => process.exit(ExitCode.done), EXIT_LIMIT_MS).unref()
}
