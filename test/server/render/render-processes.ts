import type { ChildProcess } from 'node:child_process'

import { onTestFinished } from 'vitest'

import { endSpares } from '../../../server/process/spare-processes.ts'
import { noteProcesses, startedProcesses } from '../../support/run/started-processes.ts'

const MODULE = 'render-thread'

/** The `nice` value of the process that renders heavy pages, and what no visitor waits for. */
export const SLOW_NICE = 10
/** That of the process that renders light pages. */
export const QUICK_NICE = 5

/** The processes that have been started since this module was loaded. */
const noted: ChildProcess[] = []
// None is left from before.
endSpares()
noteProcesses(MODULE, (child) => void noted.push(child))

/**
 * The processes that render, as the server starts them: that of light pages first. None is left of an
 * earlier server. `killed`: how many of them are killed as soon as they start.
 */
export function renderProcesses({ killed = 0 } = {}): ChildProcess[] {
  endSpares()
  let left = killed
  return startedProcesses(MODULE, (child) => void (left-- > 0 && child.kill('SIGKILL')))
}

/**
 * Suspends the processes that render until the returned function is called: those that run, also for
 * no server yet, and those that start meanwhile. `nice`: only those with this value.
 */
export function suspendRendering(nice?: number): () => void {
  const isMeant = ({ spawnargs }: ChildProcess) =>
    nice === undefined || spawnargs.at(-1) === String(nice)
  const resume = suspend(noted.filter((each) => each.connected && isMeant(each)))
  const resumeStarted: (() => void)[] = []
  const end = noteProcesses(
    MODULE,
    (child) => void (isMeant(child) && resumeStarted.push(suspend([child])))
  )
  const resumeAll = () => {
    end()
    for (const each of [resume, ...resumeStarted]) each()
  }
  // If the test fails, the next server may get these processes.
  onTestFinished(resumeAll)
  return resumeAll
}

/** Suspends processes until the returned function is called. */
export function suspend(processes: ChildProcess[]): () => void {
  for (const each of processes) each.kill('SIGSTOP')
  return () => {
    for (const each of processes) each.kill('SIGCONT')
  }
}
