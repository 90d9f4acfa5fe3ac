import { ExitCode } from './exit-code.ts'
import { StoppedError } from '../sync/sync-error.ts'

const explanations = {
  SIGINT: 'stopped by SIGINT',
  SIGTERM: 'stopped by SIGTERM',
  deadline: 'stopped at the deadline (--deadline)'
} as const

const exitCodes = { SIGINT: ExitCode.interrupted, SIGTERM: ExitCode.terminated } as const

/**
 * An `AbortSignal` that aborts with a `StoppedError` at SIGINT, at SIGTERM or after `deadlineMs`. A
 * second signal ends the process immediately. `release` removes the listeners.
 */
export function stopSignal(deadlineMs: number | undefined): {
  signal: AbortSignal
  release: () => void
} {
  const stop = new AbortController()
  const stopFor = (reason: keyof typeof explanations) =>
    stop.abort(new StoppedError(reason, explanations[reason]))
  const onSignal = (name: 'SIGINT' | 'SIGTERM') => {
    if (stop.signal.aborted) process.exit(exitCodes[name])
    stopFor(name)
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  const timer =
    deadlineMs === undefined ? undefined : setTimeout(() => stopFor('deadline'), deadlineMs)
  const release = () => {
    clearTimeout(timer)
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
  return { signal: stop.signal, release }
}
