import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { ExitCode } from '../process/exit-code.ts'

/** A sync stops at its next safe point. A killed sync is resumed by the next one. */
const STOP_LIMIT_MS = 8_000

const bin = fileURLToPath(new URL('../bin.js', import.meta.url))

interface SyncSchedule {
  /** Command-line arguments that name the data folder. */
  dataArguments: string[]
  /** Time from the end of one sync to the start of the next; 0 for a single sync. */
  intervalMs: number
}

/**
 * Runs `fansite sync` as a child process, now and after each interval. SQLite's driver is
 * synchronous, so a sync in the server's process would block requests. A child process can also fail
 * or be killed without ending the site. The returned `stop` resolves once the child has ended.
 */
export function keepInSync(schedule: SyncSchedule): { stop: () => Promise<void> } {
  let child: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const run = () => {
    child = spawn(process.execPath, [bin, 'sync', ...schedule.dataArguments], { stdio: 'inherit' })
    child.once('exit', (code, signal) => {
      child = undefined
      if (isStopped) return
      // A partial sync has reported its failed pages itself.
      if (code !== ExitCode.done && code !== ExitCode.partial)
        console.error(
          `sync ended with ${signal ?? `exit code ${code}`}; the site still shows the last publication`
        )
      if (schedule.intervalMs > 0) timer = setTimeout(run, schedule.intervalMs)
    })
  }
  run()
  // A second signal ends this process at once, and the sync with it.
  process.once('exit', () => child?.kill('SIGKILL'))

  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      if (!child) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const limit = setTimeout(() => child?.kill('SIGKILL'), STOP_LIMIT_MS)
      await ended
      clearTimeout(limit)
    }
  }
}
