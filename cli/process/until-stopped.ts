import { ExitCode } from './exit-code.ts'

/** Service managers kill a process that takes longer to stop; Docker after ten seconds. */
const EXIT_LIMIT_MS = 9_000
/** npm passes a signal on that a terminal or a service manager has sent to this process as well. */
const SAME_STOP_MS = 500

/**
 * Resolves at the first SIGINT or SIGTERM. The process then ends within nine seconds: immediately at a
 * later signal, and with exit code 0 when closing takes longer.
 */
export function untilStopped(): Promise<void> {
  return new Promise((resolve) => {
    let stoppedAt: number | undefined
    const stop = (code: number) => {
      if (stoppedAt === undefined) {
        stoppedAt = performance.now()
        setTimeout(() => process.exit(ExitCode.done), EXIT_LIMIT_MS).unref()
        resolve()
      } else if (performance.now() - stoppedAt > SAME_STOP_MS) process.exit(code)
    }
    process.on('SIGINT', () => stop(ExitCode.interrupted))
    process.on('SIGTERM', () => stop(ExitCode.terminated))
  })
}
