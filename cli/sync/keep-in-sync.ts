import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { SiteConfig } from '../../site/config/config.ts'
import { environmentVariables } from '../config/environment.ts'
import { ExitCode } from '../process/exit-code.ts'
import { messageOf } from '../../site/formats/error-message.ts'

/** A sync stops at its next safe point. A killed sync is resumed by the next one. */
const STOP_LIMIT_MS = 8_000

const bin = fileURLToPath(new URL('../bin.js', import.meta.url))

/** Variables that `.env` may have by now and that the server does not know: an empty value counts as unset. */
const unset = Object.fromEntries(environmentVariables.map((name) => [name, '']))

interface SyncSchedule {
  /** That of the server, for every sync: `site.config.ts` may have changed since. */
  config: SiteConfig
  /** Command-line arguments that name the data folder. */
  dataArguments: string[]
  /** The mirror, which does not exist before the first publication. */
  mirrorFile: string
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
  let ended = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  const run = async () => {
    const problem = await sync(schedule, (started) => (child = started))
    child = undefined
    if (isStopped) return
    if (problem !== undefined) console.error(`${problem}; ${shownMeanwhile(schedule.mirrorFile)}`)
    if (schedule.intervalMs > 0) timer = setTimeout(start, schedule.intervalMs)
  }
  const start = () => {
    ended = run()
  }
  start()
  // A second signal ends this process at once, and the sync with it.
  process.once('exit', () => child?.kill('SIGKILL'))

  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      child?.kill('SIGTERM')
      const limit = setTimeout(() => child?.kill('SIGKILL'), STOP_LIMIT_MS)
      await ended
      clearTimeout(limit)
    }
  }
}

function shownMeanwhile(mirrorFile: string): string {
  return existsSync(mirrorFile)
    ? 'the site still shows the last publication'
    : 'nothing has been published yet, so visitors see a waiting page'
}

/** Runs a sync to its end. Returns why it failed; undefined if it did not. */
async function sync(
  { config, dataArguments }: SyncSchedule,
  onStart: (child: ChildProcess) => void
): Promise<string | undefined> {
  try {
    // A variable of the environment is limited to 128 KB.
    const args = [bin, 'sync', ...dataArguments, '--config-from-stdin']
    const env = { ...unset, ...process.env }
    const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'inherit', 'inherit'] })
    // Without a process, `kill` would end the whole process group.
    if (child.pid !== undefined) {
      onStart(child)
      // The child has ended before it has read all; its exit code is reported.
      child.stdin.on('error', () => {})
      // No sync reads these files, which may have been moved since.
      child.stdin.end(JSON.stringify({ ...config, components: null, customCss: null }))
    }
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    // A partial sync has reported its failed pages itself.
    const isDone = code === ExitCode.done || code === ExitCode.partial
    return isDone ? undefined : `sync ended with ${signal ?? `exit code ${code}`}`
  } catch (error) {
    // For example, because the system has too many processes.
    return `sync could not be started: ${messageOf(error)}`
  }
}
