import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'

import { onTestFinished } from 'vitest'

import { endSpares } from '../../../server/process/spare-processes.ts'

/**
 * The processes that render, as the server starts them: that of light pages first. None is left of an
 * earlier server.
 */
export function renderProcesses(): ChildProcess[] {
  const started: ChildProcess[] = []
  const note = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }
    // Its arguments are known only after it has started.
    process.nextTick(() => {
      if (child.spawnargs.some((each) => each.includes('render-thread'))) started.push(child)
    })
  }
  endSpares()
  subscribe('child_process', note)
  onTestFinished(() => void unsubscribe('child_process', note))
  return started
}

/** Suspends processes until the returned function is called. */
export function suspend(processes: ChildProcess[]): () => void {
  for (const each of processes) each.kill('SIGSTOP')
  return () => {
    for (const each of processes) each.kill('SIGCONT')
  }
}
