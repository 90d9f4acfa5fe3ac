import type { ChildProcess } from 'node:child_process'

import { endSpares } from '../../../server/process/spare-processes.ts'
import { startedProcesses } from '../../support/run/started-processes.ts'

/**
 * The processes that render, as the server starts them: that of light pages first. None is left of an
 * earlier server. `killed`: how many of them are killed as soon as they start.
 */
export function renderProcesses({ killed = 0 } = {}): ChildProcess[] {
  endSpares()
  let left = killed
  return startedProcesses('render-thread', (child) => void (left-- > 0 && child.kill('SIGKILL')))
}

/** Suspends processes until the returned function is called. */
export function suspend(processes: ChildProcess[]): () => void {
  for (const each of processes) each.kill('SIGSTOP')
  return () => {
    for (const each of processes) each.kill('SIGCONT')
  }
}
