import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { ExitCode } from '../process/exit-code.ts'

/** A sync ends at its next safe point; one that is killed is resumed by the next. */
const STOP_LIMIT_MS = 8_000

const bin = fileURLToPath(new URL('../bin.js', import.meta.url))

interface SyncSchedule {
  /** Arguments that name the data directory. */
  dataArguments: string[]
  /** Time from the end of one sync to the start of the next; 0 for a single one. */
  intervalMs: number
}

/**
 * Runs `fansite sync` as a child process now and again after each interval. SQLite's driver is
 * synchronous, so a sync in the server's process would keep visitors waiting; as a child it may
 * also fail or be killed without taking the site along.
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
      // A run that published with some pages as they were has said so itself.
      if (code !== ExitCode.done && code !== ExitCode.partial)
        console.error(
          `sync ended with ${signal ?? `exit code ${code}`}; the site is served as it was`
        )
      if (schedule.intervalMs > 0) timer = setTimeout(run, schedule.intervalMs)
    })
  }
  run()
  // A second signal ends this process at once; the sync must not outlive it.
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
